/** Recognises the names of countries in the languages of addresses. */
import { once } from '@seine/shared/values/once.ts'

const languages = 'en de fr es it pt nl cs sk hu ro hr sl pl sv da nb fi el tr et lv lt ja uk bg sr sr-Latn is'.split(
  ' ',
)
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
/** Codes that `Intl` names besides those of countries: groups of countries, and values for tests. */
const otherCodes = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
/** Names that addresses use and `Intl` does not, in lower case. */
const otherNames = [
  'czech republic', 'česká republika', 'slovenská republika', 'turkey', 'macedonia', 'great britain', 'england',
  'scotland', 'wales', 'northern ireland', 'republic of ireland', 'united states of america', 'uae', 'korea',
  'republic of korea', 'hong kong', 'hongkong', 'macau', 'macao', 'russian federation', 'burma', 'ivory coast',
  'großbritannien', 'schottland', 'grande-bretagne', 'gran bretaña', 'inghilterra', 'republica moldova',
] // prettier-ignore

const regionsIn = (language: string): Intl.DisplayNames =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })

const names = once(() => {
  const known = new Set(otherNames)
  const english = regionsIn('en')
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !otherCodes.has(code) && english.of(code) !== undefined)
  for (const language of languages) {
    const regions = regionsIn(language)
    for (const code of codes) {
      const name = regions.of(code)
      if (name !== undefined) known.add(name.toLowerCase())
    }
  }
  return known
})

/** True for the name of a country. @param text in any case, without punctuation around it. */
export const isCountryName = (text: string): boolean => names().has(text.toLowerCase())
