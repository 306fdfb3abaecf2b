/** Finds objects and lists in the hydration state of a page that have what a schema asks for. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { keyOf } from './values/names.ts'
import type { StepBudget } from './values/step-budget.ts'
import type { WantedValue } from './values/wanted.ts'

export interface StateList {
  /** Key of the property that holds the list. */
  key: string
  items: Record<string, unknown>[]
}

/** All objects and lists of a state. */
export interface StateParts {
  objects: Record<string, unknown>[]
  lists: StateList[]
}

const partsMax = 5_000
const listItemsMax = 1_000

const taken = new WeakMap<readonly unknown[], StateParts>()

/** Returns every object and every list of objects, outermost first; cached per state. */
export function statePartsOf(states: readonly unknown[], budget: StepBudget): StateParts {
  const known = taken.get(states)
  if (known !== undefined) return known
  const parts: StateParts = { objects: [], lists: [] }
  taken.set(states, parts)
  let level: [string, unknown][] = states.map((state) => ['', state])
  while (level.length > 0 && parts.objects.length < partsMax) {
    const next: [string, unknown][] = []
    for (const [key, value] of level) {
      if (!budget.take() || next.length > partsMax) break
      if (Array.isArray(value)) {
        const items = value.slice(0, listItemsMax).filter(isObject)
        if (items.length > 0 && key !== '') parts.lists.push({ key, items })
        for (const item of items) next.push(['', item])
      } else if (isObject(value)) {
        parts.objects.push(value)
        for (const [name, each] of Object.entries(value)) {
          if (typeof each === 'object' && each !== null) next.push([keyOf(name), each])
        }
      }
    }
    level = next
  }
  return parts
}

/** Counts the requested properties that an object has under one of their names. */
export function stateFit(object: Record<string, unknown>, wanted: readonly WantedValue[], budget: StepBudget): number {
  const keys = new Set<string>()
  for (const name of Object.keys(object).slice(0, 200)) {
    if (!budget.take()) return 0
    const value = object[name]
    if (value !== null && value !== '') keys.add(keyOf(name))
  }
  let fit = 0
  for (const each of wanted) {
    for (const [key, weight] of each.keys) {
      if (weight < 0.8 || !keys.has(key)) continue
      fit += 1
      break
    }
  }
  return fit
}
