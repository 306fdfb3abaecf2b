/** The classes of proxies that a page may be loaded through. */

/** Names of the proxy tiers, weakest first. */
export const proxyTiers = ['basic', 'enhanced', 'premium'] as const

export type ProxyTier = (typeof proxyTiers)[number]
