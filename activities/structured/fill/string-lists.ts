/** Finds lists of words and sentences: within one text, or below a heading. */
import type { SiblingGroup, StructuredFacts } from '@seine/shared/pages/facts.ts'
import { rawOf, type Raw } from './values/bag.ts'
import { keyOf, wordsOf } from './values/names.ts'
import { plainText } from './values/plain-text.ts'
import type { WantedValue } from './values/wanted.ts'

const partMaxCharacters = 60

/** Two to five words, the first with a capital letter. */
const fullName = /^\p{Lu}\S{0,40}(?:\s\S{1,40}){1,4}$/u

/** Splits names of people: `Ana Sousa and Ben Ode` are two; any other text stays one value. */
export function peopleIn(raw: Raw): Raw[] {
  const names = plainText(String(raw.value).slice(0, 1_000)).split(
    /\s*[,;&]\s*(?:and\s+|und\s+)?|\s+(?:and|und|et|y|e)\s+/u,
  )
  const arePeople = names.length > 1 && names.every((name) => fullName.test(name))
  return arePeople ? names.map((name) => rawOf(name, raw.source)) : [raw]
}

/** Splits a text that is a list into its parts; returns the text itself when it is not a list. */
export function partsOfList(raw: Raw, wanted: WantedValue): Raw[] {
  const text = String(raw.value).slice(0, 20_000)
  const again = (parts: readonly string[]): Raw[] =>
    parts
      .map((part) => part.replace(/^[\s•·*–-]+/, '').trim())
      .filter((part) => part !== '')
      .map((part) => rawOf(part, raw.source, raw.url, null))
  if (text.includes('\n')) return again(text.split('\n'))
  if (wanted.kind === 'list') return again(text.split(/\s*[>›»]\s*|\s\/\s/))
  if (wanted.kind === 'person') {
    const people = peopleIn(raw)
    if (people.length > 1) return people
  }
  for (const separator of [/\s*[;|•·]\s*/, /\s*[、，]\s*/, /,\s*/]) {
    const parts = plainText(text).split(separator)
    const isText = wanted.kind === 'text' || wanted.concepts[0]?.id === 'ingredients'
    if (parts.length > 1 && !isText && parts.every((part) => part.length <= partMaxCharacters)) return again(parts)
  }
  return [raw]
}

/** Lists of all tags and categories of a website, or of those that readers choose most. */
const siteListName = /(?:^| )(?:widget|sidebar|cloud|nav|navbar|menu|cat item)(?:$| )/
const siteListHeading = /(?<!\p{L})(?:popular|trending|all|related|beliebte?|alle|populaires?|tous|toutes)(?!\p{L})/iu

/** True for a list of the website in the place of the tags or categories of its page. */
const isOfSite = ({ heading, names }: SiblingGroup, { concepts }: WantedValue): boolean =>
  /^(?:tags|category)$/.test(concepts[0]?.id ?? '') &&
  (names.some((name) => siteListName.test(name)) || siteListHeading.test(heading ?? ''))

/** Returns the items of the list below a heading, or in a container, that has the property's name. */
export function sectionItems({ groups }: StructuredFacts, wanted: WantedValue): string[] {
  let best: { items: readonly { text: string }[]; score: number } | undefined
  for (const group of groups) {
    if (isOfSite(group, wanted)) continue
    const { heading, names, items } = group
    const words = wordsOf(heading ?? '')
    const byHeading = wanted.keys.get(words.join('')) ?? 0
    const byWord =
      words.length <= 5
        ? Math.max(0, ...words.map((word) => (word.length > 3 ? (wanted.keys.get(word) ?? 0) : 0))) * 0.85
        : 0
    const byName = Math.max(0, ...names.slice(0, 40).map((name) => wanted.keys.get(keyOf(name)) ?? 0)) * 0.95
    const score = Math.max(byHeading, byWord, byName)
    if (score >= 0.65 && score > (best?.score ?? 0)) best = { items, score }
  }
  return best?.items.map(({ text }) => text) ?? []
}

const bare = (text: string): string => text.replaceAll(/\s+/g, '')

/** Returns the items of the list whose whole text equals a value; null when there is no such list. */
export function itemsOfText({ groups }: StructuredFacts, raw: Raw): Raw[] | null {
  const text = bare(String(raw.value))
  const group = groups.find(({ items }) => {
    const length = items.reduce((sum, item) => sum + item.text.length, 0)
    return (
      items.length > 1 &&
      length >= text.length &&
      length < text.length * 2 &&
      bare(items.map((item) => item.text).join('')) === text
    )
  })
  return group === undefined ? null : group.items.map((item) => rawOf(item.text, raw.source))
}
