/** Types of the HTTP client through which all requests to targets are made. */

import type { RedirectHop } from './egress-error.ts'
import type { CookieJar } from './cookie-jar.ts'
import type { UpstreamProxy } from './proxy-contract.ts'
import type { OnExchange } from './wire-exchange.ts'

/** Decision about the next hop of a redirect, before it is dialled. */
export type RedirectDecision = 'follow' | 'stop'

/** One exchange. The client follows redirects itself and applies the whole address policy to each hop. */
export interface EgressRequest {
  url: string
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Total time budget for all hops, including the body, milliseconds. */
  timeoutMs: number
  /** Limit on the decoded body, bytes; a larger body fails with `body_too_large`. */
  maxDecodedBytes: number
  maxRedirects: number
  /**
   * Called before each further hop that the address policy allows; `stop` ends the exchange with `stoppedAt` set,
   * without dialling.
   */
  onRedirect?: (next: URL, hops: readonly RedirectHop[]) => RedirectDecision | Promise<RedirectDecision>
  /** When the limit is reached, return the part read so far with `truncated: true` instead of failing. */
  truncateAtCap?: boolean
  /**
   * When the connection ends in the middle of the body, return the received part with `truncated: true` instead of
   * failing.
   */
  keepBrokenOff?: boolean
  /**
   * Only status and headers of the first answer are needed: redirects are not followed, the body is read only as far
   * as needed to reuse the socket, and errors while reading it are ignored.
   */
  headOnly?: boolean
  /** Cookies to send; cookies that answers set are added to the jar. Without a jar, none are kept. */
  cookies?: CookieJar
  /**
   * Returns further headers for a URL; called before each hop, even when a redirect dropped headers of `headers`. They
   * take precedence over those of the client. Names in any case.
   */
  headersFor?: (url: URL) => Readonly<Record<string, string>>
  /** The provider's proxy to use; absent: connect directly. The address policy applies in both cases. */
  proxy?: UpstreamProxy
  /** Called once when the exchange begins; clients that make requests wait first call it after the wait. */
  onStarted?: () => void
  /** Called whenever a part of an answer has been received: the head of each hop, each chunk of the body. */
  onReceived?: () => void
  /**
   * Called with each hop as it went over the wire, at its end, whether or not the exchange succeeds. Such a request
   * offers only codings that readers of archives decode.
   */
  onExchange?: OnExchange
  signal?: AbortSignal
}

/**
 * An answer, whatever its status. Header names are lower case; repeated headers are joined by a comma, `set-cookie` by
 * a line feed.
 */
export interface EgressResponse {
  /** URL of the hop that answered. */
  url: string
  status: number
  headers: Record<string, string>
  /** Body after decoding its Content-Encoding. */
  body: Uint8Array<ArrayBuffer>
  truncated: boolean
  redirects: RedirectHop[]
  /** The URL that was not fetched because `onRedirect` returned `stop`; null otherwise. */
  stoppedAt: string | null
  /** Body bytes as received, before decoding; bodies of redirects are not counted. */
  wireBytes: number
  elapsedMs: number
}

/** The client. Each process has one; sockets are reused per origin. */
export interface EgressClient {
  /**
   * Performs an exchange.
   * @throws EgressError when there is no HTTP answer, or its body cannot be returned.
   */
  fetch(request: EgressRequest): Promise<EgressResponse>
  close(): Promise<void>
}
