/**
 * Ways out to a target: straight, or through the proxy of a provider, in tiers of strength. What a
 * page may use is one decision, taken alike for HTTP and for browsers.
 */
import type { ProxyTier } from './proxy-tier.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'

/** `none` connects straight. */
export type Tier = 'none' | ProxyTier

/** One way out. */
export interface ProxyRoute {
  tier: Tier
  /** Name of the provider; null = straight. */
  provider: string | null
  upstream: UpstreamProxy | null
}

/** What decides which ways a page may take. */
export interface RouteWish {
  /** `auto`, a tier, or the name of a provider. */
  proxy: string
  /** ISO 3166-1 alpha-2, upper case; null = any. */
  geolocation: string | null
}

/** A tier, a provider or a country was asked for that is not configured. */
export class ProxyNotConfiguredError extends Error {
  override readonly name = 'ProxyNotConfiguredError'
}

export interface ProxyRoutes {
  /**
   * The tiers a page may use, weakest first; never empty.
   * @throws ProxyNotConfiguredError when what was asked for is not there.
   */
  tiersFor(wish: RouteWish): Tier[]
  /**
   * The ways out of one tier, those that work first; one straight way for `none`.
   * @param session the same text gives the same exit address, where the provider offers that.
   */
  routesOf(tier: Tier, wish: RouteWish, session: string): ProxyRoute[]
  /** Tells how a way fared: whether its proxy passed requests on. */
  report(route: ProxyRoute, worked: boolean): void
}

/** No proxy is configured: everything goes straight. */
export const straightOnly: ProxyRoutes = {
  tiersFor({ proxy, geolocation }) {
    if (proxy === 'auto' && geolocation === null) return ['none']
    throw new ProxyNotConfiguredError('no proxy is configured')
  },
  routesOf: () => [{ tier: 'none', provider: null, upstream: null }],
  report() {},
}

/**
 * The tiers that are left once it is known by which one pages of the same user have been had: from there
 * up in `auto`, all of them otherwise.
 * @param tiers weakest first.
 * @param settled null = not known, or without a proxy.
 */
export function tiersFrom(tiers: readonly Tier[], { proxy }: RouteWish, settled: ProxyTier | null): Tier[] {
  const from = settled === null || proxy !== 'auto' ? -1 : tiers.indexOf(settled)
  return tiers.slice(Math.max(0, from))
}
