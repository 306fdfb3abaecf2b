/** The rule of codes of countries that their schema cannot express: that the country exists. */
import { isCountry } from '../../values/country-codes.ts'
import type { ProblemList } from './problem-list.ts'

const twoLetters = /^[A-Za-z]{2}$/

/**
 * Checks the code of a country at a pointer, in upper or lower case.
 * @param value what was given; anything but two letters is left for the schema to report.
 */
export function checkCountry(value: unknown, pointer: string, list: ProblemList): void {
  if (typeof value !== 'string' || !twoLetters.test(value) || isCountry(value.toUpperCase())) return
  list.add(pointer, 'validation_failed', 'must be a country code of ISO 3166-1 alpha-2', value)
}
