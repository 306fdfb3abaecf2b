/** Languages a page is asked for in. */

const fallback = ['en-US', 'en']

/**
 * The languages of a country's visitors, most wanted first, English at the end.
 * @param country ISO 3166-1 alpha-2; null = English.
 * @returns as `Network.setUserAgentOverride` takes them: `de-DE,de,en-US,en`.
 */
export function languagesFor(country: string | null): string {
  if (country === null) return fallback.join(',')
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  // A region the locale data does not know comes back without a language of its own.
  if (language === 'und') return fallback.join(',')
  return [...new Set([`${language}-${country}`, language, ...(language === 'en' ? [] : fallback)])].join(',')
}

/** The languages of an `Accept-Language` header by weight, without the weights. */
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

/** The header Chromium makes of a list of languages. */
export const weighted = (languages: string): string =>
  languages
    .split(',')
    .map((language, index) => (index === 0 ? language : `${language};q=${Math.max(0.1, (10 - index) / 10)}`))
    .join(',')
