/**
 * Translates errors of Node, OpenSSL and got to the codes of the contract, with constant texts. A text never contains
 * an address that a name resolved to: otherwise callers could use the service to look up names inside the operator's
 * network.
 */
import { EgressError, type EgressErrorCode, type RedirectHop } from './egress-error.ts'

const texts: Readonly<Record<EgressErrorCode, string>> = {
  invalid_url: 'The URL cannot be fetched',
  invalid_request: 'The request cannot be sent',
  unsafe_target: 'The target must not be fetched',
  dns_error: 'The host name could not be resolved',
  tls_error: 'The server could not be reached over TLS',
  connect_error: 'The server could not be reached',
  proxy_error: 'The proxy did not pass the request on',
  connection_reset: 'The connection ended before the answer was complete',
  timeout: 'The time for the exchange ran out',
  too_many_redirects: 'The server redirects too often',
  body_too_large: 'The body is too large',
  decode_error: 'The body does not match its Content-Encoding',
  invalid_response: 'The server did not answer in valid HTTP',
  aborted: 'The exchange was aborted',
}

/**
 * Creates the error for a code.
 * @param detail a clause for callers; contains only what a target may already know.
 * @param systemCode error code of the operating system, such as `ECONNREFUSED`; null: none.
 */
export function fault(code: EgressErrorCode, detail?: string, systemCode: string | null = null): EgressError {
  const message = detail === undefined ? `${texts[code]}.` : `${texts[code]}: ${detail}.`
  return new EgressError(code, message, { systemCode })
}

/** Returns the same fault, with the redirects that preceded it. */
export function withRedirects(error: EgressError, redirects: RedirectHop[]): EgressError {
  const { code, message, cause, systemCode } = error
  return redirects.length === 0 ? error : new EgressError(code, message, { cause, redirects, systemCode })
}

const codeTable: readonly (readonly [codes: RegExp, meaning: EgressErrorCode])[] = [
  [/^(?:ENOTFOUND|ENODATA|ESERVFAIL|EBADNAME|EAI_[A-Z]+)$/, 'dns_error'],
  [/^(?:ETIMEDOUT|ESOCKETTIMEDOUT)$/, 'timeout'],
  [
    /^(?:ERR_INVALID_CHAR|ERR_INVALID_HTTP_TOKEN|ERR_HTTP_INVALID_HEADER_VALUE|ERR_UNESCAPED_CHARACTERS)$/,
    'invalid_request',
  ],
  [/^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C)/, 'tls_error'],
  [/^(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|EPROTO)$/, 'tls_error'],
  [/^HPE_/, 'invalid_response'],
  [
    /^(?:ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM|EMFILE|ENFILE)$/,
    'connect_error',
  ],
  [/^(?:ABORT_ERR|ERR_ABORTED)$/, 'aborted'],
]

/** Codes that may be shown to callers: they name the fault and contain nothing else. */
const shownCode = /^[A-Z][A-Z0-9_]{2,60}$/

/** Yields an error and its causes, innermost last; an aggregate continues with its first error. */
function* chain(error: unknown): Generator<Error & { code?: unknown }> {
  let next = error
  for (let depth = 0; depth < 8 && next instanceof Error; depth += 1) {
    yield next
    next = next instanceof AggregateError ? (next.errors[0] as unknown) : next.cause
  }
}

/**
 * Translates an error raised during an exchange.
 * @returns the EgressError in the chain of causes, if any; otherwise the fault for the innermost error code; an
 * unknown code counts as a reset connection. Causes are dropped, because their texts contain addresses.
 */
export function toEgressError(error: unknown): EgressError {
  let code = ''
  for (const link of chain(error)) {
    if (link instanceof EgressError) return link
    if (typeof link.code === 'string') code = link.code
  }
  const meaning = codeTable.find(([codes]) => codes.test(code))?.[1] ?? 'connection_reset'
  return shownCode.test(code) ? fault(meaning, code, code) : fault(meaning)
}
