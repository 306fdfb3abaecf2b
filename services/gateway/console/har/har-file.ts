/** Reads HAR files of any program. For other files it returns one sentence with the reason. */
import { captureViewLimits } from '../calls/capture-limits.ts'
import type { CallRedirect, CapturedCall, CaptureRecord } from '../calls/captured-call.ts'
import { harCall } from './har-call.ts'
import { epochMsOf, itemsOf, membersOf, textOf, textOrNull, type JsonMembers } from './json-reading.ts'

export type HarReading = { capture: CaptureRecord; har: unknown } | { problem: string }

const { entriesMax, harMaxBytes, spanMaxMs } = captureViewLimits
const bytesPerMebibyte = 1024 * 1024

/** Returns why a file is refused for its size; null when it is accepted. */
export const harSizeProblem = (bytes: number): string | null =>
  bytes > harMaxBytes
    ? `This file has ${Math.ceil(bytes / bytesPerMebibyte)} MiB; at most ${harMaxBytes / bytesPerMebibyte} MiB are read.`
    : null

function parsed(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown }
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'its text is not JSON' : 'it cannot be read'
    return { problem: `This is no HAR file: ${reason}.` }
  }
}

/**
 * The start of the capture: the earliest start within a day of the median, so that a single wrong date does not
 * move all other calls out of sight.
 */
function baseMsOf(entries: readonly unknown[]): number {
  const starts = entries
    .map((entry) => epochMsOf(membersOf(entry)['startedDateTime']))
    .filter((ms) => ms !== null)
    .toSorted((a, b) => a - b)
  const median = starts[Math.floor(starts.length / 2)]
  return median === undefined ? 0 : (starts.find((ms) => ms >= median - spanMaxMs) ?? median)
}

const hopOf = (call: CapturedCall): CallRedirect => ({
  method: call.method,
  url: call.url,
  status: call.status,
  location: call.redirectTo,
  timeMs: call.timeMs,
  requestHeaders: call.requestHeaders,
  responseHeaders: call.responseHeaders,
})

const resolved = (location: string, base: string): string | null => URL.parse(location, base)?.href ?? null

const withoutFragment = (url: string): string => {
  const at = url.indexOf('#')
  return at === -1 ? url : url.slice(0, at)
}

/** Longest chain that is put together; browsers give up after 20 redirects. */
const hopsMax = 50

/** Gives each call the redirects that led to it: HAR lists every hop as an entry of its own. */
function withChains(calls: readonly CapturedCall[]): CapturedCall[] {
  const waiting = new Map<string, CallRedirect[]>()
  return calls.map((call) => {
    const url = withoutFragment(URL.parse(call.url)?.href ?? call.url)
    const redirects = waiting.get(url) ?? []
    waiting.delete(url)
    const isRedirect = call.redirectTo !== null && call.status !== null && call.status >= 300 && call.status < 400
    const target = isRedirect ? resolved(call.redirectTo ?? '', call.url) : null
    if (target !== null && redirects.length < hopsMax) waiting.set(withoutFragment(target), [...redirects, hopOf(call)])
    return redirects.length === 0 ? call : { ...call, redirects }
  })
}

const endMs = ({ startMs, timeMs }: CapturedCall): number => startMs + (timeMs ?? 0)

function warningsOf(log: JsonMembers, entriesTotal: number): string[] {
  const comment = textOrNull(log['comment'])
  return [
    ...(comment === null ? [] : [comment]),
    ...(entriesTotal > entriesMax ? [`The file has ${entriesTotal} entries; the first ${entriesMax} are shown.`] : []),
  ]
}

/**
 * Reads the text of a file.
 * @returns the capture and the parsed document, or a sentence that says why the file is no HAR.
 */
export function readHarFile(text: string): HarReading {
  const document = parsed(text)
  if ('problem' in document) return document
  const log = membersOf(membersOf(document.value)['log'])
  if (!Array.isArray(log['entries'])) return { problem: 'This is no HAR file: it has no list "log.entries".' }
  const entries = itemsOf(log['entries'], entriesMax)
  const baseMs = baseMsOf(entries)
  const calls = withChains(
    entries.map((entry, index) => harCall(entry, `c${index + 1}`, baseMs)).toSorted((a, b) => a.startMs - b.startMs),
  )
  const page = membersOf(itemsOf(log['pages'], 1)[0])
  const capture: CaptureRecord = {
    url: calls.find(({ type }) => type === 'document')?.url ?? calls[0]?.url ?? null,
    title: textOf(page['title']) || null,
    startedAt: baseMs === 0 ? null : new Date(baseMs),
    calls,
    requestsTotal: log['entries'].length,
    durationMs: calls.reduce((most, call) => Math.max(most, endMs(call)), 0),
    warnings: warningsOf(log, log['entries'].length),
  }
  return { capture, har: document.value }
}
