/** Merges the values read from the parts of a page into one value. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import type { SchemaPlace, SchemaPlaces } from './schema-places.ts'

/** Properties that identify a thing, best first. */
const identities = ['id', '@id', 'sku', 'gtin', 'isbn', 'doi', 'uuid', 'url', 'link', 'href']
/**
 * Properties that usually identify a thing; two things with the same name that differ in other properties stay
 * separate.
 */
const names = ['name', 'title', 'label', 'question', 'heading']

/**
 * Merges values by their kind: lists are joined without duplicates; of texts and numbers the most frequent value wins,
 * the first one in a tie; objects are merged property by property. Null and empty text are ignored.
 * @param values of the parts, in page order, each of limited depth.
 * @param places of the caller's schema, for the maximum length of lists; null without a schema.
 */
export const mergeValues = (values: readonly unknown[], places: SchemaPlaces | null): unknown =>
  merged(values, places, places?.top ?? null)

const kindOf = (value: unknown): 'list' | 'object' | 'scalar' => {
  if (Array.isArray(value)) return 'list'
  return isObject(value) ? 'object' : 'scalar'
}

const saysNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

function merged(values: readonly unknown[], places: SchemaPlaces | null, place: SchemaPlace | null): unknown {
  const stated = values.filter((value) => !saysNothing(value))
  if (stated.length <= 1) return stated[0] ?? values[0] ?? null
  const kind = mostOf(stated.map((value) => [kindOf(value), kindOf(value)] as const)) as string
  const same = stated.filter((value) => kindOf(value) === kind)
  if (kind === 'list') return mergedLists(same as unknown[][], places, place)
  if (kind === 'object') return mergedObjects(same as Record<string, unknown>[], places, place)
  return mostOf(same.map((value) => [canonical(value), value] as const))
}

/** Returns the value with the most frequent key, the first one in a tie. */
function mostOf(keyed: readonly (readonly [string, unknown])[]): unknown {
  const counts = new Map<string, { value: unknown; count: number }>()
  for (const [key, value] of keyed) {
    const entry = counts.get(key) ?? { value, count: 0 }
    entry.count += 1
    counts.set(key, entry)
  }
  let most: { value: unknown; count: number } | null = null
  for (const entry of counts.values()) if (most === null || entry.count > most.count) most = entry
  return most?.value
}

function mergedObjects(
  objects: readonly Record<string, unknown>[],
  places: SchemaPlaces | null,
  place: SchemaPlace | null,
): unknown {
  const members = new Map<string, unknown[]>()
  for (const object of objects) {
    for (const [name, value] of Object.entries(object)) {
      const values = members.get(name)
      if (values === undefined) members.set(name, [value])
      else values.push(value)
    }
  }
  return Object.fromEntries(
    [...members].map(([name, values]) => {
      const of = places === null || place === null ? null : places.property(place, name)
      return [name, merged(values, places, of)] as const
    }),
  )
}

function mergedLists(lists: readonly unknown[][], places: SchemaPlaces | null, place: SchemaPlace | null): unknown[] {
  const ofItems = places === null || place === null ? null : places.items(place)
  const key = keyOf(lists)
  const found = new Map<string, { item: unknown; list: number }>()
  let others = 0
  for (const [list, items] of lists.entries()) {
    for (const item of items) {
      const id = key === null ? canonical(item) : identityOf(item, key)
      const known = found.get(id)
      if (known === undefined) found.set(id, { item, list })
      else if (known.list === list) found.set(`${list} ${(others += 1)} ${id}`, { item, list })
      else if (key !== null && (identities.includes(key) || !contradict(known.item, item, key))) {
        known.item = merged([known.item, item], places, ofItems)
      } else if (key !== null && !found.has(canonical(item))) found.set(canonical(item), { item, list })
    }
  }
  const all = [...found.values()].map(({ item }) => item)
  return all.slice(0, longestOf(place))
}

/** Maximum length of a list: each part respected it only for itself. */
function longestOf(place: SchemaPlace | null): number {
  const lengths = (place?.schemas ?? []).map((schema) => schema['maxItems']).filter((most) => typeof most === 'number')
  return lengths.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...lengths)
}

/** Returns a property that every item has and whose value no two items of one part share; null if none exists. */
function keyOf(lists: readonly unknown[][]): string | null {
  const objects = lists.map((items) => items.filter(isObject))
  if (!objects.every((items, index) => items.length === lists[index]?.length)) return null
  const tells = (name: string): boolean =>
    objects.every((items) => {
      const texts = items.map((item) => item[name])
      if (!texts.every((value) => (typeof value === 'string' && value !== '') || typeof value === 'number'))
        return false
      return new Set(texts).size === texts.length
    })
  return [...identities, ...names].find(tells) ?? null
}

const identityOf = (item: unknown, key: string): string =>
  `${key} ${String((item as Record<string, unknown>)[key])
    .trim()
    .toLowerCase()}`

/** Whether two things differ in a scalar property other than their name. */
const contradict = (one: unknown, other: unknown, key: string): boolean =>
  isObject(one) &&
  isObject(other) &&
  Object.entries(one).some(([name, value]) => {
    const against = other[name]
    if (name === key || saysNothing(value) || saysNothing(against)) return false
    return kindOf(value) === 'scalar' && kindOf(against) === 'scalar' && canonical(value) !== canonical(against)
  })

/** Returns the same text for values that differ only in the order of their properties. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
