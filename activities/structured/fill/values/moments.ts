/** Reads dates and times for the formats of JSON Schema. */
import {
  dateInText,
  hourOfHalf,
  machineDate,
  type DateCheck,
  type DayMonthOrder,
} from '../../../content/metadata/dates.ts'
import { isRangeEnd, zoneAt } from '../../../content/metadata/time-zones.ts'
import { afterDash, withOneDay, type RangeEnd } from './ranges-of-days.ts'

/** Accepts any year with four digits before 2200: future events, births and old books. */
const isAnyDate: DateCheck = (date) => date >= '1000' && date < '2200'

/** A time of day, and what its text says about its time zone. */
interface ClockTime {
  /** `HH:MM:SS` */
  time: string
  /** Such as `+02:00` or `Z`; `unknown` for a named zone without a known offset; null when none is named. */
  zone: string | null
}

const textMaxCharacters = 200
const half = String.raw`\s*([ap])\.?\s?m(?!\p{L})`
/** Behind minutes, a word may follow without a space: `12:54 AMTue`; `8 AMOLED` is no time. */
const halfOfClock = String.raw`\s*([ap])\.?\s?m(?-i:(?!\p{Ll}))`
/** The end of a range whose half of the day counts for its beginning too: `7:30–9 pm`. */
const rangeEnd = new RegExp(String.raw`^\s*(?:[-–—]|to|until)\s*(1[0-2]|0?\d)(?::[0-5]\d)?${half}`, 'iu')
/** The end of a range whose `Uhr` counts for its beginning too: `10–12 Uhr`. */
const untilUhr = String.raw`(?=\s*(?:[-–—]|bis)\s*(?:[01]?\d|2[0-3])(?:[.:][0-5]\d)?\s*Uhr)`
/** Clocks with minutes, with only an hour and its half, and with `Uhr`. */
const clocks = [
  new RegExp(
    String.raw`(?<![\d:.])([01]?\d|2[0-3])(?::|\s?[hH時]\s?)([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(?:\s*分)?(?:${halfOfClock})?`,
    'iu',
  ),
  new RegExp(
    String.raw`(?<![\d:.])(1[0-2]|[1-9])()()(?:${half}|(?=\s*(?:[-–—]|to|until)\s*(?:1[0-2]|0?\d)(?::[0-5]\d)?${half}))`,
    'iu',
  ),
  new RegExp(String.raw`(?<![\d:.])([01]?\d|2[0-3])\.([0-5]\d)()()(?:\s*Uhr|${untilUhr})`, 'iu'),
  new RegExp(String.raw`(?<![\d:.])([01]?\d|2[0-3])()()()(?:\s*(?:Uhr|時)|${untilUhr})`, 'iu'),
]

/** Returns the time of day in a text with its zone; null if none exists. */
function clockIn(text: string): ClockTime | null {
  const near = text.slice(0, textMaxCharacters)
  const match = clocks.map((clock) => clock.exec(near)).find((found) => found !== null)
  if (match === undefined || match === null) return null
  const [all, hours, minutes, seconds, own] = match
  const rest = near.slice(match.index + all.length)
  const [, endHour, endHalf] = rangeEnd.exec(rest) ?? []
  // `11–1 pm` begins in the morning.
  const isSame = endHour !== undefined && Number(hours) % 12 <= Number(endHour) % 12
  const shared = endHalf === undefined || isSame ? endHalf : otherHalf(endHalf)
  const hour = hourOfHalf(Number(hours), own || (Number(hours) <= 12 ? shared : undefined))
  const isMachineWritten = Boolean(seconds) || /(?:^|\d)T$/i.test(near.slice(0, match.index))
  const zone = zoneIn(rest, isRangeEnd(rest, isMachineWritten))
  return { time: `${String(hour).padStart(2, '0')}:${minutes || '00'}:${seconds || '00'}`, zone }
}

const otherHalf = (letter: string): string => (letter.toLowerCase() === 'p' ? 'a' : 'p')

/**
 * Returns the zone behind a time, or behind the end of its range.
 * @param isRange true when the text begins with such an end.
 */
function zoneIn(rest: string, isRange: boolean): string | null {
  const range =
    /^\s*(?:Uhr\s*)?(?:(?:[-–—]|to|until|bis)\s*\d{1,2}(?:[:.h]\d\d|\s?h(?!\p{L}))?(?:\s*[ap]\.?m\.?)?\s*(?:Uhr)?)?\.?/iu.exec(
      rest,
    )
  return (isRange ? null : zoneAt(rest)) ?? zoneAt(rest.slice(range?.[0].length ?? 0))
}

/** Returns the time of day at an end of a range, which may be in a later part of the text. */
const clockAt = (text: string, end: RangeEnd): ClockTime | null =>
  (end === 'last' ? clockIn(afterDash(text) ?? '') : null) ?? clockIn(text)

/** Returns the time of day in a text as `HH:MM:SS`; null if none exists. @param end of a range that is meant. */
export const timeIn = (text: string, end: RangeEnd = 'first'): string | null => clockAt(text, end)?.time ?? null

/**
 * Returns a time of day with its offset, `HH:MM:SSZ`: that of UTC when the text names no zone. Null without a time, and
 * for a zone whose offset is not known.
 * @param end of a range that is meant.
 */
export function timeWithOffset(text: string, end: RangeEnd = 'first'): string | null {
  const clock = clockAt(text, end)
  return clock === null || clock.zone === 'unknown' ? null : `${clock.time}${clock.zone ?? 'Z'}`
}

const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/

/**
 * Returns the date, or date and time, in a text; null if none exists. The time has an offset when the text names a zone
 * whose offset is known.
 * @param order of day and month when a number can be either.
 * @param end of a range that is meant.
 */
export function momentIn(text: string, order: DayMonthOrder, end: RangeEnd = 'first'): string | null {
  const machine = machineDate(text, isAnyDate)
  if (machine !== null && machine.length > 10 && (end === 'first' || afterDash(text) === null))
    return withZoneOfRange(machine, text)
  const plain = withOneDay(text, end)
  const later = end === 'last' && plain === text ? dateInText(afterDash(text) ?? '', order, isAnyDate) : null
  const date = later ?? machine?.slice(0, 10) ?? dateInText(plain, order, isAnyDate)
  if (date === null) return null
  const clock = clockAt(plain, end)
  if (clock === null) return date
  return `${date}T${clock.time}${clock.zone === null || clock.zone === 'unknown' ? '' : clock.zone}`
}

/** Adds the zone that stands behind the end of a range, such as `2025-09-04 10:00-12:00 CEST`. */
function withZoneOfRange(moment: string, text: string): string {
  if (hasOffset.test(moment)) return moment
  const clock = clockIn(text)
  return clock !== null && clock.zone !== 'unknown' && moment.endsWith(`T${clock.time}`)
    ? moment + (clock.zone ?? '')
    : moment
}

/**
 * Returns a moment of a text as an RFC 3339 date-time, which requires an offset: UTC is assumed when the text names no
 * zone, and the start of the day when it has no time. Null without a date, and for a zone whose offset is not known.
 * @param order of day and month when a number can be either.
 * @param end of a range that is meant.
 */
export function fullMomentIn(text: string, order: DayMonthOrder, end: RangeEnd = 'first'): string | null {
  const moment = momentIn(text, order, end)
  if (moment === null) return null
  const whole = moment.length === 10 ? `${moment}T00:00:00` : moment
  if (hasOffset.test(whole)) return whole
  return moment.length > 10 && clockAt(text, end)?.zone === 'unknown' ? null : `${whole}Z`
}
