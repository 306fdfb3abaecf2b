/** What the log knows → the recording that is handed out. */
import { requestHeadBytes } from './header-map.ts'
import type { RecordedPage, RecordedRequest, Recording } from './model.ts'
import type { RequestLog } from './request-log.ts'
import { settleSocket } from './sockets.ts'

/** Folds preflights into their requests and adds up what was sent. */
export function toRecording(log: RequestLog, pages: RecordedPage[], startedAtMs: number): Recording {
  const requests: RecordedRequest[] = []
  for (const entry of log.records) {
    const owner = entry.preflightOf === null ? undefined : log.entries.get(entry.preflightOf)
    if (owner !== undefined) {
      owner.record.preflight = entry.hop
      continue
    }
    settleSocket(entry)
    entry.record.sentBytes = sentBytes(entry.record)
    requests.push(entry.record)
  }
  return { startedAtMs, requests, requestsDropped: log.dropped, pages }
}

function sentBytes(record: RecordedRequest): number {
  let bytes = record.requestBody?.bytes ?? 0
  for (const hop of record.hops) {
    // Nothing leaves the browser for what a cache or a service worker answers.
    const { response } = hop
    if (response !== null && (response.fromCache !== 'none' || response.fromServiceWorker)) continue
    bytes += requestHeadBytes(hop.method, hop.url, hop.requestHeaders)
  }
  return bytes + (record.socket?.bytesSent ?? 0)
}
