/** Fills any place of a schema: scalars, objects, arrays. */
import type { SiblingItem } from '@seine/shared/pages/facts.ts'
import { fillLimits } from '../limits/structured-limits.ts'
import { isBag, rawOf, valueBag, type Bag, type Value } from './values/bag.ts'
import { coerce } from './values/coerce.ts'
import { collectionsFor, elementsOf, type Collection } from './collections.ts'
import { candidatesIn, fillScalar, readingOf } from './fill-scalar.ts'
import { below, type Filled } from './filled.ts'
import { strongWeight } from './lookup.ts'
import {
  allowsNull,
  alternativesOf,
  propertiesOf,
  requiredOf,
  typesOf,
  wordsAbout,
  type SchemaObject,
} from './values/schema-node.ts'
import { scopeOf, type FillPlace, type FillScope } from './scope.ts'
import { galleryOf } from './gallery.ts'
import { ratingFields } from './rating-fields.ts'
import { itemsOfText, partsOfList, peopleIn, sectionItems } from './string-lists.ts'
import { momentIn } from './values/moments.ts'
import { wantedOf, type WantedValue } from './values/wanted.ts'
import { setOwn } from '@seine/activities/structured/values/set-own.ts'

/** A requested property, with the words of its parent property. */
export interface Asked {
  name: string
  schema: unknown
  parent: readonly string[]
}

/** Fills one place. @returns undefined when the page has nothing for it. */
export function fillPlace({ name, schema, parent }: Asked, scope: FillScope): Filled | undefined {
  if (scope.level > fillLimits.levelsMax) return undefined
  for (const alternative of alternativesOf(scope.page, schema)) {
    if (!scope.page.budget.take(1 + callingCost(name, alternative))) return undefined
    const filled = fillAlternative(alternative, wantedOf(name, alternative, parent), scope)
    if (filled !== undefined) return filled
  }
  return undefined
}

/** Steps that reading the name, title and description of a place costs. */
function callingCost(name: string, schema: SchemaObject): number {
  const { title, description } = wordsAbout(schema)
  return (name.length + title.length + description.length) / fillLimits.nameCharactersPerStep
}

function fillAlternative(schema: SchemaObject, wanted: WantedValue, scope: FillScope): Filled | undefined {
  const types = typesOf(schema)
  const scalars = types.filter((type) => type !== 'object' && type !== 'array' && type !== 'null')
  if (types.includes('object')) {
    const filled = fillObject(schema, wanted, scope)
    if (filled !== undefined) return filled
  }
  if (types.includes('array')) {
    const filled = fillArray(schema, wanted, scope)
    if (filled !== undefined) return filled
  }
  return scalars.length > 0 ? fillScalar({ ...schema, type: scalars }, wanted, scope) : undefined
}

/** Fills the properties of an object from the places of one scope. */
export function fillProperties(schema: SchemaObject, parent: readonly string[], scope: FillScope): Filled | undefined {
  const value: Record<string, unknown> = {}
  const sources: Filled['sources'][number][] = []
  const required = requiredOf(schema)
  let missing = 0
  for (const [name, each] of propertiesOf(schema).slice(0, fillLimits.propertiesMax)) {
    const filled = fillPlace({ name, schema: each, parent }, scope)
    if (filled !== undefined) {
      setOwn(value, name, filled.value)
      sources.push(...below(name, filled))
    } else if (required.has(name)) {
      const canBeNull = allowsNull(alternativesOf(scope.page, each))
      if (canBeNull) setOwn(value, name, null)
      else missing += 1
    }
  }
  if (sources.length === 0) return undefined
  return { value, sources, required: required.size === 0 ? 1 : 1 - missing / required.size }
}

function fillObject(schema: SchemaObject, wanted: WantedValue, scope: FillScope): Filled | undefined {
  if (scope.level === 0) return fillProperties(schema, [], { ...scope, level: 1 })
  let best: Filled | undefined
  for (const bag of thingsFor(wanted, scope).slice(0, fillLimits.thingsTriedMax)) {
    const inside = scopeOf(scope, bag)
    const read = fillProperties(schema, wanted.words, withPage(inside, scope, wanted))
    const filled = read === undefined || wanted.kind !== 'person' ? read : withJobTitle(read, schema, inside)
    if (filled !== undefined && (best === undefined || betterThan(filled, best))) best = filled
  }
  if (best !== undefined || !scope.isPage) return best
  const strict: FillScope = {
    ...scope,
    places: scope.places.map((place) => strictPlace(place, wanted)),
    level: scope.level + 1,
  }
  return fillProperties(schema, wanted.words, strict)
}

const betterThan = (a: Filled, b: Filled): boolean =>
  a.required > b.required || (a.required === b.required && a.sources.length > b.sources.length)

