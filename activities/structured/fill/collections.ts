/** Finds the lists on a page that an array of a schema may be filled from. */
import type { FactSource, LabelledValue, StatedEntity } from '@seine/shared/pages/facts.ts'
import {
  Bag,
  entityBag,
  entryOf,
  isBag,
  itemBag,
  rawOf,
  rowBag,
  stateBag,
  type Thing,
  type Value,
} from './values/bag.ts'
import { candidatesIn } from './fill-scalar.ts'
import { strongWeight } from './lookup.ts'
import { keyOf, wordsOf } from './values/names.ts'
import type { FillScope } from './scope.ts'
import { sectionsOf } from './sections.ts'
import { statePartsOf } from './state-search.ts'
import type { WantedValue } from './values/wanted.ts'

export interface Collection {
  source: FactSource
  things: readonly Thing[]
  /** How well the name of the list matches what the schema asks for, 0 to 1. */
  named: number
}

const depthMax = 4
const entitiesMax = 2_000
const things = (bags: readonly Bag[]): Collection['things'] => bags.map((bag) => ({ bag, item: null }))

/** Flattens lists of elements: an ItemList is replaced by its elements, a ListItem by the value of its `item`. */
export function elementsOf(values: readonly Value[], level = 0): Value[] {
  if (level > depthMax) return []
  return values.flatMap((value) => {
    if (!isBag(value)) return [value]
    const listed = value.under('itemlistelement').flatMap((entry) => entry.values)
    if (listed.length > 0) return elementsOf(listed, level + 1)
    const items = value.under('item').flatMap((entry) => entry.values)
    const [first] = items
    const isListItem = value.types.includes('ListItem') && first !== undefined && isBag(first)
    return isListItem ? elementsOf([first], level + 1) : [value]
  })
}

/** Returns all candidate lists. @returns those under a matching name in the thing itself come first. */
export function collectionsFor(wanted: WantedValue, scope: FillScope): Collection[] {
  const found: Collection[] = []
  for (const candidates of candidatesIn(wanted, scope)) {
    for (const { values, weight } of candidates) {
      const bags = elementsOf(values).filter(isBag)
      const [first] = bags
      if (first !== undefined)
        found.push({ source: first.source, things: things(bags), named: weight >= strongWeight ? weight : 0.4 })
    }
  }
  for (const { bag } of scope.isPage ? [] : scope.places) {
    if (bag.parts.length > 0) found.push({ source: bag.source, things: bag.parts, named: 0.6 })
  }
  return scope.isPage ? [...found, ...pageCollections(wanted, scope)] : found
}

/** How well names match what the array asks for, 0 to 1; both its names and entity types count. */
function nameScore(wanted: WantedValue, names: readonly string[]): number {
  let best = 0
  for (const name of names.slice(0, 60)) {
    const words = wordsOf(name)
    best = Math.max(best, wanted.keys.get(words.join('')) ?? 0)
    for (const word of words) if (word.length > 2) best = Math.max(best, 0.8 * (wanted.keys.get(word) ?? 0))
  }
  return best
}

function pageCollections(wanted: WantedValue, { page, places }: FillScope): Collection[] {
  const { facts, budget } = page
  const found: Collection[] = []
  const types = new Set(wanted.concepts.flatMap((concept) => concept.types))
  const main = places[0]?.bag
  for (const [type, all] of entitiesByType(facts.entities)) {
    // The main entity of the page is not an item of a list of similar entities.
    const bags = all.filter((bag) => bag !== main)
    const isMeant = types.has(type) || wanted.keys.has(keyOf(type))
    if (type === 'ItemList') {
      for (const bag of bags) {
        const elements = elementsOf([bag]).filter(isBag)
        found.push({ source: bag.source, things: things(elements), named: isMeant ? 0.8 : 0.4 })
      }
    } else if (bags.length > (isMeant ? 0 : 1)) {
      found.push({ source: bags[0]?.source ?? 'json-ld', things: things(bags), named: isMeant ? 0.9 : 0.1 })
    }
  }
  for (const { key, items } of statePartsOf(facts.hydration, budget).lists) {
    found.push({
      source: 'hydration',
      things: things(items.map((item) => stateBag(item))),
      named: nameScore(wanted, [key]),
    })
  }
  for (const { caption, heading, header, rows } of facts.tables) {
    if (!budget.take(rows.length)) break
    const named = nameScore(wanted, [caption ?? '', heading ?? ''])
    found.push({ source: 'table', things: things(rows.map((row) => rowBag(header, row))), named })
  }
  const isSpecified = wanted.concepts.some(({ id }) => id === 'specifications')
  for (const source of ['table', 'definition-list'] as const) {
    const pairs = facts.labels.filter((label) => label.source === source)
    if (!budget.take(pairs.length)) break
    if (pairs.length > 1) found.push({ source, things: things(pairs.map(pairBag)), named: isSpecified ? 1 : 0 })
  }
  for (const bags of sectionsOf(facts)) {
    found.push({ source: 'siblings', things: things(bags), named: nameScore(wanted, ['section']) })
  }
  for (const { heading, names, items } of facts.groups) {
    if (!budget.take(items.length)) break
    const named = nameScore(wanted, [heading ?? '', ...names])
    found.push({ source: 'siblings', things: items.map((item) => ({ bag: itemBag(item), item })), named })
  }
  return found
}

/** Turns a label and its value into a thing with a name and a value. */
const pairBag = ({ source, label, value, url }: LabelledValue): Bag =>
  new Bag(source, [], null, () => [
    ...['name', 'label', 'key', 'property', 'attribute', 'term', 'feature', 'title'].map((name) =>
      entryOf(name, [rawOf(label, source)]),
    ),
    ...['value', 'definition', 'text', 'description', 'detail'].map((name) =>
      entryOf(name, [rawOf(value, source, url)]),
    ),
  ])

const sorted = new WeakMap<readonly StatedEntity[], Map<string, Bag[]>>()

/** Groups entities at any depth by each of their types. */
function entitiesByType(entities: readonly StatedEntity[]): Map<string, Bag[]> {
  const known = sorted.get(entities)
  if (known !== undefined) return known
  const byType = new Map<string, Bag[]>()
  const seen = new Set<Bag>()
  let level: readonly Bag[] = entities.map(entityBag)
  for (let depth = 0; depth < depthMax; depth += 1) {
    const next: Bag[] = []
    for (const bag of level) {
      if (seen.has(bag) || seen.size >= entitiesMax) continue
      seen.add(bag)
      for (const type of bag.types) byType.set(type, [...(byType.get(type) ?? []), bag])
      for (const entry of bag.entries) for (const value of entry.values) if (isBag(value)) next.push(value)
    }
    level = next
  }
  sorted.set(entities, byType)
  return byType
}
