/** Reads the modification date of a page as a sitemap or a feed states it. */
import { mapLimits } from '@seine/shared/config/limits.ts'
import { ownString } from '../html/plain-line.ts'

/** W3C datetime with the given precision; a missing zone and a space instead of the `T` are common. */
const w3c = /^(\d{4}(?:-\d\d(?:-\d\d)?)?)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?))?$/
const rfc822 = /^(?:[a-z]{3},?\s+)?\d{1,2}\s+[a-z]{3,9}\s+\d{2,4}\s+\d\d:\d\d/i

/**
 * Reads a date.
 * @param text as written: W3C datetime, or RFC 822 as used by RSS.
 * @returns W3C datetime; undefined for any other format.
 */
export function readLastmod(text: string): string | undefined {
  if (text.length > mapLimits.lastmodMaxCharacters) return undefined
  const match = w3c.exec(text)
  if (match !== null) {
    const [, date = '', time] = match
    if (Number.isNaN(Date.parse(date))) return undefined
    return ownString(time === undefined ? date : `${date}T${time}`)
  }
  if (!rfc822.test(text)) return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
