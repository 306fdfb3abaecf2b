/** Formats spreadsheet numbers: dates in ISO 8601, percentages, decimals, currencies (ECMA-376 part 1, 18.8.31). */
import { dayMs } from '@seine/shared/values/day-ms.ts'

/** Formats one number as its cell shows it. */
export type NumberFormat = (value: number) => string

/** Precision with which spreadsheets store a number. */
const significantDigits = 15
const decimalsMax = 15

/** Built-in format codes, which a workbook does not define. 14 to 22 and 45 to 47 are the same in every language. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 14: 'yyyy-mm-dd', 15: 'd-mmm-yy', 16: 'd-mmm',
  17: 'mmm-yy', 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss', 22: 'm/d/yy h:mm', 37: '#,##0',
  5: '#,##0', 6: '#,##0', 7: '#,##0.00', 8: '#,##0.00', 41: '#,##0', 42: '#,##0', 43: '#,##0.00', 44: '#,##0.00',
  38: '#,##0', 39: '#,##0.00', 40: '#,##0.00', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss',
} // prettier-ignore

/** Returns true for the built-in date formats of East Asian language versions. */
const isLocalDate = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/**
 * Returns the format for a number format identifier.
 * @param code as the workbook defines it; undefined for built-in formats.
 * @param is1904 true when days count from 1904.
 */
export function numberFormat(id: number, code: string | undefined, is1904: boolean): NumberFormat {
  const written = code ?? builtIn[id] ?? (isLocalDate(id) ? 'yyyy-mm-dd' : 'General')
  if (/^general$/i.test(written) || written === '@') return general
  // Only the section for positive numbers is used. Escapes, fillers and widths are removed first, because any letter
  // may follow them.
  const section = written.slice(0, 255).split(';', 1)[0] ?? ''
  const plain = section.replaceAll(/\\.|_.|\*./g, '')
  const bare = plain.replaceAll(/"[^"]*"?/g, '').replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]?/gi, '')
  if (/\[[hms]+\]/i.test(bare)) return elapsed
  if (/[ymdhs]/i.test(bare.replaceAll(/am\/pm|a\/p/gi, ''))) {
    const hasDate = /[yd]/i.test(bare) || !/[hs]/i.test(bare)
    return dateFormat(hasDate, /[hs]/i.test(bare), is1904)
  }
  return decimalFormat(plain, bare)
}

/** Returns the shortest text for a number. */
export function general(value: number): string {
  const text = String(value)
  return text.length <= significantDigits ? text : String(Number(value.toPrecision(significantDigits)))
}

/** Formats dates; days count from 30 December 1899, which is correct for all dates from March 1900. */
function dateFormat(hasDate: boolean, hasTime: boolean, is1904: boolean): NumberFormat {
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  return (value) => {
    const seconds = Math.round((value * dayMs) / 1_000)
    const time = new Date(epoch + seconds * 1_000)
    if (value < 0 || value > 2_958_466 || Number.isNaN(time.getTime())) return general(value)
    const [date = '', clock = ''] = time.toISOString().slice(0, 19).split('T')
    if (!hasDate) return clock
    return hasTime ? `${date}T${clock}` : date
  }
}

/** Formats an elapsed time; hours may exceed a day. */
function elapsed(value: number): string {
  const seconds = Math.round(Math.abs(value) * 86_400)
  return `${value < 0 ? '-' : ''}${twoDigits(seconds / 3_600)}:${twoDigits((seconds % 3_600) / 60)}:${twoDigits(seconds % 60)}`
}

const twoDigits = (part: number): string => String(Math.floor(part)).padStart(2, '0')

/** Formats decimals, percentages, leading zeros, and a currency before or after; without thousands separators. */
function decimalFormat(plain: string, bare: string): NumberFormat {
  const [, whole = '', fraction = ''] = /([0#?,]+)(?:\.([0#?]*))?/.exec(bare) ?? []
  if (whole === '' || /E[+-]|\//i.test(bare)) return general
  const isPercent = bare.includes('%')
  const least = count(fraction, '0')
  const most = Math.min(decimalsMax, fraction.length)
  const padded = count(whole, '0')
  // A trailing comma divides by a thousand.
  const divisor = 1_000 ** Math.min(5, /,*$/.exec(whole)?.[0].length ?? 0)
  const currency = currencyOf(plain)
  const isBehind = currency !== '' && plain.indexOf(currency) > plain.search(/[0#?]/)
  return (value) => {
    const shown = (Math.abs(value) * (isPercent ? 100 : 1)) / divisor
    if (shown >= 1e21) return general(value)
    let [integer = '', decimals = ''] = Number(shown.toPrecision(significantDigits)).toFixed(most).split('.')
    while (decimals.length > least && decimals.endsWith('0')) decimals = decimals.slice(0, -1)
    integer = integer.padStart(padded, '0')
    const number = (decimals === '' ? integer : `${integer}.${decimals}`) + (isPercent ? '%' : '')
    const sign = value < 0 && /[1-9]/.test(number) ? '-' : ''
    return isBehind ? `${sign}${number} ${currency}` : `${sign}${currency}${number}`
  }
}

/** Returns a currency sign or code, which may be bare, in quotes or in brackets. */
function currencyOf(plain: string): string {
  const bracketed = /\[\$([^\]-]{1,8})/.exec(plain)?.[1]
  return (bracketed ?? /\p{Sc}|"(?:[A-Z]{3}|kr|zł|Kč|Ft|lei)"/u.exec(plain)?.[0] ?? '').replaceAll('"', '').trim()
}

const count = (text: string, letter: string): number => text.split(letter).length - 1
