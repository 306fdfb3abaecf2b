/** Loads the page that a map begins with: its final URL, its title and description, and its links. */
import { browserPageOptions } from '@seine/shared/api/rules/browser-options.ts'
import type { TextFormat } from '@seine/shared/tasks/formats.ts'
import type { MapTask } from '@seine/shared/tasks/scrape-task.ts'
import type { ScrapeProblem } from '@seine/shared/pages/worker-reply.ts'
import { jobLimits, mapLimits } from '@seine/shared/config/limits.ts'
import type { ExtractedOutputs, PackedResult } from '@seine/shared/pages/extraction.ts'
import { fetchUrl } from '@seine/shared/urls/url-identity.ts'
import { BrowserUnavailableError, type PagePorts, type PageRequest, type PageScrape } from '@seine/shared/pages/page.ts'
import type { PageFault } from '@seine/shared/pages/page-faults.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { scrapePage } from '../page/scrape-page.ts'
import { problemOf, problemOfUnavailable } from '../page/scrape-problem.ts'
import { wholePage } from '../page/whole-page.ts'
import { wallNow } from './contract.ts'
import { linkTexts } from './link-texts.ts'

export interface StartPage {
  /** Final URL of the page; null without an answer. */
  url: string | null
  /** Null without an answer. */
  status: number | null
  title: string | null
  description: string | null
  /** Empty for an error answer. @param text empty when the link has none. */
  links: { url: string; text: string }[]
  /** Whether the page has more links than are read of one page. */
  linksDropped: boolean
  /** Warnings about what a browser could not do for the page. */
  warnings: string[]
  /** Why the page could not be read, as an attempt code and as an API problem; null when it was read. */
  trouble: { fault: PageFault; problem: ScrapeProblem } | null
}

/** A map that uses only sitemaps needs no more of the page than its final URL, title and description. */
const formatsFor = (task: MapTask): TextFormat[] => (task.sitemap === 'only' ? ['links'] : ['links', 'html'])

interface PageBounds {
  deadlineMs: number
  signal: AbortSignal
}

const pageRequest = (task: MapTask, hasBrowser: boolean, { deadlineMs, signal }: PageBounds): PageRequest => ({
  ...wholePage,
  url: task.url,
  method: 'GET',
  body: null,
  browser: browserPageOptions({ timeout: jobLimits.pageTimeoutMsMax }),
  deadlineMs,
  signal,
  // Without a browser, the page is taken as HTTP returns it.
  render: task.sitemap === 'only' || !hasBrowser ? 'never' : 'auto',
  formats: formatsFor(task),
  tenant: task.tenant,
  hostUser: { tenant: task.tenant, work: 'map' },
})

/** Returns the texts of the links; empty for a very long page. */
function textsOf({ outputs }: PackedResult, url: string): ReadonlyMap<string, string> {
  if (outputs.byteLength > mapLimits.linkTextsMaxBytes) return new Map()
  const { html = '' } = JSON.parse(Buffer.from(outputs).toString()) as ExtractedOutputs
  return linkTexts(html, url)
}

const unread: Omit<StartPage, 'trouble'> = {
  url: null,
  status: null,
  title: null,
  description: null,
  links: [],
  linksDropped: false,
  warnings: [],
}

const noAnswer: PageFault = { code: 'no_answer', message: 'the start page did not answer' }

function startPageOf(scrape: PageScrape, nowMs: number): StartPage {
  const { answer } = scrape
  // Other warnings concern how well the content was read, which does not matter for links.
  const warnings = scrape.warnings.filter((warning) => warning.startsWith('browser: '))
  const fault = scrape.fault ?? (answer === null ? noAnswer : null)
  const trouble = fault === null ? null : { fault, problem: problemOf(scrape, fault, nowMs) }
  if (answer === null) return { ...unread, trouble }
  const { finalUrl, status, extracted } = answer
  const url = fetchUrl(finalUrl)
  if (extracted === null || status >= 400 || url === null) return { ...unread, url, status, warnings, trouble }
  const texts = textsOf(extracted, finalUrl)
  const { title, description } = extracted.metadata
  const links = extracted.links.map((link) => ({ url: link, text: texts.get(link) ?? '' }))
  return { url, status, title, description, links, linksDropped: extracted.linksDropped > 0, warnings, trouble }
}

/**
 * Loads the page, over HTTP and in a browser if it needs one.
 * @param endMs milliseconds of `monotonicNow`; a page that is not loaded by then has the fault `budget_exceeded`.
 * @throws the reason of `signal` when it is aborted; no behaviour of the target makes it throw.
 */
export async function loadStartPage(
  task: MapTask,
  endMs: number,
  signal: AbortSignal,
  ports: PagePorts & { now?: () => number },
): Promise<StartPage> {
  const { now = monotonicNow } = ports
  const leftMs = Math.max(1, Math.round(endMs - now()))
  // The page load ends by its own deadline; the signal is for anything that does not.
  const time = AbortSignal.timeout(leftMs + mapLimits.startPageGraceMs)
  const bounds = { deadlineMs: endMs, signal: AbortSignal.any([signal, time]) }
  try {
    return startPageOf(await scrapePage(pageRequest(task, ports.browser !== null, bounds), ports), wallNow(ports))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof BrowserUnavailableError) {
      const fault = { code: error.code, message: error.message }
      return { ...unread, trouble: { fault, problem: problemOfUnavailable(error) } }
    }
    if (!time.aborted) throw error
    const fault = { code: 'budget_exceeded', message: `the start page was not loaded within ${leftMs} ms` }
    return { ...unread, trouble: { fault, problem: problemOf({ answer: null, attempts: [] }, fault, wallNow(ports)) } }
  }
}
