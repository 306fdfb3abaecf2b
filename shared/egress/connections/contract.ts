/**
 * The one way out: shapes of the HTTP client that every fetch of a target goes through.
 */

import type { RedirectHop } from './egress-error.ts'
import type { CookieJar } from './cookie-jar.ts'
import type { UpstreamProxy } from './proxy-contract.ts'

/** What may be said about the next hop of a redirect before it is dialled. */
export type RedirectDecision = 'follow' | 'stop'

/** One exchange. Redirects are followed by hand, each hop through the whole address policy. */
export interface EgressRequest {
  url: string
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Total budget over all hops, body included. */
  timeoutMs: number
  /** Cap on the decoded body; more is `body_too_large`. */
  maxDecodedBytes: number
  maxRedirects: number
  /** Asked before each further hop that the address policy lets pass; `stop` ends with outcome `stopped` and nothing dialled. */
  onRedirect?: (next: URL, hops: readonly RedirectHop[]) => RedirectDecision | Promise<RedirectDecision>
  /** At the cap, return what was read with `truncated: true` instead of failing. */
  truncateAtCap?: boolean
  /** When the connection ends in the middle of the body, return what came with `truncated: true` instead of failing. */
  keepBrokenOff?: boolean
  /**
   * Status and headers of the first answer are all that is wanted: a redirect is an answer like any other,
   * of the body no more is read than keeps the socket, and nothing that befalls it is a failure.
   */
  headOnly?: boolean
  /** Cookies of whoever this is fetched for; what answers set is added to them. Without a jar none are kept. */
  cookies?: CookieJar
  /**
   * Headers of whoever this is fetched for, asked for anew before each hop, whatever has become of
   * `headers` on the way; they go before those of the client. Names in any case.
   */
  headersFor?: (url: URL) => Readonly<Record<string, string>>
  /** The proxy of a provider to go through; absent = straight. The address policy holds all the same. */
  proxy?: UpstreamProxy
  /** Called whenever something of an answer has come: the head of each hop, each piece of the body. */
  onReceived?: () => void
  signal?: AbortSignal
}

/**
 * An answer, whatever its status. Header names are lower case; repeated headers are joined by a
 * comma, `set-cookie` by a line feed.
 */
export interface EgressResponse {
  /** URL of the hop that answered. */
  url: string
  status: number
  headers: Record<string, string>
  /** Decoded by Content-Encoding. */
  body: Uint8Array<ArrayBuffer>
  truncated: boolean
  redirects: RedirectHop[]
  /** Set when `onRedirect` said stop: the URL that was not fetched. */
  stoppedAt: string | null
  /** Body bytes as they came, before decoding; bodies of redirects are not counted. */
  wireBytes: number
  elapsedMs: number
}

/** The client. One per process; sockets are reused per origin. */
export interface EgressClient {
  /** @throws EgressError for everything that is not an HTTP answer. */
  fetch(request: EgressRequest): Promise<EgressResponse>
  close(): Promise<void>
}
