/** Splits a postal address that is written as one text. */

export interface AddressParts {
  street: string | null
  postalCode: string | null
  city: string | null
  region: string | null
  country: string | null
}

const textMaxCharacters = 300
const usZip = /,?\s+([A-Z]{2})\s+(\d{5}(?:-\d{4})?)(?!\d)/
const britishCode = /(?<![A-Z\d])([A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})(?![A-Z\d])/
const dutchCode = /(?<!\d)(\d{4}\s[A-Z]{2})(?=\s+\p{Lu})/u
const codeBeforeCity = /(?<![\d-])(?:[A-Z]{1,2}-)?(\d{5}|\d{4}|\d{3}\s\d{2}|\d{2}-\d{3}|\d{4}-\d{3})(?=\s+\p{Lu})/gu
const countries =
  /(?:^|[\s,]+)(Germany|Deutschland|France|Spain|España|Italy|Italia|Austria|Österreich|Switzerland|Schweiz|Suisse|Netherlands|The Netherlands|Nederland|Belgium|Belgique|België|Portugal|Ireland|United Kingdom|UK|USA|United States|Canada|Sweden|Sverige|Norway|Norge|Denmark|Danmark|Finland|Poland|Polska|Japan|Brazil|Brasil|Mexico|México|Australia)\.?\s*$/iu

const trimmed = (text: string | undefined): string | null => {
  const plain = text?.replace(/^[\s,;·–-]+|[\s,;·–-]+$/gu, '') ?? ''
  return plain === '' ? null : plain
}

/**
 * Splits an address at its postal code.
 * @param text one line or several.
 * @returns null when no postal code is found.
 */
export function addressParts(text: string): AddressParts | null {
  const lines = text
    .slice(0, textMaxCharacters)
    .replaceAll(/\s*\n\s*/g, ', ')
    .trim()
  const country = trimmed(countries.exec(lines)?.[1])
  const rest = country === null ? lines : lines.replace(countries, '')
  const american = usZip.exec(rest)
  if (american !== null) {
    const before = rest.slice(0, american.index).split(/,\s*/)
    const city = trimmed(before.pop())
    return {
      street: trimmed(before.join(', ')),
      postalCode: american[2] ?? null,
      city,
      region: american[1] ?? null,
      country,
    }
  }
  const match = britishCode.exec(rest) ?? dutchCode.exec(rest) ?? [...rest.matchAll(codeBeforeCity)].at(-1) ?? null
  if (match === null) return null
  const after = trimmed(rest.slice(match.index + match[0].length))
  const before = rest
    .slice(0, match.index)
    .split(/,\s*/)
    .filter((part) => part.trim() !== '')
  if (after !== null) {
    const [city, ...more] = after.split(/,\s*/)
    return {
      street: trimmed(before.join(', ')),
      postalCode: match[1] ?? null,
      city: trimmed(city),
      region: null,
      country: country ?? trimmed(more.at(-1)),
    }
  }
  const city = before.length > 1 ? trimmed(before.pop()) : null
  return { street: trimmed(before.join(', ')), postalCode: match[1] ?? null, city, region: null, country }
}
