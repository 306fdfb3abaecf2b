/** The tiers of proxies through which a page may be loaded. */

/** Names of the proxy tiers, weakest first. */
export const proxyTiers = ['basic', 'enhanced', 'premium'] as const

export type ProxyTier = (typeof proxyTiers)[number]
