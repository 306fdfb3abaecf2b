/** Replaces the fractions of a text by decimals, and removes other digits that are not digits of its numbers. */

/** Of `⅛` and `⅓`, decimals with three digits would be read as thousands. */
const decimalDigits = 9
const vulgar = /(?:(\d+)[\s-]?)?([\u00bc-\u00be\u2150-\u215e])/gu
/** `2 1/2`, as recipes, sizes and listings of houses write it; not `3 4/5`, which may be a rating. */
const mixed = /(?<![\d.,/])(\d{1,3})[\s-]([1-9]|1[0-5])[/⁄](2|3|4|8|16)(?![\d/⁄]|[.,]\d)/gu
/** Marks of notes such as `12¹`, numbers in circles, and indices such as `CO₂`; not the powers of `m²`. */
const marks = /(?<!(?<!\p{L})(?:[kcdm]?m|M|ft|in|yd|mi))[²³]|(?![²³])\p{No}/gu

/** Returns a text with `2½` and `2 1/2` as `2.5`, `12¹` as `12`, and full-width digits as plain ones. */
export const withDecimals = (text: string): string =>
  text
    .replaceAll(vulgar, (_, whole: string | undefined, sign: string) => {
      const [part = '', of = ''] = sign.normalize('NFKC').split('⁄')
      return decimal(whole, part, of)
    })
    .replaceAll(mixed, (written, whole: string, part: string, of: string) =>
      Number(part) < Number(of) ? decimal(whole, part, of) : written,
    )
    .replaceAll(marks, '')
    .normalize('NFKC')

/** Returns a whole number, none for zero, with a fraction. */
export const decimal = (whole: string | undefined, part: string, of: string): string =>
  (Number(whole ?? 0) + Number(part) / Number(of)).toFixed(decimalDigits)
