/** Formats spreadsheet numbers: dates in ISO 8601, percentages, decimals, units (ECMA-376 part 1, 18.8.31). */
import { dayMs } from '@seine/shared/values/day-ms.ts'
import { literalText, sectionsOf, type FormatSection } from './format-sections.ts'

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
  const sections = sectionsOf(written)
  const [first = general, ...others] = sections.map((section) => sectionFormat(section, is1904))
  const formats = [first, ...others.slice(0, 2)]
  if (sections.some(({ holds }) => holds !== null)) return conditionalFormat(sections, formats)
  // A section without digits hides numbers or replaces them by a text.
  const borrowed = hasDigits(sections[0]) ? borrowedFormat(0, sections, first) : first
  const [, negative, zero] = formats.map((format, index) => (hasDigits(sections[index]) ? format : borrowed))
  return (value) => (value < 0 ? (negative ?? first) : value === 0 ? (zero ?? first) : first)(value)
}

const hasDigits = (section: FormatSection | undefined): boolean => section !== undefined && /[0#]/.test(section.bare)

/**
 * Returns the format whose sections have conditions. A section without digits shows its text, such as `<1%`: the others
 * may be too coarse for its numbers. When it has no text of its own, or only a dash, the first section with digits that
 * does not divide by thousands formats the number, without its label.
 */
function conditionalFormat(sections: readonly FormatSection[], formats: readonly NumberFormat[]): NumberFormat {
  const lender = formats.findIndex((_, index) => hasDigits(sections[index]) && !dividing.test(sections[index]!.bare))
  const borrowed = lender === -1 ? general : borrowedFormat(lender, sections, formats[lender]!)
  const shown = formats.map((format, index) => {
    const { bare, tokens } = sections[index]!
    if (!hidesNumber(bare)) return format
    const text = literalText(tokens.filter((part) => !isDigit(part))).trim()
    return /[\p{L}\p{N}]/u.test(text) ? () => text : borrowed
  })
  return (value) => (shown[sectionFor(value, sections)] ?? general)(value)
}

/**
 * Returns the format of a section with digits for the numbers of a section without: with its decimals and percent sign,
 * but only with text that is a currency, or that all sections with digits have, as a unit. Other text, such as
 * `profit`, applies to its own numbers.
 * @param at index of the section with digits.
 * @param format of this section.
 */
function borrowedFormat(at: number, sections: readonly FormatSection[], format: NumberFormat): NumberFormat {
  const section = sections[at]!
  if (isDate(section.bare)) return format
  if (dividing.test(section.bare)) return general
  const others = sections.slice(0, 3).filter((other, index) => index !== at && hasDigits(other))
  const kept = (side: keyof Affixes): string => {
    const affix = unsigned(affixesOf(section)[side])
    const isUnit = others.length > 0 && others.every((other) => unsigned(affixesOf(other)[side]) === affix)
    const currencies = section.tokens.filter((part) => part.startsWith('[$')).map((part) => literalText([part]))
    return isUnit || isCurrency.test(affix) || currencies.includes(affix.trim()) ? affix : ''
  }
  return decimalFormat(section, { before: kept('before'), behind: kept('behind') })
}

/** Signs of currencies and percent, or nothing. */
const isCurrency = /^[\p{Sc}%\s]*$/u
const unsigned = (affix: string): string => affix.replaceAll(/[-−+()]/g, '')

/** Digits with a comma behind them that divides by a thousand. */
const dividing = /[0#?],+(?![0#?,])/

/** Returns whether placeholders show neither digits, nor a date, nor the number as it is. */
const hidesNumber = (bare: string): boolean => !/[0#ymdhs@]|general/i.test(bare)

/** Returns the index of the section for a number in a format with conditions; -1 if none applies. */
function sectionFor(value: number, sections: readonly FormatSection[]): number {
  return sections.slice(0, 3).findIndex(({ holds }, index) => {
    if (holds !== null) return holds(value)
    // Before the section for all others, one without a condition is for negative numbers.
    return index !== 1 || sections.length < 3 || value < 0
  })
}

function sectionFormat(section: FormatSection, is1904: boolean): NumberFormat {
  const { bare } = section
  if (isElapsed.test(bare)) return elapsed
  if (isDate(bare)) {
    const hasDate = /[yd]/i.test(bare) || !/[hs]/i.test(bare)
    return dateFormat(hasDate, /[hs]/i.test(bare), is1904)
  }
  return decimalFormat(section, affixesOf(section))
}

const isElapsed = /\[[hms]+\]/i
/** Returns whether placeholders show a date, a time or an elapsed time. */
const isDate = (bare: string): boolean => /[ymdhs]/i.test(bare.replaceAll(/am\/pm|a\/p/gi, ''))

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

/** Formats decimals, percentages, leading zeros, and the text before and after; without thousands separators. */
function decimalFormat({ bare }: FormatSection, { before, behind }: Affixes): NumberFormat {
  const digits = bare.replaceAll(spaceInDigits, '')
  const [, whole = '', fraction = ''] = /([0#?,]+)(?:\.([0#?,]*))?/.exec(digits) ?? []
  if (!/[0#?]/.test(whole + fraction) || /E[+-]|\//i.test(bare)) return general
  const isPercent = bare.includes('%')
  const least = count(fraction, '0')
  const most = Math.min(decimalsMax, fraction.replaceAll(',', '').length)
  const padded = count(whole, '0')
  // Each comma behind the digits divides by a thousand.
  const divisor = 1_000 ** Math.min(5, trailingCommas(whole) + trailingCommas(fraction))
  return (value) => {
    const shown = (Math.abs(value) * (isPercent ? 100 : 1)) / divisor
    if (shown >= 1e21) return general(value)
    let [integer = '', decimals = ''] = Number(shown.toPrecision(significantDigits)).toFixed(most).split('.')
    while (decimals.length > least && decimals.endsWith('0')) decimals = decimals.slice(0, -1)
    integer = integer.padStart(padded, '0')
    const number = decimals === '' ? integer : `${integer}.${decimals}`
    if (value >= 0) return `${before}${number}${behind}`
    // The sign is always a minus in front, whatever the format has for it.
    const isBracketed = before.includes('(')
    const size = `${before.replaceAll(/[-−+(]/g, '')}${number}${isBracketed ? behind.replace(')', '') : behind.replace(/[-−]$/, '')}`
    return /[1-9]/.test(number) ? `-${size.trimStart()}` : size
  }
}

const trailingCommas = (digits: string): number => /,*$/.exec(digits)?.[0].length ?? 0

/** Spaces and apostrophes that group digits; commas are placeholders of their own. */
const spaceInDigits = /(?<=[0#?])[\s'’]+(?=[0#?])/g
/** Literal characters between digits that only group them. */
const separators = /[\s,'’]/g

const isDigit = (text: string): boolean => /^[0#?]$/.test(text)

/** The text before and behind the digits. */
interface Affixes {
  before: string
  behind: string
}

/** Returns the text before and behind the digits of a section, such as a currency or a unit. */
function affixesOf({ tokens, bare }: FormatSection): Affixes {
  const isPercent = bare.includes('%')
  const from = tokens.findIndex(isDigit)
  const to = tokens.findLastIndex(isDigit)
  const percent = isPercent ? '%' : ''
  // Text between the digits, as in telephone numbers, is left out; text around them would be only part of it then.
  const between = literalText(tokens.slice(from, to).filter((text) => !isDigit(text)))
  if (between.replaceAll(separators, '') !== '') return { before: '', behind: percent }
  const before = literalText(tokens.slice(0, from)).trimStart()
  const behind = literalText(tokens.slice(to + 1)).trimEnd()
  return { before, behind: isPercent && !`${before}${behind}`.includes('%') ? `${behind}%` : behind }
}

const count = (text: string, letter: string): number => text.split(letter).length - 1
