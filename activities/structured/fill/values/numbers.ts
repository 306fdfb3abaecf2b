/** Reads numbers from texts, in the notations of different countries. */

const textMaxCharacters = 200
const digitRun = /[-−–]?\d(?:[\d.,'’٬\u00a0\u202f]|\s(?=\d{3}(?!\d)))*/gu
const multipliers: Readonly<Record<string, number>> = {
  k: 1e3,
  tsd: 1e3,
  m: 1e6,
  mio: 1e6,
  million: 1e6,
  millionen: 1e6,
  millones: 1e6,
  bn: 1e9,
  b: 1e9,
  mrd: 1e9,
  billion: 1e9,
  万: 1e4,
  億: 1e8,
}
const currencyBefore = /(?:[$€£¥₹₽₩₺₫￥]|\b(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|CAD|AUD|INR|Fr\.?|kr\.?|R))\s*$/u
const currencyAfter =
  /^\s*(?:[$€£¥₹₽₩₺₫￥円元]|(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|CAD|AUD|INR|Euro|kr|zł|Kč|Ft|lei)(?!\p{L}))/u

const range =
  /(?<=\d[\d.,'’\s]*(?:[kK]|\p{Sc}|[A-Z]{3})?\s?)(?:[-–—~〜]|\bto\b|\bbis\b|\bà\b|\ba\b|\band\b)(?=\s?(?:\p{Sc}|[A-Z]{3})?\s?\d)/u

/** Returns one end of a range such as `€65,000 – €80,000`; the whole text when it is not a range. */
export function endOfRange(text: string, end: 'low' | 'high'): string {
  const near = text.slice(0, textMaxCharacters)
  const match = range.exec(near)
  if (match === null) return near
  return end === 'low' ? near.slice(0, match.index) : near.slice(match.index + match[0].length)
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
  const near = text.slice(0, textMaxCharacters).normalize('NFKC')
  let first: number | null = null
  for (const match of near.matchAll(digitRun)) {
    const after = near.slice(match.index + match[0].length)
    const before = near.slice(0, match.index)
    const number = readNumber(match[0], isGrouped, /[\p{L}\d]$/u.test(before)) * multiplierOf(after)
    if (!Number.isFinite(number)) continue
    if (!isMoney || currencyBefore.test(before) || currencyAfter.test(after)) return number
    first ??= number
  }
  return first
}

function multiplierOf(after: string): number {
  const word = /^\s?(万|億|tsd|mio|mrd|million(?:en)?|millones|billion|bn|[kmb])(?![\p{Script=Latin}²³/])/iu.exec(
    after,
  )?.[1]
  return word === undefined || (word === 'm' && /^\s/.test(after)) ? 1 : (multipliers[word.toLowerCase()] ?? 1)
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
  [/¥|￥|円/u, 'JPY'],
  [/₹/u, 'INR'],
  [/₽/u, 'RUB'],
  [/₩/u, 'KRW'],
  [/₺/u, 'TRY'],
  [/zł/u, 'PLN'],
  [/Kč/u, 'CZK'],
  [/\bFr\.|\bSFr/u, 'CHF'],
  [/(?:CA|C)\$/u, 'CAD'],
  [/(?:AU|A)\$/u, 'AUD'],
  [/\$/u, 'USD'],
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
