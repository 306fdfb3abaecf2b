/** Functions for reading a recording that several reports share. */
import type { RecordedHop, RecordedRequest, Recording } from '../recorder/messages/model.ts'

/** Returns why the address policy refused a URL; null when it did not. */
export type RefusalOf = (url: string) => string | null

/** URLs that never leave the browser. */
const inner = /^(?:data|blob|about):/i

/** @returns requests to the network, in the order in which they started. */
export const networkRequests = (recording: Recording): RecordedRequest[] =>
  recording.requests.filter(({ hops }) => !inner.test(hops[0]?.url ?? 'about:'))

/** @throws RangeError for a request without hops, which the recorder does not create. */
export function finalHop(request: RecordedRequest): RecordedHop {
  const hop = request.hops.at(-1)
  if (hop === undefined) throw new RangeError(`request ${request.key} has no hop`)
  return hop
}

/** @returns the exchanges that ended in a redirect which was followed. */
export const redirectHops = (request: RecordedRequest): RecordedHop[] => request.hops.slice(0, -1)

/** Returns the bytes of a response head; a head that was not seen counts as 0. */
export const headBytes = (hop: RecordedHop): number => hop.response?.headersBytes ?? 0

/** @returns bytes of the final response on the wire, including its head, without the heads of the redirects. */
export function finalWireBytes(request: RecordedRequest): number {
  const redirects = redirectHops(request).reduce((sum, hop) => sum + headBytes(hop), 0)
  return Math.max(0, request.wireBytes - redirects)
}

/** @returns bytes of the final body as it was sent, compressed when the server compressed it. */
export const encodedBodyBytes = (request: RecordedRequest): number =>
  Math.max(0, finalWireBytes(request) - headBytes(finalHop(request)))

/**
 * Whether the browser or the address policy prevented the request from being sent, or its answer from reaching the
 * page.
 */
export function isBlocked(request: RecordedRequest, refusalOf: RefusalOf): boolean {
  const { state, failure } = request
  const blockedByBrowser = state === 'failed' && (failure?.blockedReason ?? null) !== null
  return blockedByBrowser || isRefused(request, refusalOf)
}

/** Whether a request failed because its address is not allowed. */
export const isRefused = (request: RecordedRequest, refusalOf: RefusalOf): boolean =>
  (request.state === 'failed' || request.state === 'canceled') && refusalOf(finalHop(request).url) !== null

/** @returns the size of the whole body; null: not known; 0 without a body. */
export const requestBodyBytes = ({ requestBody }: RecordedRequest): number | null =>
  requestBody === null ? 0 : requestBody.bytes

/** Rounds milliseconds to the precision of answers, a microsecond, which is the precision of the browser's times. */
export const roundedMs = (ms: number): number => Math.round(ms * 1000) / 1000
