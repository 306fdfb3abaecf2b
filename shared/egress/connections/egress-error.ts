/** How an exchange fails. */

/** One hop of a redirect chain. */
export interface RedirectHop {
  url: string
  status: number
  /** Where it leads: the Location header, made absolute. */
  location: string
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
