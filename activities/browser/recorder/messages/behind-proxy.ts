/**
 * What a browser cannot know behind a forward proxy: it sees its proxy at the other end of every
 * connection, and speaks to it in a header that no server gets.
 */
import type { ForwardProxy, ServerAddress } from '@seine/shared/egress/connections/proxy-contract.ts'
import { forHandshake, type HandshakeHeaders } from '@seine/shared/egress/connections/handshake-head.ts'
import type { RecordedHop, Recording } from './model.ts'

function correctHop(hop: RecordedHop, addressOf: (url: string) => ServerAddress | null): void {
  const { response, requestHeaders } = hop
  const connection = requestHeaders['proxy-connection']
  if (connection !== undefined) {
    delete requestHeaders['proxy-connection']
    // The proxy passes the wish on under the name that servers know.
    requestHeaders['connection'] ??= connection
  }
  if (response === null || response.serverIp !== null) return
  if (response.fromCache !== 'none' || response.fromServiceWorker) return
  const address = addressOf(hop.url)
  if (address === null) return
  response.serverIp = address.ip
  response.serverPort = address.port
}

/** What a proxy has done for its browser. */
export interface ProxyDeeds extends Pick<ForwardProxy, 'addressOf' | 'requestsBeyond'> {
  /** Headers it has added to the handshakes of WebSockets. */
  handshakeHeaders: HandshakeHeaders
}

/** A handshake with what the proxy has added to it on the way. */
function correctHandshake(hop: RecordedHop, headersFor: HandshakeHeaders): void {
  const url = URL.parse(hop.url)
  if (url?.protocol !== 'ws:' || Object.keys(hop.requestHeaders).length === 0) return
  const added = headersFor(new URL(url.href.replace(/^ws:/, 'http:')))
  for (const [name, value] of forHandshake(added ?? {})) hop.requestHeaders[name.toLowerCase()] = value
}

/** Every exchange that the recorder knows of. */
function* exchangesOf({ requests }: Recording): Generator<RecordedHop> {
  for (const { hops, preflight } of requests) {
    yield* hops
    if (preflight !== null) yield preflight
  }
}

/** Corrects a finished recording in place: addresses, headers, and requests that no event told of. */
export function correctForProxy(
  recording: Recording,
  { addressOf, requestsBeyond, handshakeHeaders }: ProxyDeeds,
): void {
  for (const hop of exchangesOf(recording)) correctHop(hop, addressOf)
  for (const { hops, socket } of recording.requests) {
    if (socket !== null) for (const hop of hops) correctHandshake(hop, handshakeHeaders)
  }
  // Those that a full recording only counted have passed as well.
  const unknown = requestsBeyond(exchangesOf(recording))
  recording.requestsUnseen = Math.max(0, unknown - recording.requestsDropped)
}
