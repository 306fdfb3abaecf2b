/** Finds the entities of a page that a schema describes. */
import type { StatedEntity } from '@seine/shared/pages/facts.ts'
import { entityBag, isBag, type Bag } from './values/bag.ts'
import { isCommon, lookup, strongWeight } from './lookup.ts'
import { keyOf } from './values/names.ts'
import type { StepBudget } from './values/step-budget.ts'
import type { WantedValue } from './values/wanted.ts'

/** Types of entities that pages state in addition to their main entity. */
const besides = new Set(
  `website webpage itempage searchaction breadcrumblist imageobject sitenavigationelement wpheader wpfooter wpsidebar
  listitem aggregaterating offer postaladdress readaction collectionpage webpageelement contactpoint review rating
  itemlist answer question comment geocoordinate openinghoursspecification`
    .split(/\s+/)
    .filter((key) => key !== ''),
)
const partyTypes = new Set(['organization', 'person', 'corporation', 'newsmediaorganization', 'brand', 'onlinestore'])

const entitiesMax = 200
const innerMax = 3

/** Yields entities and the entities that pages name as their main subject, in order. */
function* candidatesOf(entities: readonly StatedEntity[]): Generator<Bag> {
  for (const entity of entities.slice(0, entitiesMax)) {
    const bag = entityBag(entity)
    yield bag
    for (const key of ['mainentity', 'about']) {
      for (const entry of bag.under(key)) {
        for (const value of entry.values.slice(0, innerMax)) if (isBag(value)) yield value
      }
    }
  }
}

const keysOf = (bag: Bag): string[] => bag.types.map(keyOf)

/**
 * Returns the best matching entity, followed by entities that state more about the same thing.
 * @param names keys of the words by which the schema names the thing.
 */
export function fittingEntities(
  entities: readonly StatedEntity[],
  properties: readonly WantedValue[],
  names: ReadonlySet<string>,
  budget: StepBudget,
): Bag[] {
  const scored = [...candidatesOf(entities)].map((bag) => ({ bag, score: scoreOf(bag, properties, names, budget) }))
  let best: (typeof scored)[number] | undefined
  for (const each of scored) if (each.score > (best?.score ?? 0)) best = each
  if (best === undefined) return []
  const main = best.bag
  const name = nameOf(main)
  const others = scored.filter(({ bag, score }) => bag !== main && score > 0 && saysMore(bag, main, name))
  return [main, ...others.toSorted((a, b) => b.score - a.score).map(({ bag }) => bag)].slice(0, 5)
}

function saysMore(bag: Bag, main: Bag, name: string | null): boolean {
  const own = nameOf(bag)
  const types = new Set(keysOf(main))
  if (!keysOf(bag).some((type) => types.has(type))) return false
  return own === null || name === null ? bag.source !== main.source : own === name
}

function nameOf(bag: Bag): string | null {
  const value = [...bag.under('name'), ...bag.under('headline')][0]?.values[0]
  return value === undefined || isBag(value) ? null : keyOf(String(value.value))
}

function scoreOf(bag: Bag, properties: readonly WantedValue[], names: ReadonlySet<string>, budget: StepBudget): number {
  const types = keysOf(bag)
  const isNamed = types.some((type) => names.has(type))
  if (types.some((type) => besides.has(type)) && !isNamed) return 0
  let specific = 0
  let matched = 0
  for (const wanted of properties) {
    if (budget.isSpent) break
    const weight = lookup(bag, wanted, budget)[0]?.weight ?? 0
    if (weight < strongWeight) continue
    matched += weight
    if (!isCommon(wanted)) specific += 1
  }
  const share = matched / Math.max(properties.length, 1)
  const isParty = types.some((type) => partyTypes.has(type))
  const isEnough = isNamed ? matched > 0 : isParty ? specific >= 1 && share >= 0.4 : specific >= 1 || share >= 0.5
  return isEnough ? share + specific * 0.02 + (isNamed ? 0.3 : 0) - (isParty ? 0.1 : 0) : 0
}
