/** Languages in which a page is requested. */

const fallback = ['en-US', 'en']

/**
 * Returns the languages of a country's visitors, the most preferred first, English last.
 * @param country ISO 3166-1 alpha-2; null: English.
 * @returns in the format of `Network.setUserAgentOverride`: `de-DE,de,en-US,en`.
 */
export function languagesFor(country: string | null): string {
  if (country === null) return fallback.join(',')
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  // For a region that the locale data does not know, the language is undefined.
  if (language === 'und') return fallback.join(',')
  return [...new Set([`${language}-${country}`, language, ...(language === 'en' ? [] : fallback)])].join(',')
}

/** Returns the languages of an `Accept-Language` header by weight, without the weights. */
export function languagesOf(header: string): string {
  const ranges = header.split(',').flatMap((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (range === '' || range === '*') return []
    const weight = parameters.find((parameter) => /^q=/i.test(parameter))
    return [{ range, weight: weight === undefined ? 1 : Number.parseFloat(weight.slice(2)) || 0 }]
  })
  const sorted = ranges.toSorted((a, b) => b.weight - a.weight).map(({ range }) => range)
  return sorted.length === 0 ? fallback.join(',') : sorted.join(',')
}

/** Returns the `Accept-Language` header that Chromium sends for a list of languages. */
export const weighted = (languages: string): string =>
  languages
    .split(',')
    .map((language, index) => (index === 0 ? language : `${language};q=${Math.max(0.1, (10 - index) / 10)}`))
    .join(',')
