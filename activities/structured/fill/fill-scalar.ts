/** Fills a single value. */
import { dayMonthOrder } from '../../content/metadata/day-month-order.ts'
import type { FactSource } from '@seine/shared/pages/facts.ts'
import { isBag, rawOf, type Raw, type Value } from './values/bag.ts'
import { coerce, type CoercedValue } from './values/coerce.ts'
import { leaf, type Filled } from './filled.ts'
import { byKind } from './item-kinds.ts'
import { isCommon, lookup, strongWeight, type Candidate } from './lookup.ts'
import { isOfPrices, pagePrices } from './page-prices.ts'
import { isPlausible } from './plausible-values.ts'
import { ratingCounts, ratingFields } from './rating-fields.ts'
import { categoryLinks } from './section-names.ts'
import { keyOf } from './values/names.ts'
import { isPriceLike, numberIn } from './values/numbers.ts'
import { typesOf, type SchemaObject } from './values/schema-node.ts'
import { stockFields } from './values/stock-words.ts'
import type { FillPlace, FillScope } from './scope.ts'
import { isOfOneThing, namedWithParent, type WantedValue } from './values/wanted.ts'

const valuesTriedMax = 20

/** Fills a scalar. @returns undefined when the page has no value that satisfies the schema. */
export function fillScalar(schema: SchemaObject, wanted: WantedValue, scope: FillScope): Filled | undefined {
  const reading = readingOf(wanted, scope)
  const found: Candidate[] = []
  const read = ({ values }: Candidate): Filled | undefined => {
    const likely = values.filter((value) => isPlausible(value, wanted, scope))
    return firstFit(wanted.kind === 'price' ? inMajorUnits(likely, scope) : likely, schema, reading)
  }
  for (const candidates of candidatesIn(wanted, scope)) {
    found.push(...candidates)
    for (const candidate of candidates) {
      const filled = candidate.weight >= strongWeight ? read(candidate) : undefined
      if (filled !== undefined) return filled
    }
  }
  const meant =
    firstFit(thingsCalled(wanted, scope), schema, reading) ?? firstFit(byLooks(schema, wanted, scope), schema, reading)
  if (meant !== undefined) return meant
  for (const candidate of found) {
    const filled = candidate.weight < strongWeight ? read(candidate) : undefined
    if (filled !== undefined) return filled
  }
  return undefined
}

/**
 * Converts amounts of a state that are in cents: some shops count so. An amount is only taken for cents when the page
 * states a hundredth of it, or shows it at its main heading, and shows the whole amount nowhere.
 */
function inMajorUnits(values: readonly Value[], { page }: FillScope): readonly Value[] {
  if (!values.some(isWholeAmount)) return values
  const { fields, meta } = page.facts
  const prices = page.mainSection.filter(({ text }) => onlyPrice.test(text) && isPriceLike(text))
  const stated = priceNames.flatMap((name) => meta[name] ?? [])
  const shown = new Set([...prices.map(({ text }) => text), ...stated].map(amountOf))
  return values.map((value) => {
    if (!isWholeAmount(value)) return value
    const amount = Number(value.value)
    const isShown = fields.some(({ text }) => isPriceLike(text) && amountOf(text) === amount)
    return shown.has(amount / 100) && !isShown ? { ...value, value: amount / 100 } : value
  })
}

const priceNames = ['og:price:amount', 'product:price:amount']

const onlyPrice = /^[^\d\s]{0,4}\s?\d[\d.,\s]*[^\d\s]{0,4}$/
const amountOf = (text: string): number | null => numberIn(text, { isMoney: true, isGrouped: true })

const isWholeAmount = (value: Value): value is Raw =>
  !isBag(value) && value.source === 'hydration' && /^[1-9]\d{2,}$/.test(String(value.value))

/** Returns the context in which a text is converted to the requested value: URL, language and texts of the page, and its budget. */
export const readingOf = (wanted: WantedValue, { page }: FillScope): CoercedValue => ({
  wanted,
  url: page.facts.document.url,
  language: page.facts.document.language,
  isShown: (text) => page.facts.fields.some((field) => field.text === text && field.names[0] !== 'by'),
  budget: page.budget,
})

/** Yields the candidates of each place that may hold the value; a place is read when it is reached. */
export function* candidatesIn(wanted: WantedValue, scope: FillScope): Generator<Candidate[]> {
  const common = isCommon(wanted)
  const places =
    isUndecidedDate(wanted) && !scope.page.isArticle
      ? scope.places.toSorted((a, b) => headLast(a) - headLast(b))
      : scope.places
  for (const { bag, takesCommon, weightMin, isOfOther } of places) {
    if (!takesCommon && common) continue
    const meant = isOfOther === true && isOfOneThing(wanted) ? namedWithParent(wanted) : wanted
    yield lookup(bag, meant, scope.page.budget).filter(({ weight }) => weight >= weightMin)
  }
}

/**
 * A property named like the type of the page's main thing means its name: `restaurant` is the name of the restaurant.
 */
const thingsCalled = ({ words }: WantedValue, { places, isPage }: FillScope): Value[] =>
  isPage && words.length > 0
    ? places.flatMap(({ bag }) => (bag.types.some((type) => keyOf(type) === words.join('')) ? [bag] : []))
    : []

/** True for a plain `date`, which may mean the publication or the start of an event. */
const isUndecidedDate = ({ concepts }: WantedValue): boolean =>
  concepts.some(({ id }) => id === 'published') && concepts.some(({ id }) => id === 'start')

/** Sorts the document head last: its dates are those of the document. */
const headLast = ({ bag }: FillPlace): number => Number(bag.source === 'meta' || bag.source === 'document')

function byLooks(schema: SchemaObject, wanted: WantedValue, { page, item, isPage, places }: FillScope): Value[] {
  const { document } = page.facts
  const order = dayMonthOrder(document.language, document.url)
  if (item !== null) return byKind(item.fields, wanted, false, order)
  if (isOfOneThing(wanted) && places.some(({ isOfOther }) => isOfOther === true)) return []
  if (isPage && wanted.kind === 'availability')
    return stockFields(page.mainSection, typesOf(schema).includes('boolean')).map((field) =>
      rawOf(field.text, 'pattern', null, null),
    )
  if (isPage) {
    const id = wanted.concepts[0]?.id
    const meant =
      wanted.kind === 'rating'
        ? ratingFields(page.mainSection)
        : id === 'reviewCount'
          ? ratingCounts(page.mainSection)
          : id === 'category' && page.isArticle
            ? categoryLinks(page.fields, document.url)
            : []
    if (isOfPrices(wanted))
      return pagePrices(page, wanted).map(({ text, url, machine }) => rawOf(text, 'pattern', url, machine))
    return [...meant.map(({ text, url }) => rawOf(text, 'pattern', url)), ...byKind(page.fields, wanted, true, order)]
  }
  return wanted.kind === 'currency'
    ? places.flatMap(({ bag }) => (bag.text === null ? [] : [rawOf(bag.text, bag.source)]))
    : []
}

function firstFit(values: readonly Value[], schema: SchemaObject, reading: CoercedValue): Filled | undefined {
  for (const value of values.slice(0, valuesTriedMax)) {
    if (!reading.budget.take()) return undefined
    const fit = coerce(value, schema, reading)
    if (fit !== undefined && fit !== '') return leaf(fit, sourceOf(value))
  }
  return undefined
}

const sourceOf = (value: Value): FactSource => value.source
