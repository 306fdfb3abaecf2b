/** Builds the recording from the request log. */
import type { RecordedEntry } from './entry.ts'
import { requestHeadBytes } from './messages/header-map.ts'
import type { RecordedPage, RecordedRequest, Recording } from './messages/model.ts'
import type { RequestLog } from './request-log.ts'
import { settleSocket } from './sockets.ts'

/** Assigns preflights to their requests, adds up what was sent, and sorts the requests. */
export function toRecording(log: RequestLog, pages: RecordedPage[], startedAtMs: number): Recording {
  const folded = foldPreflights(log)
  const requests: RecordedRequest[] = []
  for (const entry of log.records) {
    if (folded.has(entry)) continue
    settleSocket(entry)
    entry.record.sentBytes = sentBytes(entry.record)
    requests.push(entry.record)
  }
  // Several processes report requests, each with its own delay.
  requests.sort((a, b) => (a.hops[0]?.startedAtMs ?? 0) - (b.hops[0]?.startedAtMs ?? 0))
  return { startedAtMs, requests, requestsDropped: log.dropped, requestsUnseen: 0, pages }
}

/**
 * Assigns preflights to requests. A chain across origins has several: the request gets the last, the others are
 * listed as requests.
 */
function foldPreflights(log: RequestLog): ReadonlySet<RecordedEntry> {
  const newest = new Map<RecordedEntry, RecordedEntry>()
  for (const entry of log.records) {
    const owner = entry.preflightOf === null ? undefined : log.entries.get(entry.preflightOf)
    if (owner !== undefined) newest.set(owner, entry)
  }
  for (const [owner, preflight] of newest) owner.record.preflight = preflight.hop
  return new Set(newest.values())
}

function sentBytes({ hops, preflight, requestBody, socket }: RecordedRequest): number {
  const bodyBytes = requestBody?.bytes ?? 0
  let bytes = socket?.bytesSent ?? 0
  for (const hop of preflight === null ? hops : [preflight, ...hops]) {
    // Nothing is sent when a cache or a service worker answers.
    const { response } = hop
    if (response !== null && (response.fromCache !== 'none' || response.fromServiceWorker)) continue
    bytes += requestHeadBytes(hop.method, hop.url, hop.requestHeaders)
    // A redirect that keeps the method sends the body again.
    if (hop !== preflight && hop.method === hops[0]?.method) bytes += bodyBytes
  }
  return bytes
}
