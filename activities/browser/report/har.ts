/**
 * One recording as an HTTP Archive 1.2: every exchange an entry, static assets included, in a form that
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
  /** Who wrote the file. */
  creator: { name: string; version: string }
  /** The browser that was recorded; null when unknown. */
  browser: { name: string; version: string } | null
  /** All bodies and messages together. */
  bodiesMaxBytes: number
  /** Session in use. @default null: none */
  sessionId?: string | null
}

/** Without any page, as when navigation failed, entries belong to one that stands for the attempt. */
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

/** @returns id of the newest page that had begun at a moment, else of the first. */
function pageFinder(pages: readonly RecordedPage[]): (epochMs: number) => string {
  return (epochMs) => {
    const index = pages.findLastIndex(({ startedAtMs }) => startedAtMs <= epochMs)
    return `page_${Math.max(0, index) + 1}`
  }
}

const headsBytesOf = ({ request, response }: HarEntry): number =>
  [...request.headers, ...response.headers].reduce((sum, { name, value }) => sum + headerBytes(name, value), 0) +
  Buffer.byteLength(request.url)

/** @returns entries until their heads are more than an answer may carry. */
function withinBounds(entries: readonly HarEntry[]): HarEntry[] {
  let bytes = 0
  const end = entries.findIndex((entry) => (bytes += headsBytesOf(entry)) > captureLimits.headsMaxBytes)
  return end === -1 ? [...entries] : entries.slice(0, end)
}

function missingNote(missing: number): { comment?: string } {
  return missing === 0 ? {} : { comment: `${missing} requests are not listed` }
}

/**
 * Makes the archive.
 * @param recording made with `bodies: 'all'`; with fewer bodies it is valid, and replays without them.
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
    // Times are ISO 8601 in UTC with milliseconds: they sort as text.
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
