/** Parses dates as pages write them and returns them in ISO 8601. */
import { dayMs } from '@seine/shared/values/day-ms.ts'
import { monthOf } from './month-names.ts'
import { isRangeEnd, zoneAt } from './time-zones.ts'

/** Which number comes first in an ambiguous date. */
export type DayMonthOrder = 'day-first' | 'month-first'

/** Returns whether a date in ISO 8601 is plausible for the caller. */
export type DateCheck = (date: string) => boolean

const textMaxCharacters = 200
const yearMin = 1_990
/** Maximum number of days a page may be dated in the future, as for the issue of next month. */
const daysAheadMax = 40

const iso =
  /^\s*(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?|(\d\d)(\d\d)(?!\d)|\/(\d{1,2})\/(\d{1,2}))(?:(?:[T,]|\s+|\s*T\s*)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:\s*([ap])\.?m(?:\.|(?![a-z])))?)?/i

/**
 * Parses a machine-readable date: ISO 8601, RFC 2822, or seconds or milliseconds since 1970.
 * @returns a date, or a date with time and offset, as precise as the text, without an offset when the zone is not
 * known; null when the text is not such a date.
 */
export function machineDate(text: string, isPlausible: DateCheck = isPageDate): string | null {
  const value = text.slice(0, textMaxCharacters).trim()
  const match = iso.exec(value)
  if (match !== null) {
    const month = match[2] ?? match[4] ?? match[6]
    const date = dateOf(Number(match[1]), Number(month), match[3] ?? match[5] ?? match[7] ?? null, isPlausible)
    const [, , , , , , , , hours, minutes, seconds, half] = match
    return date === null || date.length < 10 ? date : date + timeOf({ hours, minutes, seconds, half }, match)
  }
  if (/^\d{10}(?:\d{3})?$/.test(value)) {
    const instant = new Date(Number(value) * (value.length === 10 ? 1_000 : 1))
    return isPlausible(instant.toISOString()) ? instant.toISOString() : null
  }
  return internetDate(value, isPlausible)
}

/** Parses `Thu, 04 Sep 2025 10:00:00 +0200` and the output of JavaScript, `Thu Sep 04 2025 10:00:00 GMT+0200`. */
function internetDate(value: string, isPlausible: DateCheck): string | null {
  const match =
    /^[a-z]{3,9},?\s+(?:(\d{1,2})\s+([a-z]{3})|([a-z]{3})\s+(\d{1,2}))[\s,]+(\d{4})[\s,]+(\d\d?):(\d\d)(?::(\d\d))?(?:\s*([ap])\.?m(?:\.|(?![a-z])))?/i.exec(
      value,
    )
  if (match === null) return null
  const month = monthOf((match[2] ?? match[3] ?? '').toLowerCase())
  const date = month === null ? null : dateOf(Number(match[5]), month, match[1] ?? match[4] ?? null, isPlausible)
  const [hours, minutes, seconds, half] = match.slice(6)
  return date === null ? null : date + timeOf({ hours, minutes, seconds, half }, match)
}

/** Parts of a time of day as written. */
type ClockParts = Record<'hours' | 'minutes' | 'seconds' | 'half', string | undefined>

/**
 * Returns the hour of 24 that a clock of twelve hours shows in one half of the day.
 * @param half `a` or `p`, in any case; undefined for a clock of 24 hours.
 */
export const hourOfHalf = (hours: number, half: string | undefined): number =>
  half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)

/** @param match of the beginning of a text; what follows may name the time zone. */
function timeOf({ hours, minutes, seconds, half }: ClockParts, { 0: read, input }: RegExpExecArray): string {
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return ''
  const hour = String(hourOfHalf(Number(hours), half)).padStart(2, '0')
  const second = seconds === undefined || Number(seconds) > 59 ? '00' : seconds
  const rest = input.slice(read.length)
  const zone = isRangeEnd(rest, seconds !== undefined || /\dT/i.test(read)) ? null : zoneAt(rest)
  return `T${hour}:${minutes}:${second}${zone === null || zone === 'unknown' ? '' : zone}`
}

/** Returns true for a date that a current page can have. */
const isPageDate: DateCheck = (date) =>
  date >= String(yearMin) && date.slice(0, 10) <= new Date(Date.now() + daysAheadMax * dayMs).toISOString()

const daysIn = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Returns `2025-09-04`, or `2025-09` without a day; null for an invalid or implausible date. */
function dateOf(year: number, month: number, day: number | string | null, isPlausible: DateCheck): string | null {
  const days = daysIn[month - 1]
  if (days === undefined || year < 1_000) return null
  const start = `${year}-${String(month).padStart(2, '0')}`
  if (day === null) return isPlausible(start) ? start : null
  const number = Number(day)
  if (number < 1 || number > (month === 2 && isLeapYear(year) ? 29 : days)) return null
  const date = `${start}-${String(number).padStart(2, '0')}`
  return isPlausible(date) ? date : null
}

/** A word, a number, or a punctuation mark. */
interface Part {
  kind: 'word' | 'number' | 'mark'
  text: string
}

function partsOf(text: string): Part[] {
  const parts: Part[] = []
  for (const [part] of text.toLowerCase().matchAll(/\d+|\p{L}[\p{L}\p{M}]*|[^\s\d\p{L}]/gu)) {
    const code = part.codePointAt(0) ?? 0
    const kind = code >= 48 && code <= 57 ? 'number' : /^\p{L}/u.test(part) ? 'word' : 'mark'
    parts.push({ kind, text: part })
  }
  return parts
}

