/** Measures how deeply a value is nested, without recursion, so that later code may recurse safely. */
import { problemSegment } from './problem-list.ts'

interface Place {
  value: object
  level: number
  name: string
  parent: Place | null
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

function pointerTo(place: Place): string {
  const segments: string[] = []
  for (let at: Place | null = place; at !== null && at.parent !== null; at = at.parent) {
    segments.unshift(problemSegment(at.name))
  }
  return segments.map((segment) => `/${segment}`).join('')
}

/**
 * Finds an object or list that is nested deeper than allowed.
 * @param value parsed JSON.
 * @param levelsMax maximum nesting of objects and lists, `value` itself included.
 * @returns its JSON pointer (RFC 6901), or null if none exists.
 */
export function firstTooDeep(value: unknown, levelsMax: number): string | null {
  if (!isNested(value)) return null
  const places: Place[] = [{ value, level: 1, name: '', parent: null }]
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    if (place.level > levelsMax) return pointerTo(place)
    const { value: holder, level } = place
    for (const name of Object.keys(holder)) {
      const member = (holder as Record<string, unknown>)[name]
      if (isNested(member)) places.push({ value: member, level: level + 1, name, parent: place })
    }
  }
  return null
}
