/** Reads ranges of days and of times of day: `12–14 May 2026`, `10–12 Uhr`. */
import { monthOf } from '../../../content/metadata/month-names.ts'

/** Which end of a range is asked for. */
export type RangeEnd = 'first' | 'last'

const textMaxCharacters = 200
const to = String.raw`\s*(?:[-–—]|(?<!\p{L})(?:to|until|till|through|bis(?:\s+zum)?|au|al|a|hasta(?:\s+el)?|t\/m)(?!\p{L}))\s*`
/** Every range has one of these; most texts have none, and are not matched with the slower patterns. */
const anyRange = /\d[^\d]{0,24}?[-–—]|\s(?:to|until|till|through|bis|au|al|a|hasta|t\/m)\s/i
const weekday = String.raw`(?:\p{L}{2,12}[.,]{0,2}\s+)?`
const day = String.raw`(\d{1,2})(?:st|nd|rd|th|er|º|\.)?`
const month = String.raw`\s*(?:(?:of|de)\s+|d['’]\s*)?(\p{L}{3,12})\.?`
const year = String.raw`,?\s*(?:(?:de|del)\s+)?(\d{4})(?!\d)`
const begin = String.raw`(?<![\d:.,/\p{L}])`
const pattern = (...parts: string[]): RegExp => new RegExp(begin + parts.join(''), 'iu')

/** `12.–14. Mai 2026`, `3 au 5 juin 2026` */
const daysOfMonth = pattern(day, to, weekday, day, month, year)
/** `4 September – 6 October 2025` */
const daysAndMonths = pattern(day, month, to, weekday, day, month, year)
/** `September 4 – October 6, 2025` */
const monthsAndDays = pattern(
  String.raw`(\p{L}{3,12})\.?\s+`,
  day,
  to,
  weekday,
  String.raw`(\p{L}{3,12})\.?\s+`,
  day,
  year,
)
/** `May 12–14, 2026` */
const monthAndDays = pattern(String.raw`(\p{L}{3,12})\.?\s+`, day, to, day, year)
/** `03.05.–05.05.2026`, `03/05 - 05/05/2026` */
const numbers = pattern(
  String.raw`(\d{1,2})([./])(\d{1,2})\2?`,
  to,
  weekday,
  String.raw`(\d{1,2}\2\d{1,2}\2)(\d{4})(?!\d)`,
)
/** `03.–05.05.2026` */
const dotted = pattern(String.raw`(\d{1,2})\.`, to, weekday, String.raw`(\d{1,2}\.)(\d{1,2}\.\d{4})(?!\d)`)

/** What may precede a number that is a day even if a dash with spaces follows: `Vol. 3 - 12 May 2026` is one day. */
const beforeDay =
  /(?:^|[^\p{L}\s.])\s*$|(?<!\p{L})(?:from|du|le|vom|von|del?|dal|desde|on|am|when|\p{L}{2,9}(?:day|tag|di)|mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)[.,]{0,2}\s*$/iu

/** First and last day of a range as complete dates. */
type Days = readonly [first: string, last: string]

/** Forms of ranges, each with its days; null where a match is something else. The text before the match is read too. */
const forms: readonly (readonly [RegExp, (match: readonly string[], before: string) => Days | null])[] = [
  [daysAndMonths, ([, from, monthFrom, till, monthTill, of]) => ofMonths([from, monthFrom], [till, monthTill], of)],
  [monthsAndDays, ([, monthFrom, from, monthTill, till, of]) => ofMonths([from, monthFrom], [till, monthTill], of)],
  [monthAndDays, ([, name, from, till, of]) => (isAfter(till, from) ? ofMonths([from, name], [till, name], of) : null)],
  [
    daysOfMonth,
    ([all = '', from, till, name, of], before) =>
      isAfter(till, from) && (!/^\d{1,2}\s+[-–—]\s/.test(all) || beforeDay.test(before))
        ? ofMonths([from, name], [till, name], of)
        : null,
  ],
  [numbers, ([, a = '', sign = '', b = '', rest = '', of = '']) => [a + sign + b + sign + of, rest + of]],
  [dotted, ([, from = '', till = '', rest = '']) => (isAfter(till, from) ? [`${from}.${rest}`, till + rest] : null)],
]

type DayOfMonth = readonly [day: string | undefined, month: string | undefined]

/** @returns null when a name is not a month. */
function ofMonths([from, first = '']: DayOfMonth, [till, last = '']: DayOfMonth, of = ''): Days | null {
  const [a, b] = [monthOf(first.toLowerCase()), monthOf(last.toLowerCase())]
  if (a === null || b === null) return null
  // `30 December – 2 January 2026` begins in the year before.
  return [`${from} ${first} ${a > b ? Number(of) - 1 : of}`, `${till} ${last} ${of}`]
}

const isAfter = (last: string | undefined, first: string | undefined): boolean =>
  Number.parseInt(last ?? '', 10) > Number(first)

/**
 * Returns a text with one day in place of a range of days: `12–14 May 2026, 10 am` becomes `12 May 2026, 10 am`. Other
 * texts are returned as they are.
 */
export function withOneDay(text: string, end: RangeEnd): string {
  if (text.length > textMaxCharacters || !anyRange.test(text) || !/\d{4}/.test(text)) return text
  for (const [form, read] of forms) {
    const match = form.exec(text)
    const days = match === null ? null : read(match, text.slice(0, match.index))
    if (match === null || days === null) continue
    return text.slice(0, match.index) + days[end === 'first' ? 0 : 1] + text.slice(match.index + match[0].length)
  }
  return text
}

/** Ends of a range of two complete moments, or of two times of day. */
const laterPart =
  /(?:[-–—]|(?<!\p{L})(?:to|until|till|bis|à|a)(?!\p{L}))\s*(?=(?:\p{L}{2,12}[.,]{0,2}\s+)?\d{1,2}(?::\d\d|h\d\d|\.\d\d\s*Uhr|\s?[ap]\.?m|\s?Uhr|\s?h(?!\p{L})|\.?\s+\p{L}{3,12}\.?,?\s+\d{4}|[./]\d{1,2}[./]\d{4}))/iu

/** Returns what follows the dash of a range; null for a text that has none. */
export function afterDash(text: string): string | null {
  const near = text.slice(0, textMaxCharacters)
  const match = laterPart.exec(near)
  return match === null || !/\d/.test(near.slice(0, match.index)) ? null : near.slice(match.index + match[0].length)
}