const strictPlace = (place: FillPlace, part: WantedValue): FillPlace => ({
  bag: place.bag,
  weightMin: 0.8,
  takesCommon: false,
  isOfOther: isParty(part),
})

const partyIds = new Set(['brand', 'seller', 'publisher', 'employer', 'organizer', 'provider'])

/** True for a part that is a person or an organisation, which the ratings and prices of a page are not of. */
const isParty = ({ kind, concepts }: WantedValue): boolean => kind === 'person' || partyIds.has(concepts[0]?.id ?? '')

/** Replaces the title of a person by the job title, or leaves it out, when it only repeats the name. */
function withJobTitle(filled: Filled, schema: SchemaObject, scope: FillScope): Filled {
  const value = filled.value as Record<string, unknown>
  if (value['title'] === undefined || value['title'] !== value['name'] || requiredOf(schema).has('title')) return filled
  const { title: _, ...rest } = value
  const [, asked] = propertiesOf(schema).find(([name]) => name === 'title') ?? []
  const job = fillPlace({ name: 'job_title', schema: asked, parent: [] }, scope)
  const sources = filled.sources.filter(([path]) => path !== '/title')
  if (job === undefined || job.value === value['name']) return { ...filled, value: rest, sources }
  return { ...filled, value: { ...rest, title: job.value }, sources: [...sources, ...below('title', job)] }
}

/** Adds the labels of the whole page: it may state there what a part of its main thing lacks. */
const withPage = (inside: FillScope, outer: FillScope, part: WantedValue): FillScope =>
  outer.isPage
    ? {
        ...inside,
        places: [
          ...inside.places,
          ...outer.places.filter(({ bag }) => isLabels(bag)).map((place) => strictPlace(place, part)),
        ],
      }
    : inside

const isLabels = (bag: Bag): boolean =>
  bag.source === 'definition-list' || bag.source === 'table' || bag.source === 'label'

/**
 * Returns the things that an object may be filled from: found under its name, of its type, or built from a single
 * value.
 */
function thingsFor(wanted: WantedValue, scope: FillScope): Bag[] {
  const values = [...candidatesIn(wanted, scope)]
    .flat()
    .filter(({ weight }) => weight >= strongWeight)
    .flatMap((candidate) => candidate.values.slice(0, fillLimits.thingsTriedMax))
  const bags = values.filter(isBag)
  const meant = scope.isPage
    ? collectionsFor(wanted, scope)
        .filter(({ named, source }) => named >= 0.9 && source !== 'table' && source !== 'siblings')
        .flatMap(({ things }) => things.slice(0, 2).map(({ bag }) => bag))
    : []
  const single = values.flatMap((value) => (isBag(value) ? [] : [value])).slice(0, 3)
  return [...bags, ...meant, ...single.map((raw) => valueBag(raw, wanted.keys.keys()))]
}

function fillArray(schema: SchemaObject, wanted: WantedValue, scope: FillScope): Filled | undefined {
  const items = schema['items'] ??
    (Array.isArray(schema['prefixItems']) ? schema['prefixItems'][0] : undefined) ?? { type: 'string' }
  const [first] = alternativesOf(scope.page, items)
  if (first === undefined) return undefined
  const filled = typesOf(first).includes('object')
    ? fillObjects(first, wanted, scope)
    : fillScalars(first, wanted, scope)
  if (filled === undefined) return undefined
  const { minItems, maxItems } = schema
  const list = filled.slice(0, typeof maxItems === 'number' ? maxItems : fillLimits.itemsMax)
  if (list.length === 0 || (typeof minItems === 'number' && list.length < minItems)) return undefined
  return {
    value: list.map(({ value }) => value),
    sources: list.flatMap((each, index) => below(index, each)),
    required: 1,
  }
}

/** Structured data sources, which state what an image shows. */
const statedSources: ReadonlySet<string> = new Set(['json-ld', 'microdata', 'rdfa', 'hydration'])

const withoutRepeats = (list: readonly Filled[]): Filled[] => {
  const seen = new Set<string>()
  return list.filter(({ value }) => {
    const text = JSON.stringify(value)
    return seen.has(text) ? false : (seen.add(text), true)
  })
}

