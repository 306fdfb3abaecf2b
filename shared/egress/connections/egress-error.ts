/** Errors of an exchange. */

/** One hop of a redirect chain. */
export interface RedirectHop {
  url: string
  status: number
  /** Target of the redirect: the Location header as an absolute URL. */
  location: string
}

/** Reasons why an exchange fails. */
export type EgressErrorCode =
  | 'invalid_url'
  /** A header that HTTP does not allow, or a body with a method that must not have one. */
  | 'invalid_request'
  | 'unsafe_target'
  | 'dns_error'
  | 'tls_error'
  | 'connect_error'
  /** The provider's proxy could not be reached, or refused to forward the request. */
  | 'proxy_error'
  | 'connection_reset'
  | 'timeout'
  | 'too_many_redirects'
  | 'body_too_large'
  | 'decode_error'
  | 'invalid_response'
  | 'aborted'

/** An exchange that failed. `retryable`: whether a later attempt may succeed. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
  readonly code: EgressErrorCode
  readonly retryable: boolean
  readonly redirects: RedirectHop[]
  /** Error code of the operating system, such as `ECONNREFUSED`; null: none. */
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
