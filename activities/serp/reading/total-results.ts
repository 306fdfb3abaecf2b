/** The number of results as engines write it: "About 1,230,000 results", "1 230 000 résultats", "१,२३,०००". */

/** Zeros of the decimal digits of the scripts in which engines write numbers. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10] as const

/** Converts digits of all these scripts to ASCII. */
const westernised = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    const zero = zeros.find((candidate) => point >= candidate && point < candidate + 10)
    return zero === undefined ? ' ' : String(point - zero)
  })

/** Groups of three after the first, or groups of two with a last one of three as in India, or plain digits. */
const number = /\d{1,3}(?:(?:[.,'’٬\s]\d{3})+|(?:,\d{2})+,\d{3})(?!\d)|\d+/g

/** `11-20`, `1,011 – 1,020`. */
const range = /^\D{0,20}?(\d[\d.,]*)\s?[-–—]\s?\d/

const textMaxCharacters = 300

/**
 * Reads the estimate from its sentence.
 * @returns the largest number before the time in brackets; null if none exists.
 */
export function readTotal(text: string): number | null {
  // The part "(0.42 seconds)" contains numbers as well.
  const [sentence = ''] = westernised(text.slice(0, textMaxCharacters)).split(/[(（]/, 1)
  const numbers = [...sentence.matchAll(number)]
    .map(([digits]) => Number(digits.replaceAll(/\D/g, '')))
    .filter((value) => Number.isSafeInteger(value))
  return numbers.length === 0 ? null : Math.max(...numbers)
}

/**
 * Returns the position of the page's first result when the estimate begins with a range; 1 without a range, null
 * without a number.
 */
export function readStart(text: string): number | null {
  const sentence = westernised(text.slice(0, textMaxCharacters))
  const [, start] = range.exec(sentence) ?? []
  if (start !== undefined) return Number(start.replaceAll(/\D/g, ''))
  return /\d/.test(sentence) ? 1 : null
}