function fillScalars(schema: SchemaObject, wanted: WantedValue, scope: FillScope): Filled[] | undefined {
  const reading = readingOf(wanted, scope)
  const read = (values: readonly Value[]): Filled[] => {
    const elements = elementsOf([...new Set(values)].slice(0, fillLimits.itemsMax))
    const parts =
      elements.length === 1 && elements[0] !== undefined && !isBag(elements[0])
        ? (itemsOfText(scope.page.facts, elements[0]) ?? partsOfList(elements[0], wanted))
        : elements.flatMap((each) => (wanted.kind === 'person' && !isBag(each) ? peopleIn(each) : [each]))
    const list = parts.flatMap((part) => {
      const value = scope.page.budget.take() ? coerce(part, schema, reading) : undefined
      return value === undefined || value === '' ? [] : [{ value, sources: [['', part.source] as const], required: 1 }]
    })
    return withoutRepeats(list)
  }
  const gallery = scope.isPage && wanted.kind === 'picture' ? galleryOf(scope.page) : []
  for (const candidates of candidatesIn(wanted, scope)) {
    const best = candidates[0]?.weight ?? 0
    if (best < strongWeight) continue
    // A single preview image from meta elements is worth less than the images that the page shows.
    const isPreview = candidates[0]?.values.every(({ source }) => !statedSources.has(source)) === true
    if (isPreview && gallery.length > 1) return read(gallery)
    // A repeated class produces one entry per value, so all entries of similar weight are read.
    const list = read(candidates.filter(({ weight }) => weight >= best - 0.1).flatMap(({ values }) => values))
    if (list.length > 0) return list
  }
  if (scope.item !== null) {
    const entries = scope.item.fields.filter(({ names }) => names.includes('li'))
    const list = wanted.kind === 'picture' ? [] : read(entries.map(({ text, url }) => rawOf(text, 'siblings', url)))
    return list.length > 0 ? list : undefined
  }
  if (!scope.isPage) return undefined
  if (gallery.length > 0) return read(gallery)
  const list = read(sectionItems(scope.page.facts, wanted).map((text) => rawOf(text, 'siblings')))
  return list.length > 0 ? list : undefined
}

function fillObjects(schema: SchemaObject, wanted: WantedValue, scope: FillScope): Filled[] | undefined {
  let best: { collection: Collection; score: number } | undefined
  for (const collection of collectionsFor(wanted, scope).slice(0, fillLimits.collectionsMax)) {
    if (!mayBeMeant(collection, wanted)) continue
    const score = collectionScore(collection, schema, scope)
    if (score > (best?.score ?? 0)) best = { collection, score }
  }
  if (best === undefined) return undefined
  const { things } = best.collection
  const list = things.slice(0, fillLimits.itemsMax).flatMap(({ bag, item }) => {
    const filled = fillProperties(schema, [], scopeOf(scope, bag, item))
    return filled === undefined || filled.required < 1 ? [] : [filled]
  })
  return withoutRepeats(list)
}

const samplesMax = 4
/** Parts of a page beside which other lists of the same form stand: cards of features, related posts. */
const partLists = new Set(['questions', 'offers', 'reviews', 'comments', 'answers'])
const namedMin = 0.3

/** False for siblings without a name that stand in for the parts of a page, unless their texts speak for it. */
function mayBeMeant({ things, named, source }: Collection, { concepts }: WantedValue): boolean {
  const id = concepts.find((concept) => partLists.has(concept.id))?.id
  if (id === undefined || source !== 'siblings' || named >= namedMin) return true
  const samples = things.slice(0, samplesMax)
  const speaking = samples.filter(({ item }) => item !== null && speaksFor(id, item))
  return speaking.length * 2 > samples.length
}

/** True for a question, and for a review or comment with a day or stars. */
function speaksFor(id: string, { text, fields }: SiblingItem): boolean {
  if (id === 'offers') return false
  if (id === 'questions') return /[?？]/u.test(text)
  return (
    ratingFields(fields).length > 0 ||
    fields.some(
      ({ names, text: shown, machine }) =>
        names.some((name) => name === 'time' || /(?:^| )(?:rating|stars|date)(?:$| )/.test(name)) ||
        /^[★☆]+$/u.test(shown) ||
        (shown.length <= 60 && momentIn(machine ?? shown, 'month-first') !== null),
    )
  )
}

/**
 * Scores how well a collection fits: the share of item properties it fills, its name and its number of items; 0 when it
 * does not fit.
 */
function collectionScore(collection: Collection, schema: SchemaObject, scope: FillScope): number {
  const properties = propertiesOf(schema)
  const { things, named } = collection
  if (things.length === 0 || properties.length === 0) return 0
  const samples = things.slice(0, samplesMax)
  let share = 0
  let complete = 0
  for (const { bag, item } of samples) {
    const filled = fillProperties(schema, [], scopeOf(scope, bag, item))
    if (filled === undefined) continue
    share += Object.values(filled.value as object).filter((value) => value !== null).length / properties.length
    if (filled.required === 1) complete += 1
  }
  share /= samples.length
  complete /= samples.length
  if (complete === 0 || share < (named >= 0.7 ? 0.3 : named > 0 ? 0.5 : 0.6)) return 0
  if (named < 0.3 && things.length < 2) return 0
  if (named < 0.3 && properties.length < 2) return 0
  const structured = collection.source === 'siblings' ? 0 : collection.source === 'table' ? 0.1 : 0.3
  return share * 2 + named + complete * 0.5 + structured + Math.min(Math.log2(things.length), 4) * 0.1
}
