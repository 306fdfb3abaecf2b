/** Recognises main headings that are not the title of the article below them. */
import type { DocumentFacts } from '@seine/shared/pages/facts.ts'
import { isSpaceless, longWords } from './values/names.ts'

/** A longer main heading is a text about the article. */
const headingMaxCharacters = 150
/** Names of sections have few words. */
const sectionWordsMax = 3
/** As many words of the title in the path of the URL show that the page is named after its title. */
const pathWordsMin = 3

/**
 * True for a main heading of few words that are not in a longer title: it names a section (`Our blog`). True as well
 * for a text in place of a heading, for marks without letters, and for a heading without words of the title on a page
 * whose URL has words of the title only: it advertises something. Headings in scripts without spaces have no words to
 * count.
 */
export function isOtherThanTitle({ title, heading, url }: Pick<DocumentFacts, 'title' | 'heading' | 'url'>): boolean {
  if (title === null || heading === null) return false
  if (heading.length > headingMaxCharacters) return title.length <= headingMaxCharacters
  const whole = wordsIn(heading)
  if (whole.trim() === '') return !title.includes(heading)
  if (isSpaceless(heading) || wordsIn(title).includes(whole)) return false
  const [own, words] = [longWords(heading), longWords(title)]
  if (own.length === 0 || own.some((word) => words.includes(word))) return false
  if (heading.split(/\s+/).length <= sectionWordsMax && words.length > own.length) return true
  const path = longWords(URL.parse(url)?.pathname ?? '')
  const shared = new Set(words.filter((word) => path.includes(word)))
  return shared.size >= pathWordsMin && !own.some((word) => path.includes(word))
}

/** All words of a text, of any length, with a space on both sides of each. */
const wordsIn = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `
