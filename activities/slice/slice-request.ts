/** Builds the request for one page of a slice from the job's options and the lane of the slice. */
import { recordsWire, type JobInput } from '@seine/shared/tasks/job-input.ts'
import { isTextFormat, screenshotFormats } from '@seine/shared/tasks/formats.ts'
import { contentOf } from '@seine/shared/tasks/content-options.ts'
import { jobPageLimits } from '@seine/shared/config/browser-limits.ts'
import { modelReadLimits } from './model-read-limits.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
import { ProxyNotConfiguredError, type ProxyRoutes } from '@seine/shared/egress/proxies/proxy-routes.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { callerOptions } from './caller-options.ts'
import type { PagePorts, PageRequest } from '@seine/shared/pages/page.ts'
import type { SliceList, SlicePage } from '@seine/shared/pages/slice-shapes.ts'

/** Facts that hold for all pages of a slice. */
export interface SliceFacts {
  input: JobInput
  lane: Lane
  /** Whether the pages are compared with other pages. */
  compared: boolean
}

/**
 * Returns true for the start page of a crawl, also in a job that retries it, as long as the scope is anchored on its
 * URL: its redirect may leave the scope.
 * @param list list of the slice that has the page.
 */
export function isStartPage(input: JobInput, { scopeUrl }: SliceList, { seq, url, depth }: SlicePage): boolean {
  if (input.kind === 'batch') return false
  if (input.retry === undefined) return seq === 0
  return depth === 0 && url === input.url && scopeUrl === input.url
}

/**
 * Returns the request for one page. Pages of the browser lane are known to need a browser: when the job leaves the
 * choice open, they use HTTP only as the fallback.
 * @param call `budgetMs`: time for all work for the page from now on, milliseconds.
 */
export function pageRequestOf(
  { input, lane, compared }: SliceFacts,
  page: SlicePage,
  call: Pick<PageRequest, 'signal' | 'judgeRedirect' | 'stalls' | 'revisit' | 'wire'> & { budgetMs: number },
): PageRequest {
  const { render, method, body, maxAgeSecs, json = null } = input.page
  const { budgetMs, ...bounds } = call
  return {
    ...bounds,
    deadlineMs: monotonicNow() + budgetMs,
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
    // The facts that a schema is filled from include author and dates.
    metadata: json === null ? 'head' : 'plain',
    compared,
    tenant: input.tenant,
    // A cached page has not gone over the wire for this job.
    maxAgeSecs: recordsWire(input) ? 0 : maxAgeSecs,
    earlier: page.earlier ?? [],
    errorPages: 'fail',
    // Another attempt may receive the whole page; a page that cannot be requested again is kept truncated.
    keepBrokenOff: page.attempt > 0 || method !== 'GET',
  }
}

/**
 * Returns the ports for a lane. On the http lane a page that needs a browser is handed back, even if one is available.
 */
export const lanePorts = (ports: PagePorts, lane: Lane): PagePorts =>
  lane === 'http' ? { ...ports, browser: null } : ports

/** Time limits of a page of a slice. */
export interface PageBudget {
  /** Limit for all attempts together, milliseconds. */
  ladderMs: number
  /** Limit for one load, waiting for a slot included, milliseconds. */
  loadMs: number
  /** Time after which the page counts as stuck, milliseconds. In a browser it includes the wait for a slot. */
  stuckMs: number
}

/**
 * Returns the time limits for a page.
 * @param lane lane of the slice.
 * @param hasModel whether a language model reads the pages of jobs that request it.
 */
export function pageBudget(input: JobInput, lane: Lane, routes: ProxyRoutes, hasModel = false): PageBudget {
  const load = loadBudget(input, lane, routes, hasModel)
  const budget = { ...load, loadMs: load.stuckMs }
  if (input.page.sessionId == null) return budget
  // The page may be loaded twice, with a login in between.
  const loginMs = sessionLimits.runMaxMs + 2 * sessionLimits.runGraceMs
  return { ...budget, stuckMs: 2 * budget.stuckMs + loginMs }
}

/** Returns the limits for one load of a page. */
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
    // Each page of the job fails with this error on its own.
    if (error instanceof ProxyNotConfiguredError) return 1
    throw error
  }
}
