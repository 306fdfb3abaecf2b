/** Compares the names of objects in the state of scripts with the title of the page. */
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { longWords, squashed } from './values/names.ts'

const nameKeys = ['name', 'title', 'headline', 'heading', 'productName', 'displayName']

/**
 * Whether an object of a state is named as the page; null when either has no name, or most words of its name are in the
 * title. A short name in a long heading may be a part of it by chance. Never false on a page without a main heading, which
 * scripts still have to build: its title may be the name of the website alone.
 *
 * @param isListed whether the object is an entry of a list: its name must be the whole title then.
 */
export function isNamedAsPage(
  object: Record<string, unknown>,
  { document }: StructuredFacts,
  isListed: boolean,
): boolean | null {
  const titles = [document.title, document.heading]
    .flatMap((text) => text ?? [])
    .filter((text) => squashed(text) !== '')
  const names = nameKeys
    .flatMap((key) => object[key] ?? [])
    .flatMap((name) => (typeof name === 'string' ? name.slice(0, 300) : []))
    .filter((name) => squashed(name) !== '')
  if (names.length === 0 || titles.length === 0) return null
  const pairs = names.flatMap((name) => titles.map((title) => ({ name, title })))
  if (pairs.some(({ name, title }) => isSameName(squashed(name), squashed(title), isListed))) return true
  return document.heading === null || pairs.some(({ name, title }) => sharesMostWords(name, title)) ? null : false
}

const isSameName = (own: string, title: string, isListed: boolean): boolean =>
  own === title ||
  (!isListed && title.length > 2 && own.includes(title)) ||
  (own.length > 2 && title.includes(own) && own.length * 2 >= title.length)

/** True when more than half of the words of a name are in a title, or it has none: it may be another wording of it. */
function sharesMostWords(name: string, title: string): boolean {
  const own = longWords(name)
  const words = new Set(longWords(title))
  return own.length === 0 || own.filter((word) => words.has(word)).length * 2 > own.length
}
