/**
 * Routes to a target: direct, or through the proxy of a provider, in tiers of strength. HTTP and browsers share the
 * decision which routes a page may use.
 */
import type { ProxyTier } from './proxy-tier.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'

/** `none` connects directly. */
export type Tier = 'none' | ProxyTier

/** One route to a target. */
export interface ProxyRoute {
  tier: Tier
  /** Name of the provider; null: direct. */
  provider: string | null
  upstream: UpstreamProxy | null
}

/** The options of a page that determine its routes. */
export interface RouteOptions {
  /** `auto`, a tier, or the name of a provider. */
  proxy: string
  /** ISO 3166-1 alpha-2, upper case; null: any. */
  geolocation: string | null
}

/** Thrown when a tier, a provider or a country is requested that is not configured. */
export class ProxyNotConfiguredError extends Error {
  override readonly name = 'ProxyNotConfiguredError'
}

export interface ProxyRoutes {
  /**
   * Returns the tiers that a page may use, weakest first; never empty.
   * @throws ProxyNotConfiguredError when the requested proxy or country is not configured.
   */
  tiersFor(options: RouteOptions): Tier[]
  /**
   * Returns the routes of one tier, working ones first; one direct route for `none`.
   * @param session equal values result in the same exit address, if the provider supports that.
   */
  routesOf(tier: Tier, options: RouteOptions, session: string): ProxyRoute[]
  /** Records whether a route worked: whether its proxy forwarded requests. */
  report(route: ProxyRoute, worked: boolean): void
}

/** Used when no proxy is configured: all connections are direct. */
export const straightOnly: ProxyRoutes = {
  tiersFor({ proxy, geolocation }) {
    if (proxy === 'auto' && geolocation === null) return ['none']
    throw new ProxyNotConfiguredError('no proxy is configured')
  },
  routesOf: () => [{ tier: 'none', provider: null, upstream: null }],
  report() {},
}

/**
 * Reports whether the proxy of a route worked. A page that failed for another reason says nothing about the proxy.
 * @param attempt its outcome, and whether the site answered.
 */
export function reportRoute(
  routes: Pick<ProxyRoutes, 'report'>,
  route: ProxyRoute,
  { outcome, isAnswered }: { outcome: string; isAnswered: boolean },
): void {
  if (outcome === 'proxy_error') routes.report(route, false)
  else if (isAnswered) routes.report(route, true)
}

/**
 * Returns the tiers left to try when the tier that worked for pages of the same session is known: in `auto`, that tier
 * and all stronger ones; otherwise all tiers.
 * @param tiers weakest first.
 * @param settled the tier that worked; null: not known, or no proxy was used.
 */
export function tiersFrom(tiers: readonly Tier[], { proxy }: RouteOptions, settled: ProxyTier | null): Tier[] {
  const from = settled === null || proxy !== 'auto' ? -1 : tiers.indexOf(settled)
  return tiers.slice(Math.max(0, from))
}
