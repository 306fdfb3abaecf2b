/** Compares the names of objects in the state of scripts with the title of the page. */
import type { DocumentFacts } from '@seine/shared/pages/facts.ts'
import { longWords, squashed } from './values/names.ts'

const nameKeys = ['name', 'title', 'headline', 'heading', 'productName', 'displayName']

/** A title of the page, in the forms in which it is compared. */
export interface PageTitle {
  squashed: string
  words: ReadonlySet<string>
}

/** Returns the title and the main heading of a page; empty when it has neither. */
export const titlesOf = ({ title, heading }: Pick<DocumentFacts, 'title' | 'heading'>): PageTitle[] =>
  [title, heading]
    .map((text) => ({ squashed: squashed(text ?? ''), words: new Set(longWords(text ?? '')) }))
    .filter((each) => each.squashed !== '')

/**
 * Whether an object of a state is named as the page; null when either has no name, or most words of its name are in the
 * title. A short name in a long heading may be a part of it by chance.
 *
 * @param isListed whether the object is an entry of a list: its name must be the whole title then.
 */
export function isNamedAsPage(
  object: Record<string, unknown>,
  titles: readonly PageTitle[],
  isListed: boolean,
): boolean | null {
  const names = nameKeys
    .flatMap((key) => object[key] ?? [])
    .flatMap((name) => (typeof name === 'string' ? name.slice(0, 300) : []))
    .map((name) => ({ name, squashed: squashed(name) }))
    .filter((each) => each.squashed !== '')
  if (names.length === 0 || titles.length === 0) return null
  if (names.some((own) => titles.some((title) => isSameName(own.squashed, title.squashed, isListed)))) return true
  return names.some(({ name }) => sharesMostWords(longWords(name), titles)) ? null : false
}

const isSameName = (own: string, title: string, isListed: boolean): boolean =>
  own === title ||
  (!isListed && title.length > 2 && own.includes(title) && title.length * 2 >= own.length) ||
  (own.length > 2 && title.includes(own) && own.length * 2 >= title.length)

/** True when more than half of the words of a name are in a title, or it has none: it may be another wording of it. */
const sharesMostWords = (own: readonly string[], titles: readonly PageTitle[]): boolean =>
  own.length === 0 || titles.some(({ words }) => own.filter((word) => words.has(word)).length * 2 > own.length)
