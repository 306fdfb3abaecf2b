/** The proxies an operator has for pages that need one, in three strengths, from URL templates. */
import { proxyTiers, type ProxyTier } from '../api/browser-page.ts'
import { ConfigError, type Config } from '../config/config.ts'
import type { UpstreamProxy } from './forward-proxy/contract.ts'

/** What goes into a template. */
export interface TierUse {
  /** ISO 3166-1 alpha-2; null = any. */
  country: string | null
  /** The same text gives the same exit address, where the provider offers that. */
  session: string
}

export interface ProxyTiers {
  /** Weakest first. */
  readonly configured: readonly ProxyTier[]
  /** The proxy of a tier, or null when it is not configured. */
  upstream(tier: ProxyTier, use: TierUse): UpstreamProxy | null
  /** Says whether a country can be asked for. */
  servesCountry(tier: ProxyTier): boolean
}

const settings = {
  basic: 'SEINE_PROXY_BASIC',
  enhanced: 'SEINE_PROXY_ENHANCED',
  premium: 'SEINE_PROXY_PREMIUM',
} as const satisfies Record<ProxyTier, keyof Config>

const takesCountry = /\{(?:country|COUNTRY)\}/

/** A part in square brackets that is wanted only with a country. */
const optionalPart = /\[([^[\]]*\{(?:country|COUNTRY)\}[^[\]]*)\]/g

function filled(template: string, { country, session }: TierUse): string {
  const inserted = encodeURIComponent(country ?? '')
  return template
    .replace(optionalPart, (_part, inside: string) => (country === null ? '' : inside))
    .replaceAll('{country}', () => inserted.toLowerCase())
    .replaceAll('{COUNTRY}', () => inserted.toUpperCase())
    .replaceAll('{session}', () => encodeURIComponent(session))
}

/** Reads a filled template, or says what is wrong with it; never quotes it. */
function parsed(text: string): UpstreamProxy | string {
  const url = URL.parse(text)
  if (url === null) return 'it is not a URL'
  if (url.protocol !== 'http:') return 'the scheme is not http'
  if (/[{}]/.test(text)) return 'it holds a placeholder other than {country}, {COUNTRY} and {session}'
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return 'it holds more than a host and a port'
  try {
    const credentials = { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
    const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
    const port = url.port === '' ? 80 : Number(url.port)
    return { host, port, credentials: url.username === '' && url.password === '' ? null : credentials }
  } catch {
    return 'the user name or the password holds a lone %'
  }
}

/**
 * Reads the templates of all tiers: `http://user:password@host:port` with `{country}` (lower case),
 * `{COUNTRY}` and `{session}`. `[-country-{country}]` is left out when no country is asked for.
 * @throws ConfigError naming every setting that cannot be read, without its value.
 */
export function readProxyTiers(config: Pick<Config, (typeof settings)[ProxyTier]>): ProxyTiers {
  const templates = new Map<ProxyTier, string>()
  const problems: string[] = []
  for (const tier of proxyTiers) {
    const template = config[settings[tier]].trim()
    if (template === '') continue
    const tried = [
      parsed(filled(template, { country: 'FR', session: 's' })),
      parsed(filled(template, { country: null, session: 's' })),
    ]
    const problem = tried.find((outcome) => typeof outcome === 'string')
    if (problem === undefined) templates.set(tier, template)
    else problems.push(`${settings[tier]}: ${problem}`)
  }
  if (problems.length > 0) throw new ConfigError(`invalid configuration\n  ${problems.join('\n  ')}`)
  return {
    configured: [...templates.keys()],
    upstream: (tier, use) => {
      const template = templates.get(tier)
      const outcome = template === undefined ? null : parsed(filled(template, use))
      return typeof outcome === 'string' ? null : outcome
    },
    servesCountry: (tier) => takesCountry.test(templates.get(tier) ?? ''),
  }
}
