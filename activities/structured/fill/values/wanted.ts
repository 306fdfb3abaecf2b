/** What a property of a schema asks for: the names it may have on a page, and the form of its value. */
import { conceptsOf, type Concept, type ConceptKind } from './concepts.ts'
import { keyOf, wordsOf } from './names.ts'
import { typesOf, wordsAbout, type SchemaObject } from './schema-node.ts'

export interface WantedValue {
  words: readonly string[]
  /** Words of the parent property; empty for those of the root. */
  parent: readonly string[]
  /** Keys to look up -> confidence that a value under the key is meant, up to 1. */
  keys: ReadonlyMap<string, number>
  /** Keys that only denote lists: of a property that is no array, a scalar under them is something else. */
  keysOfThings: ReadonlySet<string>
  concepts: readonly Concept[]
  kind: ConceptKind
  /** Unit of time in which a number is requested; null when none is named. */
  unit: 'seconds' | 'minutes' | 'hours' | null
  /** Which end of a range is requested; null when none is named. */
  bound: 'low' | 'high' | null
  /** Name, title and description in lower case. */
  about: string
}

const contexts = new Set(
  `product article item page event job recipe book film movie course video podcast episode post property listing car
  vehicle hotel restaurant person full main primary current complete number of is has the list all raw total package
  software app question review comment company organization seller school station team story news thread song album
  place store issue paper game`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
const endings = new Set(
  `value text string iso list array name minute min hour second sec eur usd gbp chf jpy euro kg g mg lb oz km m cm mm ft sqm m2 sqft ml kb mb gb info
  amount in percent day line html number id year month week eur`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
/** Endings that a name can lose and still denote a thing of its own. */
const weakEndings = new Set(['name', 'number', 'id', 'line', 'day', 'amount'])

/** Weights of keys: the property's own name, its most common synonyms, further synonyms, and parts of a longer name. */
const [ownWeight, synonymWeight, otherWeight, partWeight] = [1, 0.9, 0.82, 0.8]

/**
 * Returns what a property asks for.
 * @param name of the property; empty for the root.
 * @param parent words of the parent property.
 */
export function wantedOf(name: string, schema: SchemaObject, parent: readonly string[] = []): WantedValue {
  const kept = known.get(schema) ?? new Map<string, WantedValue>()
  known.set(schema, kept)
  const place = `${name}/${parent.join(' ')}`
  const wanted = kept.get(place) ?? readWanted(name, schema, parent)
  kept.set(place, wanted)
  return wanted
}

/** Cache: the items of a list ask for the same properties repeatedly. */
const known = new WeakMap<SchemaObject, Map<string, WantedValue>>()

function readWanted(name: string, schema: SchemaObject, parent: readonly string[]): WantedValue {
  const words = wordsOf(name)
  const { title, description } = wordsAbout(schema)
  const keys = new Map<string, number>()
  const keysOfOne = new Set<string>()
  const concepts: Concept[] = []
  const add = (key: string, weight: number): void => {
    if (key !== '' && (keys.get(key) ?? 0) < weight) keys.set(key, weight)
  }
  const addMeaning = (key: string, weight: number): void => {
    add(key, weight)
    keysOfOne.add(key)
    for (const [index, concept] of conceptsOf(key).entries()) {
      const below = index === 0 ? ownWeight - synonymWeight : ownWeight - otherWeight
      if (!concepts.includes(concept)) concepts.push(concept)
      for (const each of concept.keys) {
        add(each, weight - below)
        if (concept.kind !== 'list') keysOfOne.add(each)
      }
    }
  }
  const own = words.join('')
  if (parent.length > 0 && words.length > 0) {
    addMeaning([...parent, ...words].join(''), 0.99)
    addMeaning([...words, ...parent].join(''), 0.98)
  }
  addMeaning(own, ownWeight)
  if (title !== '') addMeaning(keyOf(title), 0.95)
  if (concepts.length === 0) for (const shorter of shorterNames(words)) addMeaning(shorter.join(''), 0.9)
  const isMany = typesOf(schema).includes('array')
  // Singular and plural share a key: list concepts come last for a property that is not an array.
  concepts.sort((a, b) => Number(a.kind === 'list' && !isMany) - Number(b.kind === 'list' && !isMany))
  const about = description.split(/[.,;:(]| in | as /)[0] ?? ''
  if (concepts.length === 0 && wordsOf(about).length <= 4) {
    for (const each of [wordsOf(about), ...shorterNames(wordsOf(about))]) {
      addMeaning(each.join(''), partWeight)
    }
  }
  const [first] = concepts
  // A number of reviews may be labelled `Reviews`.
  const isOfList = isMany || first?.kind === 'list' || first?.kind === 'count'
  const all = `${name} ${title} ${description}`.toLowerCase()
  return {
    words,
    parent,
    keys,
    keysOfThings: new Set(isOfList ? [] : [...keys.keys()].filter((key) => !keysOfOne.has(key))),
    concepts,
    kind: first?.kind ?? kindByEnd(words),
    unit: unitOf(all),
    bound: boundOf(words),
    about: all,
  }
}

const measured: ReadonlySet<ConceptKind> = new Set(['rating', 'count', 'price', 'availability'])

/** True for a value that is of one thing: the rating of a product is not that of its seller. */
export const isOfOneThing = ({ kind }: WantedValue): boolean => measured.has(kind)

/** Returns what is asked for only under a name with the words of its parent: `seller rating`, not `rating`. */
export function namedWithParent(wanted: WantedValue): WantedValue {
  const { parent, words } = wanted
  const keys = new Map([[...parent, ...words].join('')].map((key) => [key, ownWeight]))
  return { ...wanted, words: [...parent, ...words], keys, keysOfThings: new Set(), concepts: [] }
}

const endKinds: ReadonlySet<ConceptKind> = new Set([
  'link',
  'picture',
  'date',
  'email',
  'telephone',
  'price',
  'currency',
])

/** Derives the kind from the last word: `author_url` is a URL, whatever an author is. */
function kindByEnd(words: readonly string[]): ConceptKind {
  const kind = conceptsOf(words.at(-1) ?? '')[0]?.kind
  return kind !== undefined && endKinds.has(kind) ? kind : 'plain'
}

/** Yields a name without leading context words and trailing unit or format words. */
function* shorterNames(words: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < Math.min(words.length, 4); from += 1) {
    if (from > 0 && !contexts.has(words[from - 1] ?? '')) return
    for (let to = words.length; to > from; to -= 1) {
      if (to < words.length && !endings.has(words[to] ?? '')) break
      const isWhole = from === 0 && to === words.length
      if (!isWhole && !(to < words.length && weakEndings.has(words[to] ?? '') && to - from === 0)) {
        yield words.slice(from, to)
      }
    }
  }
}

function boundOf(words: readonly string[]): WantedValue['bound'] {
  if (words.some((word) => /^(?:min|minimum|from|low|lowest|ab)$/.test(word))) return 'low'
  return words.some((word) => /^(?:max|maximum|to|high|highest|upto|bis)$/.test(word)) ? 'high' : null
}

function unitOf(text: string): WantedValue['unit'] {
  const words = text.replaceAll('_', ' ')
  if (/\b(?:minutes?|mins?|minuten|minutos)\b|Minutes/i.test(words)) return 'minutes'
  if (/\b(?:seconds?|secs?|sekunden)\b/.test(words)) return 'seconds'
  return /\bhours\b|\bstunden\b/.test(words) ? 'hours' : null
}