/**
 * Finds the first complete date in a text: `4 September 2025`, `Sept. 4th, 2025`, `4. Mai 2025`,
 * `4 de mayo de 2025`, `2025年9月4日`, `2025-09-04`, `4.9.2025`, `9/4/2025`. Dates without a year and
 * relative dates are ignored.
 * @param text only its beginning is read.
 * @param order of day and month when a number can be either.
 * @param isPlausible other dates are ignored; accepts dates a current page can have by default.
 * @returns a day, `YYYY-MM-DD`, or null.
 */
export function dateInText(text: string, order: DayMonthOrder, isPlausible: DateCheck = isPageDate): string | null {
  if (!/\d/.test(text)) return null
  const parts = partsOf(text.slice(0, textMaxCharacters))
  for (let at = 0; at < parts.length; at++) {
    const date = dateAt(parts, at, order, isPlausible)
    if (date !== null) return date
  }
  return null
}

function dateAt(parts: readonly Part[], at: number, order: DayMonthOrder, isPlausible: DateCheck): string | null {
  const first = parts[at]
  if (first === undefined) return null
  if (first.kind === 'word') return monthDayYear(parts, at, isPlausible)
  if (first.kind !== 'number') return null
  if (first.text.length === 4) return yearFirst(parts, at, isPlausible)
  if (first.text.length > 2) return null
  return dayMonthYear(parts, at, isPlausible) ?? threeNumbers(parts, at, order, isPlausible)
}

const ordinals = new Set(['st', 'nd', 'rd', 'th', 'º', 'ª', 'er', 'e', 'of', 'de', 'del', 'den', 'd', 'o'])

/** Skips up to three marks or words that can be inside a date. */
function skip(parts: readonly Part[], at: number, isBetween: (part: Part) => boolean): number {
  let next = at
  for (; next < at + 3; next++) {
    const part = parts[next]
    if (part === undefined || !isBetween(part)) break
  }
  return next
}

const isFiller = (part: Part): boolean =>
  part.kind === 'mark' ? ".,-/'’".includes(part.text) : part.kind === 'word' && ordinals.has(part.text)

function yearAt(parts: readonly Part[], at: number): number | null {
  const part = parts[at]
  if (part === undefined || part.kind !== 'number') return null
  return part.text.length === 4 ? Number(part.text) : null
}

/** `September 4th, 2025` */
function monthDayYear(parts: readonly Part[], at: number, isPlausible: DateCheck): string | null {
  const month = monthOf(parts[at]?.text ?? '')
  if (month === null) return null
  const dayAt = skip(parts, at + 1, isFiller)
  const day = parts[dayAt]
  if (day === undefined || day.kind !== 'number' || day.text.length > 2) return null
  const year = yearAt(parts, skip(parts, dayAt + 1, isFiller))
  return year === null ? null : dateOf(year, month, day.text, isPlausible)
}

/** `4. September 2025`, `4-Sep-2025`, `4-Sep-25` */
function dayMonthYear(parts: readonly Part[], at: number, isPlausible: DateCheck): string | null {
  const monthAt = skip(parts, at + 1, isFiller)
  const word = parts[monthAt]
  const month = word?.kind === 'word' ? monthOf(word.text) : null
  if (month === null) return null
  const next = skip(parts, monthAt + 1, isFiller)
  const year = yearAt(parts, next) ?? shortYear(parts[next])
  return year === null ? null : dateOf(year, month, parts[at]?.text ?? null, isPlausible)
}

const shortYear = (part: Part | undefined): number | null =>
  part !== undefined && /^\d\d$/.test(part.text) ? 2_000 + Number(part.text) : null

/** `2025-09-04`, `2025. 9. 4.`, `2025年9月4日`, `2025 September 4` */
function yearFirst(parts: readonly Part[], at: number, isPlausible: DateCheck): string | null {
  const isBetween = (part: Part): boolean => '.-/,年月년월'.includes(part.text)
  const monthAt = skip(parts, at + 1, isBetween)
  const dayAt = skip(parts, monthAt + 1, isBetween)
  const [month, day] = [parts[monthAt], parts[dayAt]]
  if (month === undefined || day === undefined || !/^\d{1,2}$/.test(day.text)) return null
  const year = Number(parts[at]?.text)
  if (month.kind === 'word') {
    const named = monthOf(month.text)
    return named === null ? null : dateOf(year, named, day.text, isPlausible)
  }
  // Digits with no separator between them are not a date.
  if (monthAt === at + 1 || dayAt === monthAt + 1 || month.text.length > 2) return null
  return dateOf(year, Number(month.text), day.text, isPlausible)
}

/** `04.09.2025`, `9/4/25` */
function threeNumbers(parts: readonly Part[], at: number, order: DayMonthOrder, isPlausible: DateCheck): string | null {
  const [first, separator, second, again, last] = parts.slice(at, at + 5)
  if (first === undefined || separator === undefined || last === undefined) return null
  if (!'./-'.includes(separator.text) || again?.text !== separator.text) return null
  // Four numbers with the same separator are a version or an address.
  if (parts[at + 5]?.text === separator.text && parts[at + 6]?.kind === 'number') return null
  if (second === undefined || !/^\d{1,2}$/.test(second.text) || !/^\d{2}(?:\d\d)?$/.test(last.text)) return null
  const year = last.text.length === 4 ? Number(last.text) : separator.text === '/' ? 2_000 + Number(last.text) : null
  if (year === null) return null
  const [a, b] = [Number(first.text), Number(second.text)]
  const isDayFirst = b > 12 ? false : a > 12 || separator.text === '.' || order === 'day-first'
  return isDayFirst ? dateOf(year, b, a, isPlausible) : dateOf(year, a, b, isPlausible)
}
