/** The proxy providers that an operator has configured, in tiers of strength. */
import { proxyTiers, type ProxyTier } from './proxy-tier.ts'
import { ConfigError, type Config } from '../../config/config.ts'
import { proxyOf, servesCountry } from './provider-template.ts'

/** One provider. */
export interface Provider {
  name: string
  tier: ProxyTier
  /** Template of the URL of its proxy. */
  template: string
  servesCountry: boolean
}

const settings = {
  basic: 'SEINE_PROXY_BASIC',
  enhanced: 'SEINE_PROXY_ENHANCED',
  premium: 'SEINE_PROXY_PREMIUM',
} as const satisfies Record<ProxyTier, keyof Config>

/** The settings that contain providers. */
export type ProviderSettings = Pick<Config, (typeof settings)[ProxyTier]>

/** Names with another meaning in a request. */
const takenNames = new Set<string>(['auto', 'none', ...proxyTiers])

const isTaken = (name: string, tier: ProxyTier): boolean => takenNames.has(name) && name !== tier

/** A provider as configured, with its problems. */
interface Entry extends Provider {
  /** The setting and position of the provider, for messages. */
  place: string
  problems: string[]
}

/** As long as the identifiers that are used as sessions. */
const sampleSession = '00000000-0000-4000-8000-000000000000'

function entryOf(text: string, tier: ProxyTier, at: number, of: number): Entry {
  // The scheme of a URL precedes any equals sign.
  const [, named, rest = ''] = /^([^:/]*?)=(.*)$/.exec(text) ?? []
  const template = named === undefined ? text : rest
  const name = named ?? (at === 0 ? tier : `${tier}-${at + 1}`)
  const problems: string[] = []
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) problems.push('its name is not 1 to 64 letters, digits, _ and -')
  else if (isTaken(name, tier)) problems.push('its name is reserved')
  const problem = ['FR', null]
    .map((country) => proxyOf(template, { country, session: sampleSession }))
    .find((outcome) => typeof outcome === 'string')
  if (problem !== undefined) problems.push(problem)
  const place = of === 1 ? settings[tier] : `${settings[tier]}, provider ${at + 1}`
  return { name, tier, template, servesCountry: servesCountry(template), place, problems }
}

/**
 * Reads the providers of all tiers: `[name=]url`, separated by white space. A provider without a name is named after
 * its tier: `basic`, `basic-2`.
 * @returns providers in configured order, weakest tier first.
 * @throws ConfigError naming every invalid provider, without quoting any of it.
 */
export function readProviders(config: ProviderSettings): Provider[] {
  const entries = proxyTiers.flatMap((tier) => {
    const texts = config[settings[tier]].split(/\s+/).filter((text) => text !== '')
    return texts.map((text, at) => entryOf(text, tier, at, texts.length))
  })
  const seen = new Set<string>()
  for (const { name, tier, problems } of entries) {
    if (seen.has(name) && !isTaken(name, tier)) problems.push('another provider has the same name')
    seen.add(name)
  }
  const problems = entries.flatMap(({ place, problems: found }) => found.map((problem) => `${place}: ${problem}`))
  if (problems.length > 0) throw new ConfigError(`invalid configuration\n  ${problems.join('\n  ')}`)
  return entries.map(({ name, tier, template, servesCountry: serves }) => ({
    name,
    tier,
    template,
    servesCountry: serves,
  }))
}
