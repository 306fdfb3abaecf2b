/** Reads numbers from texts, in the notations of different countries. */
import { withDecimals } from './fractions.ts'

const textMaxCharacters = 200
const digitRun = /[-−–]?\d(?:[\d.,'’٬\u00a0\u202f]|\s(?=\d{3}(?!\d)))*/gu
const multipliers: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  tsd: 1e3,
  tausend: 1e3,
  mila: 1e3,
  tys: 1e3,
  lac: 1e5,
  lakh: 1e5,
  lpa: 1e5,
  m: 1e6,
  mm: 1e6,
  mn: 1e6,
  mio: 1e6,
  mln: 1e6,
  million: 1e6,
  millionen: 1e6,
  millones: 1e6,
  milioni: 1e6,
  milhões: 1e6,
  cr: 1e7,
  crore: 1e7,
  bn: 1e9,
  b: 1e9,
  mrd: 1e9,
  mld: 1e9,
  billion: 1e9,
  milliard: 1e9,
  milliarden: 1e9,
  千: 1e3,
  万: 1e4,
  亿: 1e8,
  億: 1e8,
}
/** Words that multiply only beside a currency: `5 cr` may be credits, and `20 mm` a length. */
const onlyOfMoney = /^(?:cr|lpa|mm|mn)$/
/** Words of languages in which `1.234` has a decimal point. */
const ofPoints = /^(?:thousand|million|billion|lakh|lac|crore|cr|bn|[kmb])s?$/
/**
 * A word that multiplies the number in front of it, or may: `mil` is a thousand in Spanish, a million in English. Not
 * made from the keys above: with other alternatives, V8 misses capitals behind `(?i:` inside a lookbehind.
 */
const multiplierWord =
  '(?:[千万亿億]|(?i:thousands?|tsd|tausend|mila|tys|lakhs?|lacs?|lpa|mio|mln|millions?|millionen|millones|milioni|milhões|mil|crores?|cr|billions?|milliarden|milliards?|bn|mrd|mld|mm|mn|[kmb])(?![\\p{Script=Latin}\\d²³]))'
const multiplierBehind = new RegExp(`^(\\s?)(${multiplierWord})(/?)`, 'u')
const currencyBefore = /(?:[$€£¥₹₽₩₺₫￥]|\b(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|CAD|AUD|INR|Fr\.?|kr\.?|R))\s*$/u
const currencyAfter =
  /^\s*(?:[$€£¥₹₽₩₺₫￥円元]|(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|CAD|AUD|INR|Euro|kr|zł|Kč|Ft|lei)(?!\p{L}))/u

/** Larger figures are written with the next word: `1.2m`, not `1200k`. */
const multipliedMax = 1_000
const dash = String.raw`(?:[-–—~〜]|\b(?:to|bis|à|a|and)\b)`
/** What may stand between the lower figure of a range and its dash: `€65k per year – €80k`. */
const amountEnd = String.raw`\s?(?:${multiplierWord}\.?\s?)?(?:(?:\p{Sc}|[A-Z]{3}|Euro|kr|zł|Kč|円)\s?)?(?:(?:\/\s?|(?:per|pro|an?)\s)(?:hr?|hour|stunde|std|day|tag|week|woche|month|mo|monat|year|yr|jahr|annum)\b\.?\s?)?`
const currencyMark = String.raw`(?:\p{Sc}|[A-Z]{3}|R\$|Rs\.?)?`
const range = new RegExp(`(?<=\\d[\\d.,'’\\s]*${amountEnd})${dash}(?=\\s?${currencyMark}\\s?\\d)`, 'u')
/** The rest of a range whose lower figure has no multiplier: ` – €80k`. */
const upperEnd = new RegExp(
  `^\\s?(?:\\p{Sc}|[A-Z]{3})?\\s?${dash}\\s?${currencyMark}\\s?(\\d[\\d.,]*)(\\s?${multiplierWord}/?)`,
  'u',
)

/**
 * Returns one end of a range such as `€65,000 – €80,000`; the whole text when it is not a range. The lower figure of
 * `€60–80k` has the multiplier of the upper one.
 */
export function endOfRange(text: string, end: 'low' | 'high'): string {
  const near = text.slice(0, textMaxCharacters)
  const match = range.exec(near)
  if (match === null) return near
  if (end === 'high') return near.slice(match.index + match[0].length)
  const low = near.slice(0, match.index)
  const figure = [...low.matchAll(digitRun)].at(-1)
  if (figure === undefined) return low
  const at = figure.index + figure[0].trimEnd().length
  return near.slice(0, at) + sharedMultiplier(figure[0], near.slice(at)) + low.slice(at)
}

/**
 * Returns the multiplier of the upper figure of a range, when it counts for the lower one too: that has none and is
 * smaller. `2500 – 10,000K` are kelvins.
 */
function sharedMultiplier(low: string, after: string): string {
  const [, upper = '', multiplier = ''] = upperEnd.exec(after) ?? []
  const high = readNumber(upper, false, true)
  return high < multipliedMax && readNumber(low, false, true) < high ? multiplier : ''
}

/** How to read a number when its form is ambiguous. */
export interface NumberReading {
  /** True: `1.299` is 1299, as in amounts and counts. False: it is 1.299. */
  isGrouped: boolean
  /** True: of several numbers, the one next to a currency is returned. */
  isMoney: boolean
}

/**
 * Returns the number that a text states: `1.299,00 €`, `$1,299`, `4.5 out of 5`, `1.2k`, `1 299`.
 * @returns the first number, or the one next to a currency; null if none exists.
 */
export function numberIn(text: string, { isGrouped, isMoney }: NumberReading): number | null {
  const near = withDecimals(text.slice(0, textMaxCharacters))
  let first: number | null = null
  for (const match of near.matchAll(digitRun)) {
    const after = near.slice(match.index + match[0].length)
    const before = near.slice(0, match.index)
    const [, space = '', word = '', slash = ''] =
      multiplierBehind.exec(after) ?? multiplierBehind.exec(sharedMultiplier(match[0], after)) ?? []
    const isDecimal = ofPoints.test(word.toLowerCase())
    const figure = readNumber(match[0], isGrouped && !isDecimal, /[\p{L}\d]$/u.test(before))
    const isPriced = currencyBefore.test(before) || currencyAfter.test(after.replace(multiplierBehind, ''))
    const number = figure * multiplierOf(word, space + slash, { isGrouped, isMoney, isPriced, near, figure })
    if (!Number.isFinite(number)) continue
    if (!isMoney || currencyBefore.test(before) || currencyAfter.test(after)) return number
    first ??= number
  }
  return first
}

interface MultiplierReading extends NumberReading {
  /** True for a number beside a currency. */
  isPriced: boolean
  /** The whole text. */
  near: string
  /** The number in front of the word. */
  figure: number
}

/**
 * Returns what a word multiplies the number in front of it by: 1 without one, NaN when it has several meanings.
 * @param around the white space in front of the word and the slash behind it: `5 m` and `5 m/s` are metres.
 */
function multiplierOf(word: string, around: string, reading: MultiplierReading): number {
  const plain = word.toLowerCase()
  const { isMoney, isGrouped, isPriced, figure } = reading
  if (plain === 'mil') return milOf(reading)
  if (onlyOfMoney.test(plain) && !(isMoney && isPriced)) return 1
  if (word === 'm' && (/\s/.test(around) || !(isMoney || isGrouped))) return 1
  // `3.4 M followers`, but not `5 M/s` or `2026 B & H`.
  const isCount = /^[MB]$/.test(word) && /^\s$/.test(around) && isGrouped && figure < multipliedMax
  if (/^[mb]$/.test(plain) && around !== '' && !isPriced && !isCount) return 1
  return multipliers[plain] ?? multipliers[plain.replace(/s$/, '')] ?? 1
}

/** Of a length, `6 mil` are thousandths of an inch. */
function milOf({ isMoney, isGrouped, near }: MultiplierReading): number {
  if (isMoney && /€|R\$|\b(?:EUR|BRL|euros?|reais)\b/iu.test(near)) return 1e3
  return isMoney || isGrouped ? Number.NaN : 1
}

/** @param isGlued true when a word precedes the number directly: its dash is then a hyphen. */
function readNumber(run: string, isGrouped: boolean, isGlued: boolean): number {
  const isNegative = /^[-−]/u.test(run) && !isGlued
  const digits = run
    .replace(/^[-−–]/u, '')
    .replaceAll(/[\s'’٬]/gu, '')
    .replace(/[.,]+$/, '')
  const value = Number(withPoint(digits, isGrouped))
  return isNegative ? -value : value
}

/** Returns the digits with only a decimal point between them. */
function withPoint(digits: string, isGrouped: boolean): string {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')]
  if (comma === -1 && point === -1) return digits
  if (comma !== -1 && point !== -1) {
    return comma > point ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  }
  const sign = comma === -1 ? '.' : ','
  const parts = digits.split(sign)
  const areThousands = /^[1-9]\d{0,2}$/.test(parts[0] ?? '') && parts.slice(1).every((part) => part.length === 3)
  if (areThousands && (parts.length > 2 || isGrouped || sign === ',')) return parts.join('')
  return parts.length === 2 ? parts.join('.') : 'NaN'
}

const currencies: readonly (readonly [RegExp, string])[] = [
  [/€|\bEuro?s?\b/iu, 'EUR'],
  [/£/u, 'GBP'],
  [/₹/u, 'INR'],
  [/₽/u, 'RUB'],
  [/₩/u, 'KRW'],
  [/₺/u, 'TRY'],
  [/zł/u, 'PLN'],
  [/Kč/u, 'CZK'],
  [/\bFr\.|\bSFr/u, 'CHF'],
  // Both write ¥. Japanese has words with 元, such as 還元 behind the price.
  [/(?<=[\d百千万萬亿億]\s?)元|\bRMB\b/u, 'CNY'],
  [/¥|￥|円/u, 'JPY'],
  [/(?<![A-Z])CA?\$/u, 'CAD'],
  [/(?<![A-Z])AU?\$/u, 'AUD'],
  [/(?<![A-Z])NZ\$/u, 'NZD'],
  [/(?<![A-Z])HK\$/u, 'HKD'],
  [/(?<![A-Z])S\$/u, 'SGD'],
  [/(?<![A-Z])R\$/u, 'BRL'],
  [/(?<![A-Z])MX\$/u, 'MXN'],
  // Other capitals in front of the sign name another dollar, or a peso.
  [/(?<!(?<!\p{L})(?!US\$)[A-Z]{1,2})\$/u, 'USD'],
]
const currencyCode =
  /(?<![\p{L}])(EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|HUF|CAD|AUD|NZD|INR|CNY|BRL|MXN|RUB|TRY|KRW|ZAR|SGD|HKD)(?![\p{L}])/u

/** Returns the ISO 4217 code of the currency that a text names by its code or its sign; null if none exists. */
export function currencyIn(text: string): string | null {
  const near = text.slice(0, textMaxCharacters)
  const code = currencyCode.exec(near)?.[1]
  return code ?? currencies.find(([sign]) => sign.test(near))?.[1] ?? null
}

/** Whether a text is a price and little else. */
export const isPriceLike = (text: string): boolean =>
  text.length <= 40 &&
  /\d/.test(text) &&
  currencyIn(text) !== null &&
  (text.match(/\p{Ll}{2,}/gu) ?? []).length <= 3 &&
  !/[.!?]\s*$/.test(text)
