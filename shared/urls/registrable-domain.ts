/**
 * Registrable domains by the Public Suffix List, including its private section: customers of a hosting service
 * (`a.github.io`, `b.github.io`) are different sites.
 */
import { getDomain, getDomainWithoutSuffix } from 'tldts'

const options = { allowPrivateDomains: true } as const

/**
 * Returns the registrable domain: `example.co.uk` for `www.example.co.uk`.
 * @param place a host name or a URL.
 * @returns null for addresses, public suffixes and names without a suffix.
 */
export const registrableDomain = (place: string): string | null => getDomain(place, options)

/**
 * Returns the part of the registrable domain before the public suffix: `example` for `www.example.co.uk`.
 * @param place a host name or a URL.
 * @returns null where no registrable domain exists.
 */
export const registrableLabel = (place: string): string | null => getDomainWithoutSuffix(place, options)
