/** Distinguishes codes of countries from other codes of regions. */
import { once } from './once.ts'

const regions = once(() => new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }))

/** Codes of regions that have a name but are not countries: groups of countries, and values for tests. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/**
 * Returns true for a code of ISO 3166-1 that names a country, also for a withdrawn one: it has the name of its
 * successor.
 * @param code two capital letters.
 */
export const namesCountry = (code: string): boolean => !noCountries.has(code) && regions().of(code) !== undefined
