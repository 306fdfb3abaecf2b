/** How a slice asks for one of its pages: from the job's options and the lane of the slice. */
import { screenshotFormats, textFormats, type JobFormat, type JobInput } from '@seine/shared/tasks/job-input.ts'
import { contentOf } from '@seine/shared/tasks/content-options.ts'
import { jobPageLimits } from '@seine/shared/config/browser-limits.ts'
import { modelReadLimits } from '@seine/shared/config/json-limits.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
import { ProxyNotConfiguredError, type ProxyRoutes } from '@seine/shared/egress/proxies/proxy-routes.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import { callerOptions } from './caller-options.ts'
import type { PagePorts, PageRequest } from '@seine/shared/pages/page.ts'
import type { SlicePage } from '@seine/shared/pages/slice-shapes.ts'

/** What a slice has for all its pages. */
export interface SliceFacts {
  input: JobInput
  lane: Lane
  /** Whether the pages are compared with others. */
  compared: boolean
}

const isTextFormat = (format: JobFormat): format is (typeof textFormats)[number] =>
  textFormats.some((known) => known === format)

/**
 * The request for one page. Pages of the browser lane are known to need one: where the job leaves it
 * open, HTTP is what is left to them.
 */
export function pageRequestOf(
  { input, lane, compared }: SliceFacts,
  page: SlicePage,
  call: Pick<PageRequest, 'deadlineMs' | 'signal' | 'judgeRedirect' | 'stalls'>,
): PageRequest {
  const { render, method, body, maxAgeSecs, json = null } = input.page
  return {
    ...call,
    url: page.url,
    method,
    body,
    browser: callerOptions(input, page.url),
    render,
    browserFirst: lane === 'browser',
    screenshot: screenshotFormats.find((format) => input.output.includes(format)) ?? null,
    formats: input.output.filter(isTextFormat),
    content: contentOf(input.page),
    json,
    structuredData: false,
    compared,
    tenant: input.tenant,
    maxAgeSecs,
    earlier: page.earlier ?? [],
    errorPages: 'fail',
    // Another attempt may bring the whole; what cannot be asked for again is kept as it is.
    keepBrokenOff: page.attempt > 0 || method !== 'GET',
  }
}

/** The ports of a lane: HTTP hands back what needs a browser, even where there is one. */
export const lanePorts = (ports: PagePorts, lane: Lane): PagePorts =>
  lane === 'http' ? { ...ports, browser: null } : ports

/** How long a page of a slice may take. */
export interface PageBudget {
  /** All its attempts together, milliseconds. */
  ladderMs: number
  /** One load of it, milliseconds, a slot waited for included. */
  loadMs: number
  /** After so long it counts as stuck: in a browser it may have waited for a slot as well. */
  stuckMs: number
}

/**
 * @param lane of the slice.
 * @param hasModel whether a language model reads the pages of jobs that want it.
 */
export function pageBudget(input: JobInput, lane: Lane, routes: ProxyRoutes, hasModel = false): PageBudget {
  const load = loadBudget(input, lane, routes, hasModel)
  const budget = { ...load, loadMs: load.stuckMs }
  if (input.page.sessionId == null) return budget
  // It may be loaded twice, with a login in between.
  const loginMs = sessionLimits.runMaxMs + 2 * sessionLimits.runGraceMs
  return { ...budget, stuckMs: 2 * budget.stuckMs + loginMs }
}

/** How long one load of a page may take. */
function loadBudget(
  { page: { browser, json = null } }: JobInput,
  lane: Lane,
  routes: ProxyRoutes,
  hasModel: boolean,
): Omit<PageBudget, 'loadMs'> {
  const readingMs = hasModel && json !== null ? modelReadLimits.jobPageMs : 0
  if (lane === 'http') {
    const ladderMs = browser.timeoutMs * tierCount(browser, routes) + sliceLimits.ladderSlackMs + readingMs
    return { ladderMs, stuckMs: ladderMs + sliceLimits.pageGraceMs }
  }
  const ownMs = browser.timeoutMs + browser.waitMs + readingMs
  return {
    ladderMs: ownMs + jobPageLimits.ladderExtraMs,
    stuckMs: ownMs + jobPageLimits.extraMs + sliceLimits.pageGraceMs,
  }
}

function tierCount(browser: JobInput['page']['browser'], routes: ProxyRoutes): number {
  try {
    return routes.tiersFor(browser).length
  } catch (error) {
    // Its pages fail for it, each in its turn.
    if (error instanceof ProxyNotConfiguredError) return 1
    throw error
  }
}
