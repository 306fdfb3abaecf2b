/**
 * Faults of an exchange: from what Node, OpenSSL and got raise to the codes of the contract, with
 * constant texts. A text never holds an address that a name resolved to: that would make the
 * service an oracle for names inside the operator's network.
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
 * Makes the error of a fault.
 * @param detail a clause for callers to read; nothing a target could not know already.
 * @param systemCode what the operating system says, such as `ECONNREFUSED`.
 */
export function fault(code: EgressErrorCode, detail?: string, systemCode: string | null = null): EgressError {
  const message = detail === undefined ? `${texts[code]}.` : `${texts[code]}: ${detail}.`
  return new EgressError(code, message, { systemCode })
}

/** The same fault with the redirects that led to it. */
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

/** Codes that may be shown: they name the fault and hold nothing else. */
const shownCode = /^[A-Z][A-Z0-9_]{2,60}$/

/** The error and what caused it, innermost last; the parts of an aggregate stand for it. */
function* chain(error: unknown): Generator<Error & { code?: unknown }> {
  let next = error
  for (let depth = 0; depth < 8 && next instanceof Error; depth += 1) {
    yield next
    next = next instanceof AggregateError ? (next.errors[0] as unknown) : next.cause
  }
}

/**
 * Translates an error raised on the way.
 * @returns the fault found in the chain of causes when one of ours is there, else the one its code
 * stands for; what no code explains counts as a connection that broke off. Causes are left behind:
 * their texts hold addresses.
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
