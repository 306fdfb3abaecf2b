/** Looks up values of a thing that may be what a property asks for, most certain first. */
import type { FactSource } from '@seine/shared/pages/facts.ts'
import { isBag, type Bag, type BagEntry, type Value } from './values/bag.ts'
import { namesCharge } from './values/charges.ts'
import { conceptsOf } from './values/concepts.ts'
import type { StepBudget } from './values/step-budget.ts'
import type { WantedValue } from './values/wanted.ts'

const addresses = new Set(['url', 'link', 'href', 'uri', 'page', 'profile'])

export interface Candidate {
  /** All values under one name. */
  values: readonly Value[]
  weight: number
}

/** Minimum weight of a match that is used when the thing may not be the subject of the property. */
export const strongWeight = 0.78

/** Weight of a name that is a kind of what is asked for: `required documents` are `documents`. */
const kindOfWeight = 0.8
/** Weight of such a name that has a meaning of its own: a `list price` is not the price if there is another. */
const otherMeaningWeight = 0.75

const levelsMax = 3
const nestedMax = 40
/** Related things: their properties are not properties of the thing itself. */
const foreign = new Set(
  `review comment related publisher ispartof mainentityofpage potentialaction itemlistelement isrelatedto issimilarto
  breadcrumb haspart recommended recommendation similar upsell crosssell image logo author citation video isvariantof
  hasvariant primaryimageofpage sameas contributor editor reviewer`
    .split(/\s+/)
    .filter((key) => key !== ''),
)
/** Ids of concepts that almost every thing has. */
const common = new Set(['name', 'description', 'body', 'image', 'url', 'published', 'modified', 'author', 'start'])

/** Whether a requested value is one that most things have, such as a name or a URL. */
export const isCommon = (wanted: WantedValue): boolean => wanted.concepts.some((concept) => common.has(concept.id))

/** Looks up a property. @returns candidates, most certain first; in page order when equally certain. */
export function lookup(bag: Bag, wanted: WantedValue, budget: StepBudget): Candidate[] {
  const found: Candidate[] = []
  collect(bag, wanted.keys, 1, budget, found, wanted.keysOfThings)
  for (const concept of wanted.concepts) {
    for (const [index, path] of concept.paths.entries()) {
      const [key] = path
      if (path.length === 1 && key !== undefined) {
        collect(bag, new Map([[key, 0.93 - index * 0.01]]), 1, budget, found)
        continue
      }
      const values = along(bag, path, budget)
      if (values.length > 0) found.push({ values, weight: 0.93 - index * 0.01 })
    }
  }
  composite(bag, wanted, budget, found)
  if (found.length === 0 && !isCommon(wanted)) deeper(bag, wanted, 1, budget, found)
  if (found.length === 0) similar(bag, wanted, budget, found)
  return found.toSorted((a, b) => b.weight - a.weight)
}

function collect(
  bag: Bag,
  keys: ReadonlyMap<string, number>,
  factor: number,
  budget: StepBudget,
  into: Candidate[],
  keysOfThings: ReadonlySet<string> = new Set(),
): void {
  for (const [key, weight] of keys) {
    if (!budget.take()) return
    for (const entry of bag.under(key)) {
      const values = keysOfThings.has(key) ? entry.values.filter(isBag) : entry.values
      if (values.length > 0) into.push({ values, weight: weight * entry.weight * factor })
    }
  }
}

function along(bag: Bag, path: readonly string[], budget: StepBudget): Value[] {
  let values: Value[] = [bag]
  for (const key of path) {
    const next: Value[] = []
    for (const value of values.slice(0, nestedMax)) {
      if (!budget.take() || !isBag(value)) continue
      for (const entry of value.under(key)) next.push(...entry.values)
    }
    values = next
  }
  return values
}

/** Splits a composite name: `author_name` is the name of the value under `author`. */
function composite(bag: Bag, wanted: WantedValue, budget: StepBudget, into: Candidate[]): void {
  const { words } = wanted
  for (let at = 1; at < Math.min(words.length, 4); at += 1) {
    const first = words.slice(0, at).join('')
    const rest = words.slice(at).join('')
    const names = new Set([first, ...(conceptsOf(first)[0]?.keys ?? [])])
    for (const value of [...names].flatMap((name) => along(bag, [name], budget)).slice(0, nestedMax)) {
      const isOwn = rest === 'name' || (!isBag(value) && value.url !== null && addresses.has(rest))
      const values = isBag(value) ? along(value, [rest], budget) : isOwn ? [value] : []
      if (values.length > 0) into.push({ values, weight: 0.94 })
    }
  }
}

/** Sources whose values may be things themselves. */
const nesting: ReadonlySet<FactSource> = new Set(['json-ld', 'microdata', 'rdfa', 'hydration'])

function deeper(bag: Bag, wanted: WantedValue, level: number, budget: StepBudget, into: Candidate[]): void {
  if (level > levelsMax || !nesting.has(bag.source)) return
  let nested = 0
  for (const entry of bag.entries) {
    if (foreign.has(entry.key)) continue
    for (const value of entry.values) {
      if (!isBag(value)) continue
      nested += 1
      if (nested > nestedMax || !budget.take()) return
      collect(value, wanted.keys, 0.97 - level * 0.04, budget, into, wanted.keysOfThings)
      deeper(value, wanted, level + 1, budget, into)
    }
  }
}

/** Finds names that contain the words of the requested name, or the other way round. */
function similar(bag: Bag, wanted: WantedValue, budget: StepBudget, into: Candidate[]): void {
  const own = wanted.words.filter((word) => word.length > 1)
  if (own.length === 0 || own.join('').length < 3) return
  for (const entry of bag.entries) {
    if (!budget.take() || entry.words.length === 0 || entry.words.length > 6) continue
    const shared = own.filter((word) => entry.words.includes(word)).length
    if (shared === 0 || shared < Math.min(own.length, entry.words.length) || entry.values.length === 0) continue
    const isKindOf = shared === own.length && entry.words.join('').endsWith(own.join('')) && !isCommon(wanted)
    const weight = isKindOf
      ? kindWeight(entry, wanted)
      : 0.55 * (shared / Math.max(own.length, entry.words.length)) + 0.2
    if (weight > 0) into.push({ values: entry.values, weight: weight * entry.weight })
  }
}

/**
 * Returns the weight of a longer name that ends in the requested one: 0 when it denotes something else, as an
 * `email address` is no kind of address.
 */
function kindWeight({ key, words }: BagEntry, { concepts, kind, words: own }: WantedValue): number {
  if (kind === 'price' && namesCharge(words) && !namesCharge(own)) return 0
  const meanings = concepts.length === 0 ? [] : conceptsOf(key)
  if (meanings.length === 0 || meanings.some((meaning) => concepts.includes(meaning))) return kindOfWeight
  return meanings.some((meaning) => meaning.kind === kind) ? otherMeaningWeight : 0
}
