/** Splits the JSON-LD of a page into items. */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { readLenientJson } from './lenient-json.ts'

/** A JSON-LD object. */
export type JsonLdItem = Record<string, unknown>

/**
 * Returns the items of a page in document order; lists and graphs are flattened, items are unchanged.
 * @param scripts content of the page's JSON-LD scripts; a script beyond the limits is left out.
 */
export function readJsonLd(scripts: readonly string[]): JsonLdItem[] {
  const items: JsonLdItem[] = []
  let left: number = extractLimits.jsonLdReadMaxCharacters
  for (const script of scripts) {
    if (script.length > left) continue
    left -= script.length
    for (const value of readLenientJson(script)) addItems(value, items)
  }
  return items
}

function addItems(value: unknown, items: JsonLdItem[]): void {
  // The stack pops the last value first, so lists are pushed in reverse order.
  const pending: unknown[] = [value]
  while (pending.length > 0 && items.length < extractLimits.jsonLdItemsMax) {
    const next = pending.pop()
    if (Array.isArray(next)) {
      for (let i = Math.min(next.length, extractLimits.jsonLdItemsMax) - 1; i >= 0; i--) pending.push(next[i])
    } else if (isItem(next)) {
      const graph = next['@graph']
      if (typeof graph === 'object' && graph !== null) pending.push(graph)
      else items.push(next)
    }
  }
}

/** Whether a value of JSON-LD is an item with properties. */
export const isItem = (value: unknown): value is JsonLdItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the values of a property, which may be a single value or a list. */
export function valuesOf(item: JsonLdItem, name: string): unknown[] {
  const value = item[name] ?? item[`schema:${name}`]
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.slice(0, 100) : [value]
}

/** Returns the first text of a property; for a value object with a language or type, its `@value`. */
export function textOf(item: JsonLdItem, name: string): string | null {
  for (const value of valuesOf(item, name)) {
    const text = isItem(value) ? value['@value'] : value
    if (typeof text === 'string' && text.trim() !== '') return text
  }
  return null
}

/** Returns the types of an item in lower case, without vocabulary prefix. */
export const typesOf = (item: JsonLdItem): string[] =>
  valuesOf(item, '@type')
    .concat(valuesOf(item, 'type'))
    .filter((type) => typeof type === 'string')
    .map((type) => type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf(':')) + 1).toLowerCase())

/**
 * Returns the items to return to the caller: from the first item on that is nested too deeply or exceeds the size
 * kept per page, all are left out.
 */
export function itemsToKeep(items: readonly JsonLdItem[]): JsonLdItem[] {
  const kept: JsonLdItem[] = []
  let left: number = extractLimits.jsonLdMaxCharacters
  for (const item of items) {
    left -= sizeOf(item, left)
    if (left <= 0) break
    kept.push(item)
  }
  return kept
}

/** Returns the approximate length of the item as JSON; more than `max` when it is too large or nested too deeply. */
function sizeOf(item: JsonLdItem, max: number): number {
  const pending: { value: unknown; depth: number }[] = [{ value: item, depth: 0 }]
  let size = 0
  for (let next = pending.pop(); next !== undefined && size <= max; next = pending.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') size += value.length + 3
    else if (typeof value !== 'object' || value === null) size += 8
    else if (depth >= depthMax) return Infinity
    else {
      size += 2
      for (const [name, member] of Object.entries(value)) {
        size += name.length + 4
        pending.push({ value: member, depth: depth + 1 })
      }
    }
  }
  return size
}

const depthMax = 64
