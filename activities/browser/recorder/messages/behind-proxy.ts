/**
 * Corrects what a browser cannot know behind a forward proxy: it sees the proxy as the peer of every connection, and
 * sends it a header that no server receives.
 */
import type { ForwardProxy, ServerAddress } from '@seine/shared/egress/connections/proxy-contract.ts'
import { forHandshake, type HandshakeHeaders } from '@seine/shared/egress/connections/handshake-head.ts'
import type { RecordedHop, Recording } from './model.ts'

function correctHop(hop: RecordedHop, addressOf: (url: string) => ServerAddress | null): void {
  const { response, requestHeaders } = hop
  const connection = requestHeaders['proxy-connection']
  if (connection !== undefined) {
    delete requestHeaders['proxy-connection']
    // The proxy sends the value on under the name that servers know.
    requestHeaders['connection'] ??= connection
  }
  if (response === null || response.serverIp !== null) return
  if (response.fromCache !== 'none' || response.fromServiceWorker) return
  const address = addressOf(hop.url)
  if (address === null) return
  response.serverIp = address.ip
  response.serverPort = address.port
}

/** What the proxy knows and did for its browser. */
export interface ProxyDeeds extends Pick<ForwardProxy, 'addressOf' | 'requestsBeyond'> {
  /** Headers that it added to handshakes of WebSockets. */
  handshakeHeaders: HandshakeHeaders
}

/** Adds to a handshake the headers that the proxy added on the way. */
function correctHandshake(hop: RecordedHop, headersFor: HandshakeHeaders): void {
  const url = URL.parse(hop.url)
  if (url?.protocol !== 'ws:' || Object.keys(hop.requestHeaders).length === 0) return
  const added = headersFor(new URL(url.href.replace(/^ws:/, 'http:')))
  for (const [name, value] of forHandshake(added ?? {})) hop.requestHeaders[name.toLowerCase()] = value
}

/** Every exchange in the recording. */
function* exchangesOf({ requests }: Recording): Generator<RecordedHop> {
  for (const { hops, preflight } of requests) {
    yield* hops
    if (preflight !== null) yield preflight
  }
}

/** Corrects a finished recording in place: addresses, headers, and the count of requests that no event reported. */
export function correctForProxy(
  recording: Recording,
  { addressOf, requestsBeyond, handshakeHeaders }: ProxyDeeds,
): void {
  for (const hop of exchangesOf(recording)) correctHop(hop, addressOf)
  for (const { hops, socket } of recording.requests) {
    if (socket !== null) for (const hop of hops) correctHandshake(hop, handshakeHeaders)
  }
  // Requests that a full recording only counted have passed the proxy as well.
  const unknown = requestsBeyond(exchangesOf(recording))
  recording.requestsUnseen = Math.max(0, unknown - recording.requestsDropped)
}
