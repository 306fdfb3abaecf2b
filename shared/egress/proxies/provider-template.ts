/** The template of a provider: the URL of its proxy, with placeholders for a country and a session. */
import type { UpstreamProxy } from '../connections/proxy-contract.ts'

/** The values to insert into a template. */
export interface RouteUse {
  /** ISO 3166-1 alpha-2; null: any. */
  country: string | null
  /** Equal values result in the same exit address, if the provider supports that. */
  session: string
}

const takesCountry = /\{(?:country|COUNTRY)\}/

/** A part in square brackets that is kept only when a country is requested. */
const optionalPart = /\[([^[\]]*\{(?:country|COUNTRY)\}[^[\]]*)\]/g

const schemes: Readonly<Record<string, Pick<UpstreamProxy, 'protocol' | 'port'>>> = {
  http: { protocol: 'http', port: 80 },
  socks5: { protocol: 'socks5', port: 1080 },
  socks5h: { protocol: 'socks5', port: 1080 },
}

/** Maximum size of a user name or password in SOCKS, bytes (RFC 1929, section 2). */
const socksCredentialMaxBytes = 255

/** Returns true when a template has a placeholder for a country. */
export const servesCountry = (template: string): boolean => takesCountry.test(template)

function filled(template: string, { country, session }: RouteUse): string {
  const inserted = encodeURIComponent(country ?? '')
  return template
    .replace(optionalPart, (_part, inside: string) => (country === null ? '' : inside))
    .replaceAll('{country}', () => inserted.toLowerCase())
    .replaceAll('{COUNTRY}', () => inserted.toUpperCase())
    .replaceAll('{session}', () => encodeURIComponent(session))
}

const optionRules = 'its options are target=name or address, http=absolute or tunnel, each once'

/** Parses the options after the question mark: `target=address&http=absolute`. */
function optionsOf(
  search: string,
  protocol: UpstreamProxy['protocol'],
): Pick<UpstreamProxy, 'target' | 'http'> | string {
  const given = [...new URLSearchParams(search)]
  const options = new Map(given)
  if (options.size !== given.length) return optionRules
  const read: Pick<UpstreamProxy, 'target' | 'http'> = {}
  for (const [name, value] of options) {
    if (name === 'target' && (value === 'name' || value === 'address')) read.target = value
    else if (name === 'http' && (value === 'absolute' || value === 'tunnel')) read.http = value
    else return optionRules
  }
  return protocol === 'socks5' && read.http !== undefined ? 'the option http is for HTTP proxies' : read
}

/**
 * Fills in a template: `http://user:password@host:port` or `socks5://...`, with `{country}` (lower case), `{COUNTRY}`
 * and `{session}`. `[-country-{country}]` is left out when no country is requested. `?target=address` gives the proxy
 * vetted addresses instead of names.
 * @returns the proxy, or the problem with the template, which never quotes it.
 */
export function proxyOf(template: string, use: RouteUse): UpstreamProxy | string {
  const text = filled(template, use)
  const [, name = ''] = /^([^:]*):\/\//.exec(text) ?? []
  const scheme = Object.hasOwn(schemes, name.toLowerCase()) ? schemes[name.toLowerCase()] : undefined
  if (scheme === undefined) return 'it is not a URL with the scheme http or socks5'
  if (/[{}]/.test(text)) return 'it contains a placeholder other than {country}, {COUNTRY} and {session}'
  // Always parsed as http: the URL standard does not normalize hosts of other schemes.
  const url = URL.parse(`http${text.slice(name.length)}`)
  if (url === null) return 'it is not a URL'
  if (url.pathname !== '/' || url.hash !== '') return 'it contains more than a host, a port and options'
  const options = optionsOf(url.search, scheme.protocol)
  if (typeof options === 'string') return options
  const credentials = credentialsOf(url)
  if (typeof credentials === 'string') return credentials
  if (scheme.protocol === 'socks5' && credentials !== null && !fitSocks(credentials)) {
    return `the user name or the password is longer than ${socksCredentialMaxBytes} bytes`
  }
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  return { protocol: scheme.protocol, host, port: writtenPort(text) ?? scheme.port, credentials, ...options }
}

/** Returns the port in the text, because a URL drops the default port of its scheme. */
function writtenPort(text: string): number | null {
  const [, port] = /:(\d+)\/?$/.exec(text.replace(/\?.*$/, '')) ?? []
  return port === undefined ? null : Number(port)
}

function credentialsOf({ username, password }: URL): UpstreamProxy['credentials'] | string {
  if (username === '' && password === '') return null
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return 'the user name or the password contains a % that does not begin an escape'
  }
}

const fitSocks = (credentials: { username: string; password: string }): boolean =>
  [credentials.username, credentials.password].every((text) => Buffer.byteLength(text) <= socksCredentialMaxBytes)
