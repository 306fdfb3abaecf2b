/** How deep a value is nested, found without recursion: whatever comes after it may recurse. */
import { pointerSegment } from './problem-list.ts'

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
    segments.unshift(pointerSegment(at.name))
  }
  return segments.map((segment) => `/${segment}`).join('')
}

/**
 * The JSON pointer (RFC 6901) of an object or list that lies deeper than allowed, or null.
 * @param value parsed JSON.
 * @param levelsMax objects and lists inside each other, `value` itself included.
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
