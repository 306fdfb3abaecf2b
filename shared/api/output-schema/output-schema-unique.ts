/**
 * The keyword `uniqueItems` in time proportional to the size of a list: ajv compares every item with every other one,
 * which takes ten seconds for a list of 20,000 objects.
 */
import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js'
import { isObject } from '../rules/json-object.ts'

/** Characters of items that are processed in one step. */
const charactersPerStep = 100

/**
 * Makes a validator compare the items of a list by their canonical text.
 * @param take deducts the steps of what was processed; throws when none are left.
 */
export function addUniqueItems(ajv: Ajv2020, take: (steps: number) => void): void {
  const validate = (isWanted: boolean, list: unknown[]): boolean => {
    const repeat = isWanted ? firstRepeat(list, take) : null
    if (repeat === null) return true
    const [first, second] = repeat
    const message = `must NOT have duplicate items (items ## ${first} and ${second} are identical)`
    withErrors.errors = [{ keyword: 'uniqueItems', message, params: { i: second, j: first } }]
    return false
  }
  // Ajv reads the errors from a property of the function.
  const withErrors = validate as { errors?: Partial<ErrorObject>[] }
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', errors: true, validate })
}

/**
 * Finds the first item that equals an earlier one.
 * @returns the index of the earlier item and its own; null when all items differ.
 */
function firstRepeat(list: readonly unknown[], take: (steps: number) => void): [number, number] | null {
  const places = new Map<string, number>()
  for (const [at, item] of list.entries()) {
    const text = canonicalText(item)
    take(1 + text.length / charactersPerStep)
    const known = places.get(text)
    if (known !== undefined) return [known, at]
    places.set(text, at)
  }
  return null
}

/** Returns a text that is equal for equal JSON values: the names of an object are sorted. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`)
  return `{${members.join(',')}}`
}
