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

/**
 * Returns true for the code of a country that exists. Withdrawn and reserved codes (`DD`, `UK`) are refused: they have
 * the name of a country, but a locale replaces them by its code.
 * @param code two capital letters.
 */
export const isCountry = (code: string): boolean => namesCountry(code) && new Intl.Locale(`und-${code}`).region === code
