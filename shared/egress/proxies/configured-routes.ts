/** The routes that an operator has configured: direct, and through providers, by tier. */
import { monotonicNow } from '../../values/monotonic-now.ts'
import { createHash } from 'node:crypto'
import { proxyTiers, type ProxyTier } from './proxy-tier.ts'
import { ProviderHealth } from './provider-health.ts'
import { proxyOf } from './provider-template.ts'
import { readProviders, type Provider, type ProviderSettings } from './proxy-providers.ts'
import {
  ProxyNotConfiguredError,
  straightOnly,
  type ProxyRoutes,
  type ProxyRoute,
  type RouteOptions,
  type Tier,
} from './proxy-routes.ts'

/**
 * Reads the providers, and from then on records their failures.
 * @param now returns the time, milliseconds.
 * @throws ConfigError naming every invalid provider, without its value.
 */
export function readProxyRoutes(config: ProviderSettings, now: () => number = monotonicNow): ProxyRoutes {
  const providers = readProviders(config)
  const health = new ProviderHealth(now)
  return {
    tiersFor: (options) => tiersFor(options, providers),
    routesOf(tier, options, session) {
      if (tier === 'none') return straightOnly.routesOf(tier, options, session)
      const serving = providers.filter((provider) => provider.tier === tier && serves(provider, options))
      return health.ordered(spread(serving, session)).flatMap(({ name, template }): ProxyRoute[] => {
        const upstream = proxyOf(template, { country: options.geolocation, session })
        return typeof upstream === 'string' ? [] : [{ tier, provider: name, upstream }]
      })
    },
    report({ provider }, worked) {
      if (provider !== null) health.report(provider, worked)
    },
  }
}

const isTier = (name: string): name is ProxyTier => proxyTiers.some((tier) => tier === name)

/** Returns true when the requested proxy includes a provider: by its name, by its tier, or by `auto`. */
const isNamed = ({ name, tier }: Provider, proxy: string): boolean =>
  proxy === 'auto' || proxy === tier || (proxy === name && !isTier(proxy))

const serves = (provider: Provider, { proxy, geolocation }: RouteOptions): boolean =>
  isNamed(provider, proxy) && (geolocation === null || provider.servesCountry)

function tiersFor(options: RouteOptions, providers: readonly Provider[]): Tier[] {
  const { proxy, geolocation } = options
  const serving = proxyTiers.filter((tier) =>
    providers.some((provider) => provider.tier === tier && serves(provider, options)),
  )
  if (proxy === 'auto' && geolocation === null) return ['none', ...serving]
  if (serving.length > 0) return serving
  if (proxy === 'auto') {
    throw new ProxyNotConfiguredError(`no proxy that serves a country is configured; geolocation was ${geolocation}`)
  }
  if (!providers.some((provider) => isNamed(provider, proxy))) {
    throw new ProxyNotConfiguredError(`the proxy \`${proxy}\` is not configured`)
  }
  throw new ProxyNotConfiguredError(`the proxy \`${proxy}\` serves no countries; geolocation was ${geolocation}`)
}

/**
 * Spreads load over providers: each session has its own constant order of them, so that it stays with one provider and
 * keeps its exit address.
 */
function spread(providers: readonly Provider[], session: string): readonly Provider[] {
  if (providers.length < 2) return providers
  const weight = ({ name }: Provider): string => createHash('sha256').update(`${name}\n${session}`).digest('hex')
  return providers
    .map((provider) => ({ provider, weight: weight(provider) }))
    .toSorted((a, b) => (a.weight < b.weight ? -1 : 1))
    .map(({ provider }) => provider)
}
