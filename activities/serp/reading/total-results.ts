/** The number of results as engines write it: "About 1,230,000 results", "1 230 000 résultats", "१,२३,०००". */

/** Zeros of the decimal digits of scripts that engines write numbers in. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10] as const

/** Digits of all these scripts as ASCII. */
const westernised = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    const zero = zeros.find((candidate) => point >= candidate && point < candidate + 10)
    return zero === undefined ? ' ' : String(point - zero)
  })

/** Groups of three after the first, or of two and a last one of three as in India; or digits alone. */
const number = /\d{1,3}(?:(?:[.,'’٬\s]\d{3})+|(?:,\d{2})+,\d{3})(?!\d)|\d+/g

/** `11-20`, `1,011 – 1,020`. */
const range = /^\D{0,20}?(\d[\d.,]*)\s?[-–—]\s?\d/

const textMaxCharacters = 300

/**
 * Reads the estimate out of its sentence.
 * @returns the largest number before the time in brackets; null where there is none.
 */
export function readTotal(text: string): number | null {
  // "(0.42 seconds)" has numbers of its own.
  const [sentence = ''] = westernised(text.slice(0, textMaxCharacters)).split(/[(（]/, 1)
  const numbers = [...sentence.matchAll(number)]
    .map(([digits]) => Number(digits.replaceAll(/\D/g, '')))
    .filter((value) => Number.isSafeInteger(value))
  return numbers.length === 0 ? null : Math.max(...numbers)
}

/** Place of the first result of the page, where the estimate begins with a range: 1 where it has none; null without a number. */
export function readStart(text: string): number | null {
  const sentence = westernised(text.slice(0, textMaxCharacters))
  const [, start] = range.exec(sentence) ?? []
  if (start !== undefined) return Number(start.replaceAll(/\D/g, ''))
  return /\d/.test(sentence) ? 1 : null
}
