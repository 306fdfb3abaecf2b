/** Recognises the names of countries in the languages of addresses. */
import { namesCountry } from '@seine/shared/values/country-codes.ts'
import { once } from '@seine/shared/values/once.ts'

const languages = 'en de fr es it pt nl cs sk hu ro hr sl pl sv da nb fi el tr et lv lt ja uk bg sr sr-Latn is'.split(
  ' ',
)
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
/** Names that addresses use and `Intl` does not, in lower case. */
const otherNames = [
  'czech republic', 'česká republika', 'slovenská republika', 'turkey', 'macedonia', 'great britain', 'england',
  'scotland', 'wales', 'northern ireland', 'republic of ireland', 'united states of america', 'uae', 'korea',
  'republic of korea', 'hong kong', 'hongkong', 'macau', 'macao', 'russian federation', 'burma', 'ivory coast',
  'großbritannien', 'schottland', 'grande-bretagne', 'gran bretaña', 'inghilterra', 'republica moldova',
] // prettier-ignore

const names = once(() => {
  const known = new Set(otherNames)
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(namesCountry)
  for (const language of languages) {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = regions.of(code)
      if (name !== undefined) known.add(name.toLowerCase())
    }
  }
  return known
})

/** True for the name of a country. @param text in any case, without punctuation around it. */
export const isCountryName = (text: string): boolean => names().has(text.toLowerCase())
