/** One page: load it by its lane, extract it, say what came of it. */
import type { TextFormat } from '@seine/shared/api/job-input.ts'
import type { EgressClient, RedirectHop } from '@seine/shared/egress/contract.ts'
import { UnreadableContentError, type Extractor, type PackedResult } from '../extract/contract.ts'
import { renderInBrowser, type PageBrowser } from './browser-lane.ts'
import { fetchPage } from './http-lane.ts'
import { failLast, type LaneAnswer, type LaneRequest, type LoadedPage } from './lane.ts'
import type { PageFault } from './page-faults.ts'
import type { AttemptRecord } from './slice-shapes.ts'

export interface PageRequest extends LaneRequest {
  formats: readonly TextFormat[]
  onlyMainContent: boolean
  /** Whether the page will be compared with others. */
  compared: boolean
}

export interface PagePorts {
  egress: EgressClient
  extractor: Extractor
  /** Null in a process that has none. */
  browser: PageBrowser | null
}

/** What an answer was, whatever its status. */
export interface PageAnswer extends LaneAnswer {
  /** Null for answers that are not extracted: errors of the target. */
  extracted: PackedResult | null
}

export interface PageScrape {
  /** Null when there was no answer. */
  answer: PageAnswer | null
  /** Null when the page was scraped. */
  fault: PageFault | null
  /** PNG; null when none was asked for, or with a fault. */
  screenshot: Uint8Array | null
  attempts: AttemptRecord[]
  /** Redirects that were answered on the way, also to no answer. */
  redirects: readonly RedirectHop[]
}

/**
 * Scrapes one page.
 * @returns the answer, or the fault that stands for it; targets never make it throw.
 * @throws the reason of `signal` when it aborts the page.
 */
export async function scrapePage(request: PageRequest, ports: PagePorts): Promise<PageScrape> {
  await ports.extractor.room()
  const loaded = await load(request, ports)
  const { answer, content, screenshot, attempts, redirects } = loaded
  if (answer === null || content === null) {
    const { fault } = loaded
    return {
      answer: answer === null ? null : { ...answer, extracted: null },
      fault,
      screenshot: null,
      attempts,
      redirects,
    }
  }
  try {
    const extracted = await ports.extractor.extract({
      url: content.url,
      bytes: content.bytes,
      contentType: content.contentType,
      formats: request.formats,
      onlyMainContent: request.onlyMainContent,
      compared: request.compared,
    })
    return { answer: { ...answer, extracted }, fault: null, screenshot, attempts, redirects }
  } catch (error) {
    if (!(error instanceof UnreadableContentError)) throw error
    const fault: PageFault = { code: error.code, message: error.message }
    const unread = failLast(attempts, fault, 'empty')
    return { answer: { ...answer, extracted: null }, fault, screenshot: null, attempts: unread, redirects }
  }
}

async function load(request: PageRequest, ports: PagePorts): Promise<LoadedPage> {
  if (request.browser === null) return await fetchPage(request, ports.egress)
  if (ports.browser === null) throw new Error('this process has no browser, and the page needs one')
  return await renderInBrowser(request, request.browser, ports.browser)
}
