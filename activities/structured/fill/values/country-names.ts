/** Recognises the names of countries in the languages that are most common in addresses. */
import { once } from '@seine/shared/values/once.ts'

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

const names = once(() => {
  const known = new Set<string>()
  for (const language of languages) {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const first of letters) {
      for (const second of letters) {
        const name = regions.of(first + second)
        if (name !== undefined) known.add(name.toLowerCase())
      }
    }
  }
  return known
})

/** True for the name of a country. @param text in any case, without punctuation around it. */
export const isCountryName = (text: string): boolean => names().has(text.toLowerCase())
