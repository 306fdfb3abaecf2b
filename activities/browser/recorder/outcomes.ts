/** Determines how a request that the browser reports as failed really ended. Pure. */
import type { Protocol } from 'puppeteer'
import { isNullBodyStatus, type RecordedEntry } from './entry.ts'
import { headerValue } from './messages/header-map.ts'
import type { RequestFailure } from './messages/model.ts'

/**
 * Whether a request reported as canceled had a complete response. The browser reports a response whose body was not
 * read as canceled: one without a body, an unread HEAD, and a `no-store` response that a stream reader read to its
 * end.
 */
export function isEndOfResponse(entry: RecordedEntry, event: Protocol.Network.LoadingFailedEvent): boolean {
  const { response } = entry.hop
  if (event.canceled !== true || event.blockedReason !== undefined || response === null) return false
  if (isNullBodyStatus(response.status) || isNullBodyStatus(entry.pageStatus)) return true
  if (entry.hop.method === 'HEAD') return true
  const length = headerValue(response.headers, 'content-length')
  if (length === null || headerValue(response.headers, 'content-encoding') !== null) return false
  return Number(length) === entry.record.decodedBytes
}

/** Converts the browser's report of a failure; the error text is not empty when the report contains nothing else. */
export function toFailure(
  event: Pick<Protocol.Network.LoadingFailedEvent, 'errorText' | 'canceled' | 'blockedReason' | 'corsErrorStatus'>,
): RequestFailure {
  const canceled = event.canceled ?? false
  const blockedReason = event.blockedReason ?? null
  const corsError = event.corsErrorStatus?.corsError ?? null
  const silent = event.errorText === '' && blockedReason === null && corsError === null
  return {
    errorText: silent ? (canceled ? 'net::ERR_ABORTED' : 'net::ERR_FAILED') : event.errorText,
    canceled,
    blockedReason,
    corsError,
    corsParameter: event.corsErrorStatus?.failedParameter || null,
  }
}
