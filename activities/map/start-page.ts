/** The page that a map begins with: where it leads, what it is called, and its links. */
import type { PageAttempt } from '@seine/shared/api/attempt-schema.ts'
import { browserPageOptions } from '@seine/shared/api/browser-options.ts'
import type { TextFormat } from '@seine/shared/api/job-input.ts'
import type { MapTask } from '@seine/shared/api/scrape-task.ts'
import { mapLimits } from '@seine/shared/config/limits.ts'
import type { ExtractedOutputs, PackedResult } from '../extract/contract.ts'
import { fetchUrl } from '../frontier/url-identity.ts'
import type { PagePorts, PageRequest, PageScrape } from '../page/contract.ts'
import type { PageFault } from '../page/page-faults.ts'
import { scrapePage } from '../page/scrape-page.ts'
import { linkTexts } from './link-texts.ts'

export interface StartPage {
  /** Where the page is in the end; null without an answer. */
  url: string | null
  /** Null without an answer. */
  status: number | null
  title: string | null
  description: string | null
  /** Empty for an answer that is an error. @param text empty when the link has none. */
  links: { url: string; text: string }[]
  /** Null when the page was read. */
  fault: PageFault | null
  attempts: PageAttempt[]
}

/** A map of sitemaps alone wants to know no more of the page than where it leads and what it is called. */
const formatsFor = (task: MapTask): TextFormat[] => (task.sitemap === 'only' ? ['links'] : ['links', 'html'])

const pageRequest = (task: MapTask, timeoutMs: number, deadlineMs: number, signal: AbortSignal): PageRequest => ({
  url: task.url,
  method: 'GET',
  body: null,
  browser: browserPageOptions({ timeout: timeoutMs }),
  screenshot: null,
  deadlineMs,
  keepBrokenOff: true,
  errorPages: 'read',
  signal,
  judgeRedirect: async () => null,
  render: task.sitemap === 'only' ? 'never' : 'auto',
  formats: formatsFor(task),
  onlyMainContent: false,
  includeTags: [],
  excludeTags: [],
  structuredData: false,
  compared: false,
  tenant: task.tenant,
  maxAgeSecs: 0,
  earlier: [],
})

/** The texts of the links; none of a page that is very long. */
function textsOf({ outputs }: PackedResult, url: string): ReadonlyMap<string, string> {
  if (outputs.byteLength > mapLimits.linkTextsMaxBytes) return new Map()
  const { html = '' } = JSON.parse(Buffer.from(outputs).toString()) as ExtractedOutputs
  return linkTexts(html, url)
}

const unread: Omit<StartPage, 'fault' | 'attempts'> = {
  url: null,
  status: null,
  title: null,
  description: null,
  links: [],
}

function startPageOf({ answer, fault, attempts }: PageScrape): StartPage {
  if (answer === null) return { ...unread, fault, attempts }
  const { finalUrl, status, extracted } = answer
  const url = fetchUrl(finalUrl)
  if (extracted === null || status >= 400 || url === null) return { ...unread, url, status, fault, attempts }
  const texts = textsOf(extracted, finalUrl)
  const { title, description } = extracted.metadata
  // A link whose route is behind `#` is a page of its own; its text is that of its document.
  const links = extracted.links.map((link) => ({ url: link, text: texts.get(link) ?? '' }))
  return { url, status, title, description, links, fault, attempts }
}

/**
 * Loads the page, by HTTP and in a browser where it needs one.
 * @param endMs epoch milliseconds; a page that is not there by then has the fault `timeout`.
 * @throws the reason of `signal` when it is aborted; nothing that the target does.
 */
export async function loadStartPage(
  task: MapTask,
  endMs: number,
  signal: AbortSignal,
  ports: PagePorts & { now?: () => number },
): Promise<StartPage> {
  const { now = Date.now } = ports
  const leftMs = Math.max(1, Math.round(endMs - now()))
  const time = AbortSignal.timeout(leftMs)
  const request = pageRequest(task, leftMs, endMs, AbortSignal.any([signal, time]))
  try {
    return startPageOf(await scrapePage(request, ports))
  } catch (error) {
    signal.throwIfAborted()
    if (!time.aborted) throw error
    return { ...unread, fault: { code: 'timeout', message: `no answer within ${leftMs} ms` }, attempts: [] }
  }
}
