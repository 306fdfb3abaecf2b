/**
 * Reads the entities of a page's JSON-LD: follows references and removes vocabularies (JSON-LD 1.1, without contexts).
 */
import { factLimits } from '../limits/structured-limits.ts'
import { isItem, readJsonLd, type JsonLdItem } from '../../content/metadata/json-ld.ts'
import type { StatedEntity, StatedValue } from '@seine/shared/pages/facts.ts'
import { EntityBuilder, withoutVocabulary } from './elements/vocabulary.ts'

/**
 * Returns the entities of JSON-LD scripts, in document order.
 * @param scripts content of the scripts; broken JSON is read as far as possible.
 */
export function jsonLdEntities(scripts: readonly string[]): StatedEntity[] {
  const items = readJsonLd(scripts)
  const reader = new ItemReader(itemsById(items))
  const entities: StatedEntity[] = []
  for (const item of items) {
    if (entities.length >= factLimits.entitiesMax) break
    const entity = reader.read(item)
    if (entity !== null) entities.push(entity)
  }
  return entities
}

/** Returns the items that describe an `@id`, by that id; when several do, the one with the most members. */
function itemsById(items: readonly JsonLdItem[]): Map<string, JsonLdItem> {
  const found = new Map<string, JsonLdItem>()
  const pending: unknown[] = items.toReversed()
  for (let left: number = factLimits.entityValuesMax; left > 0; left--) {
    const next = pending.pop()
    if (next === undefined) break
    if (typeof next !== 'object' || next === null) continue
    if (isItem(next)) {
      const id = idOf(next)
      const size = Object.keys(next).length
      if (id !== null && size > 1 && size > Object.keys(found.get(id) ?? {}).length) found.set(id, next)
    }
    const members: unknown[] = Object.values(next)
    for (let at = Math.min(members.length, left) - 1; at >= 0; at--) pending.push(members[at])
  }
  return found
}

const idOf = (item: JsonLdItem): string | null => {
  const id = item['@id']
  return typeof id === 'string' && id !== '' ? id : null
}

class ItemReader {
  readonly #byId: ReadonlyMap<string, JsonLdItem>
  #left: number = factLimits.entityValuesMax
  /** Items that are being read: a reference to one of them yields its id instead of reading it again. */
  readonly #inside = new Set<JsonLdItem>()

  constructor(byId: ReadonlyMap<string, JsonLdItem>) {
    this.#byId = byId
  }

  /** @returns null for an item without properties, or when the budget is used up. */
  read(item: JsonLdItem): StatedEntity | null {
    if (this.#left <= 0) return null
    const types = typeNames(item)
    const builder = new EntityBuilder('json-ld', types)
    this.#inside.add(item)
    for (const [name, value] of Object.entries(item)) {
      if (name === '@id' && typeof value === 'string') builder.add('@id', value)
      if (name.startsWith('@') || (name === 'type' && types.length > 0 && !('@type' in item))) continue
      const property = withoutVocabulary(name)
      for (const each of listOf(value)) {
        const read = this.#value(each)
        if (read !== null) builder.add(property, read)
      }
    }
    this.#inside.delete(item)
    return builder.isEmpty ? null : builder.entity
  }

  #value(value: unknown): StatedValue | null {
    if (this.#left-- <= 0) return null
    if (typeof value === 'string') return value.slice(0, factLimits.entityValueMaxCharacters)
    if (typeof value === 'number' || typeof value === 'boolean') return value
    if (!isItem(value)) return null
    const plain = value['@value']
    if (plain !== undefined) return isItem(plain) ? null : this.#value(plain)
    const id = idOf(value)
    const named = id !== null && Object.keys(value).length <= 2 ? (this.#byId.get(id) ?? value) : value
    if (this.#inside.has(named) || this.#inside.size >= factLimits.entityDepthMax) return id
    return this.read(named) ?? id
  }
}

/** Returns one value or several as a list; `@list` and `@set` are unwrapped. */
function listOf(value: unknown): unknown[] {
  const list = isItem(value) ? (value['@list'] ?? value['@set'] ?? value) : value
  if (!Array.isArray(list)) return [list]
  const flat: unknown[] = []
  for (const each of list.slice(0, factLimits.entitiesMax)) {
    if (Array.isArray(each)) flat.push(...each.slice(0, factLimits.entitiesMax))
    else flat.push(each)
  }
  return flat
}

function typeNames(item: JsonLdItem): string[] {
  const types: unknown = item['@type'] ?? item['type']
  return (Array.isArray(types) ? types.slice(0, 20) : [types])
    .filter((type) => typeof type === 'string')
    .map(withoutVocabulary)
    .filter((type) => type !== '')
}
