/** Reads the flat form in which Nuxt 3 and SvelteKit write state: a list in which numbers are indexes into the list. */
import { factLimits } from '../../limits/structured-limits.ts'

/** True for a list in the flat form. */
export const isFlat = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 1 && Object(value[0]) === value[0]

/**
 * Rebuilds the value that the flat form describes. Values referenced from several places are shared and may contain
 * themselves.
 * @param list the value at index 0 is the whole.
 */
export function readFlat(list: readonly unknown[]): unknown {
  const made = new Map<number, unknown>()
  const pending: number[] = []
  const budget = { values: factLimits.stateValuesMax * 4 }
  const at = (place: unknown): unknown => {
    budget.values--
    if (typeof place !== 'number' || !Number.isInteger(place) || place < 0 || place >= list.length) return null
    if (made.has(place)) return made.get(place)
    const value = list[place]
    if (typeof value !== 'object' || value === null) return value
    const wrapped = Array.isArray(value) ? wrappedPlace(value) : null
    const empty: unknown = Array.isArray(value) && wrapped === null ? [] : {}
    if (wrapped === null) {
      made.set(place, empty)
      pending.push(place)
      return empty
    }
    // A wrapper is replaced by the value it wraps; wrappers that wrap each other become null.
    made.set(place, null)
    if (depth >= wrappersMax) return null
    depth++
    const inner = wrapped.isValue ? wrapped.value : at(wrapped.value)
    depth--
    made.set(place, inner)
    return inner
  }
  let depth = 0
  const whole = at(0)
  for (let place = pending.pop(); place !== undefined && budget.values > 0; place = pending.pop()) {
    const from = list[place]
    const to = made.get(place)
    if (Array.isArray(from)) {
      const items = from[0] === 'Set' ? from.slice(1) : from
      for (const each of items) if (budget.values > 0) (to as unknown[]).push(at(each))
    } else {
      for (const [name, each] of Object.entries(from as object))
        if (budget.values > 0)
          Object.defineProperty(to, name, { value: at(each), writable: true, enumerable: true, configurable: true })
    }
  }
  return whole
}

const wrappersMax = 20

/** `["Reactive", 4]` wraps the value at index 4; `["Date", "..."]` holds the value itself. */
function wrappedPlace(value: readonly unknown[]): { value: unknown; isValue: boolean } | null {
  const [kind, inner] = value
  if (typeof kind !== 'string' || kind === 'Set') return null
  const isValue = kind === 'Date' || kind === 'URL' || kind === 'BigInt' || kind === 'RegExp'
  return { value: kind === 'Map' || kind === 'null' ? null : inner, isValue }
}
