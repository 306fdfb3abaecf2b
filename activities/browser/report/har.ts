/**
 * Writes one recording as an HTTP Archive 1.2: every exchange is an entry, static assets included, in a form that
 * DevTools imports and Playwright replays.
 */
import type { Har, HarEntry, HarPage } from '@seine/shared/api/schemas/har-schema.ts'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { RecordedPage, Recording } from '../recorder/messages/model.ts'
import { BodyBudget } from './body-budget.ts'
import type { ProxyKnowledge } from './failure-reason.ts'
import { harEntries } from './har-exchanges.ts'
import { headerBytes } from '@seine/shared/pages/header-size.ts'
import { finalHop, networkRequests } from './traffic.ts'

export interface HarOptions extends ProxyKnowledge {
  /** Program that wrote the file. */
  creator: { name: string; version: string }
  /** The browser that was recorded; null: not known. */
  browser: { name: string; version: string } | null
  /** Limit for all bodies and messages together. */
  bodiesMaxBytes: number
  /** Id of the session in use. @default null: no session */
  sessionId?: string | null
}

/** Without any page, as when navigation failed, entries belong to a page that stands for the attempt. */
function pagesOf(recording: Recording): RecordedPage[] {
  if (recording.pages.length > 0) return recording.pages
  const first = networkRequests(recording)[0]
  const url = first === undefined ? '' : finalHop(first).url
  return [{ url, title: null, startedAtMs: recording.startedAtMs, contentLoadedMs: null, loadedMs: null }]
}

const harPage = (page: RecordedPage, index: number): HarPage => ({
  startedDateTime: new Date(page.startedAtMs).toISOString(),
  id: `page_${index + 1}`,
  title: page.title === null || page.title === '' ? page.url : page.title,
  pageTimings: { onContentLoad: page.contentLoadedMs ?? -1, onLoad: page.loadedMs ?? -1 },
})

/**
 * @returns a function that finds the id of the newest page that had started at a time, otherwise of the first page.
 */
function pageFinder(pages: readonly RecordedPage[]): (epochMs: number) => string {
  return (epochMs) => {
    const index = pages.findLastIndex(({ startedAtMs }) => startedAtMs <= epochMs)
    return `page_${Math.max(0, index) + 1}`
  }
}

const headsBytesOf = ({ request, response }: HarEntry): number =>
  [...request.headers, ...response.headers].reduce((sum, { name, value }) => sum + headerBytes(name, value), 0) +
  Buffer.byteLength(request.url)

/** @returns entries up to the limit of an answer for URLs and headers. */
function withinBounds(entries: readonly HarEntry[]): HarEntry[] {
  let bytes = 0
  const end = entries.findIndex((entry) => (bytes += headsBytesOf(entry)) > captureLimits.headsMaxBytes)
  return end === -1 ? [...entries] : entries.slice(0, end)
}

function missingNote(missing: number): { comment?: string } {
  return missing === 0 ? {} : { comment: `${missing} requests are not listed` }
}

/**
 * Builds the archive.
 * @param recording a recording with `bodies: 'all'`; with fewer bodies the archive is valid and replays without
 *   them.
 */
export function harOf(
  recording: Recording,
  { creator, browser, bodiesMaxBytes, sessionId = null, ...proxy }: HarOptions,
): Har {
  const pages = pagesOf(recording)
  const context = {
    bodies: new BodyBudget(bodiesMaxBytes),
    startedAtMs: recording.startedAtMs,
    pageAt: pageFinder(pages),
    proxy,
  }
  const all = networkRequests(recording)
    .flatMap((request) => harEntries(request, context))
    // Times are ISO 8601 in UTC with milliseconds, so they sort as text.
    .toSorted((a, b) => (a.startedDateTime < b.startedDateTime ? -1 : Number(a.startedDateTime > b.startedDateTime)))
  const entries = withinBounds(all)
  return {
    log: {
      version: '1.2',
      creator,
      ...(browser === null ? {} : { browser }),
      pages: pages.map(harPage),
      entries,
      ...missingNote(all.length - entries.length + recording.requestsDropped + recording.requestsUnseen),
      ...(sessionId === null ? {} : { _session_id: sessionId }),
    },
  }
}
