/** The operator's mail server, as configured by SEINE_SMTP_URL. */
import { ConfigError } from '@seine/shared/config/config.ts'
import { isLoopbackHost } from '@seine/shared/config/loopback-host.ts'

/** How the connection is secured. */
export type MailTls =
  /** TLS from the first byte on. */
  | 'implicit'
  /** STARTTLS; the connection fails without it. */
  | 'required'
  /** STARTTLS when the server offers it. */
  | 'offered'
  | 'off'

export interface MailServer {
  host: string
  port: number
  tls: MailTls
  /** Whether the certificate must be valid. */
  verified: boolean
  login: { user: string; password: string } | null
}

const modes: ReadonlySet<string> = new Set(['required', 'unverified', 'off'])

const wrong = (rule: string): ConfigError =>
  // The message omits the value, which may contain a password.
  new ConfigError(`invalid configuration\n  SEINE_SMTP_URL: ${rule}`)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong('user and password must be percent-encoded')
  }
}

/**
 * Reads the URL of a mail server: `smtp://` (STARTTLS when offered) or `smtps://`; `?tls=` set to `required`,
 * `unverified` or `off` selects another mode. A login is sent over TLS only, except to the local machine: STARTTLS is
 * then required, and a server that does not offer it gets no mail. Certificates are checked except where a check
 * protects nothing: without a login, and when the server decides whether to encrypt, an attacker on the path can turn
 * encryption off anyway (RFC 7435).
 * @throws ConfigError that names the rule and never the value.
 */
export function readMailServer(text: string): MailServer {
  const url = URL.parse(text)
  const scheme = url?.protocol
  if (url === null || (scheme !== 'smtp:' && scheme !== 'smtps:') || url.hostname === '') {
    throw wrong('must be smtp://[user:password@]host[:port] or smtps://...')
  }
  if ((url.pathname !== '' && url.pathname !== '/') || url.hash !== '')
    throw wrong('must end after host, port and ?tls=')
  const mode = url.searchParams.get('tls')
  const known = mode === null || modes.has(mode)
  if (!known || [...url.searchParams.keys()].some((name) => name !== 'tls')) {
    throw wrong('allows no parameter other than tls=required, tls=unverified or tls=off')
  }
  const implicit = scheme === 'smtps:'
  if (implicit && mode === 'off') throw wrong('smtps:// always uses TLS: remove tls=off')
  const login = url.username === '' ? null : { user: decoded(url.username), password: decoded(url.password) }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isSecret = login !== null && !isLoopbackHost(host)
  if (isSecret && mode === 'off') throw wrong('a login needs TLS: remove tls=off or the login')
  const plain = mode === 'off' || mode === 'required' ? mode : isSecret ? 'required' : 'offered'
  const tls = implicit ? 'implicit' : plain
  const isExposed = implicit || mode === 'required' || isSecret
  return {
    host,
    port: url.port === '' ? (implicit ? 465 : 587) : Number(url.port),
    tls,
    verified: mode !== 'unverified' && isExposed,
    login,
  }
}
