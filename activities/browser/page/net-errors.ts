/** Maps Chromium's network errors to outcomes of attempts. Names: `net_error_list.h` of Chromium. */
import type { BrowserOutcome } from '@seine/shared/tasks/browser-page.ts'

type NetOutcome = Extract<
  BrowserOutcome,
  'dns_error' | 'tls_error' | 'proxy_error' | 'timeout' | 'network_error' | 'unsafe_target'
>

const exact: Readonly<Record<string, NetOutcome>> = {
  ERR_NAME_NOT_RESOLVED: 'dns_error',
  ERR_NAME_RESOLUTION_FAILED: 'dns_error',
  ERR_PROXY_CONNECTION_FAILED: 'proxy_error',
  ERR_TUNNEL_CONNECTION_FAILED: 'proxy_error',
  ERR_NO_SUPPORTED_PROXIES: 'proxy_error',
  ERR_MANDATORY_PROXY_CONFIGURATION_FAILED: 'proxy_error',
  ERR_UNEXPECTED_PROXY_AUTH: 'proxy_error',
  ERR_HTTPS_PROXY_TUNNEL_RESPONSE: 'proxy_error',
  ERR_TIMED_OUT: 'timeout',
  ERR_CONNECTION_TIMED_OUT: 'timeout',
  ERR_UNSAFE_PORT: 'unsafe_target',
  ERR_UNSAFE_REDIRECT: 'unsafe_target',
  ERR_DISALLOWED_URL_SCHEME: 'unsafe_target',
  ERR_UNKNOWN_URL_SCHEME: 'unsafe_target',
}

const families: readonly (readonly [RegExp, NetOutcome])[] = [
  [/^ERR_(?:DNS_|ICANN_)/, 'dns_error'],
  [/^ERR_PROXY_|^ERR_SOCKS_/, 'proxy_error'],
  [/^ERR_(?:CERT_|SSL_|BAD_SSL_|CT_|ECH_)/, 'tls_error'],
]

/**
 * Returns the outcome for a network error.
 * @param code without `net::`, such as `ERR_CONNECTION_RESET`.
 * @returns `network_error` for every code without a more specific outcome.
 */
export function outcomeOfNetError(code: string): NetOutcome {
  const known = exact[code]
  if (known !== undefined) return known
  return families.find(([pattern]) => pattern.test(code))?.[1] ?? 'network_error'
}

/** Returns the first network error that a text contains, without `net::`; null when it contains none. */
export const netErrorIn = (text: string): string | null => /\bnet::(ERR_[A-Z0-9_]+)/.exec(text)?.[1] ?? null
