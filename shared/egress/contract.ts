/**
 * The one way out: shapes of the HTTP client that every fetch of a target goes through.
 */

import type { CookieJar } from './cookie-jar.ts'
import type { UpstreamProxy } from './forward-proxy/contract.ts'

/** One hop of a redirect chain. */
export interface RedirectHop {
  url: string
  status: number
  /** Where it leads: the Location header, made absolute. */
  location: string
}

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

/** Why an exchange gave no answer. */
export type EgressErrorCode =
  | 'invalid_url'
  /** A header HTTP does not allow, or a body with a method that has none. */
  | 'invalid_request'
  | 'unsafe_target'
  | 'dns_error'
  | 'tls_error'
  | 'connect_error'
  /** The provider's proxy could not be reached, or would not pass the request on. */
  | 'proxy_error'
  | 'connection_reset'
  | 'timeout'
  | 'too_many_redirects'
  | 'body_too_large'
  | 'decode_error'
  | 'invalid_response'
  | 'aborted'

/** An exchange that failed. `retryable` says whether trying again later can help. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
  readonly code: EgressErrorCode
  readonly retryable: boolean
  readonly redirects: RedirectHop[]
  /** What the operating system says, such as `ECONNREFUSED`; null where it says nothing. */
  readonly systemCode: string | null

  constructor(
    code: EgressErrorCode,
    message: string,
    options: { cause?: unknown; redirects?: RedirectHop[]; systemCode?: string | null } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.retryable =
      code === 'dns_error' ||
      code === 'connect_error' ||
      code === 'proxy_error' ||
      code === 'connection_reset' ||
      code === 'timeout'
    this.redirects = options.redirects ?? []
    this.systemCode = options.systemCode ?? null
  }
}

/** The client. One per process; sockets are reused per origin. */
export interface EgressClient {
  /** @throws EgressError for everything that is not an HTTP answer. */
  fetch(request: EgressRequest): Promise<EgressResponse>
  close(): Promise<void>
}
