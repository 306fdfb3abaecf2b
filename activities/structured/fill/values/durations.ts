/** Durations in machine-readable and human-readable form. */
import { decimal, withDecimals } from './fractions.ts'

const textMaxCharacters = 200
const iso = /^P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i
const hourWord = String.raw`(?:hours?|hrs?|h|stunden?|std\.?|heures?|horas?|ore)`
const unit = String.raw`(?:days?|tage?n?|jours?|días?|giorni|日|${hourWord}|時間|minutes?|minuten?|mins?\.?|minutos?|minuti|mn|m|分|seconds?|secs?|sekunden?|sek\.?|s|秒)(?!\p{Script=Latin})`
const part = new RegExp(String.raw`(\d+(?:[.,]\d+)?)\s*(${unit})`, 'giu')
/** `1/2 hour`; elsewhere, `4/5` may be a rating. */
const fraction = new RegExp(String.raw`(?<![\d.,/])([1-7])/([2-8])(?=\s*${unit})`, 'giu')
const andHalf = new RegExp(
  String.raw`(\d+)\s*(${unit})?\s*(?:and\s+a\s+half|et\s+demie?|y\s+media|e\s+mezz[ao])(?!\p{L})`,
  'giu',
)
/** Of a clock with one colon and a word for hours, the first number is of hours. */
const clockOf = new RegExp(
  String.raw`^(?:(\d{1,3}):)?(\d{1,3}):(\d\d)(?:\s*(${hourWord}|min\.?|minutes?|minuten))?$`,
  'iu',
)

/**
 * Returns the seconds of a duration: `PT1H30M`, `1 h 30 min`, `1:42:05`, `90 Minuten`; null when the text is not a
 * duration.
 */
export function secondsIn(text: string): number | null {
  const near = text.slice(0, textMaxCharacters).trim()
  const match = iso.exec(near)
  if (match !== null && near.length > 2) {
    const [days, hours, minutes, seconds] = match.slice(1).map((each) => Number(each ?? 0))
    return (days ?? 0) * 86_400 + (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0)
  }
  const clock = clockOf.exec(near)
  if (clock !== null) {
    const [, first = '0', second, third, word = 'min'] = clock
    const seconds = Number(first) * 3_600 + Number(second) * 60 + Number(third)
    return clock[1] === undefined && !/^min/i.test(word) ? seconds * 60 : seconds
  }
  const written = withDecimals(near)
    .replaceAll(fraction, (_, share: string, of: string) => decimal(undefined, share, of))
    .replaceAll(andHalf, '$1.5 $2')
  let total: number | null = null
  for (const [, amount = '', word = ''] of written.matchAll(part)) {
    const number = Number(amount.replace(/,(?=\d{3}$)/, '').replace(',', '.'))
    total = (total ?? 0) + number * secondsOf(word.toLowerCase())
  }
  const short = /\d\s*h\s*(\d{1,2})$/i.exec(written)?.[1]
  const seconds = short === undefined ? total : (total ?? 0) + Number(short) * 60
  return seconds === null ? null : Math.round(seconds * 1_000) / 1_000
}

function secondsOf(word: string): number {
  if (/^(?:d|ta|j|gi|日)/u.test(word)) return 86_400
  if (/^(?:h|st|or|時)/u.test(word)) return 3_600
  return /^(?:m|分)/u.test(word) ? 60 : 1
}

/** Formats seconds as an ISO 8601 duration, such as `PT1H30M`. */
export function isoDuration(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const time = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`
  return `PT${time === '' ? '0S' : time}`
}
