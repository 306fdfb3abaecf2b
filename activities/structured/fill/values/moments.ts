/** Reads dates and times for the formats of JSON Schema. */
import { dateInText, machineDate, type DateCheck } from '../../../content/metadata/dates.ts'

/** Accepts any year with four digits before 2200: future events, births and old books. */
const isAnyDate: DateCheck = (date) => date >= '1000' && date < '2200'

/** Returns the time of day in a text as `HH:MM:SS`; null if none exists. */
export function timeIn(text: string): string | null {
  const match =
    /(?<![\d:.])([01]?\d|2[0-3])(?::|\s?[hH時]\s?)([0-5]\d)(?::([0-5]\d))?(?:\s*分)?\s*([ap])?\.?m?/iu.exec(
      text.slice(0, 200),
    ) ??
    /(?<![\d:.])(1[0-2]|[1-9])()()\s*([ap])\.?m\b/iu.exec(text.slice(0, 200)) ??
    /(?<![\d:.])([01]?\d|2[0-3])\.([0-5]\d)()()\s*Uhr/iu.exec(text.slice(0, 200)) ??
    /(?<![\d:.])([01]?\d|2[0-3])()()()\s*(?:Uhr|時)/iu.exec(text.slice(0, 200))
  if (match === null) return null
  const half = match[4]?.toLowerCase()
  const hour = (Number(match[1]) % (half === undefined || half === '' ? 24 : 12)) + (half === 'p' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${match[2] || '00'}:${match[3] || '00'}`
}

const monthFirst = /^en(?:-(?:us|ca|ph))?$/i

/** Returns the date, or date and time, in a text; null if none exists. @param language of the page. */
export function momentIn(text: string, language: string | null): string | null {
  const machine = machineDate(text, isAnyDate)
  if (machine !== null && machine.length >= 10) return machine
  const order = monthFirst.test(language ?? 'en') ? 'month-first' : 'day-first'
  const date = dateInText(text, order, isAnyDate)
  if (date === null) return null
  const time = timeIn(text)
  return time === null ? date : `${date}T${time}`
}

/** Completes a date to an RFC 3339 date-time, which requires an offset: UTC is assumed when the page states none. */
export function fullMoment(moment: string): string {
  const whole = moment.length === 10 ? `${moment}T00:00:00` : moment
  return /(?:Z|[+-]\d\d:\d\d)$/.test(whole) ? whole : `${whole}Z`
}
