/**
 * The keyword `uniqueItems` in time that grows with the size of a list: ajv holds every item against every
 * other one, which takes a list of 20,000 objects ten seconds.
 */
import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js'
import { isObject } from '../rules/json-object.ts'

/** Characters of items that are read in one step. */
const charactersPerStep = 100

/**
 * Has a validator compare items by what they are as text.
 * @param take takes steps for what has been read; throws when there are no more.
 */
export function addUniqueItems(ajv: Ajv2020, take: (steps: number) => void): void {
  const validate = (isWanted: boolean, list: unknown[]): boolean => {
    const repeat = isWanted ? firstRepeat(list, take) : null
    if (repeat === null) return true
    const [first, second] = repeat
    const message = `must NOT have duplicate items (items ## ${first} and ${second} are identical)`
    told.errors = [{ keyword: 'uniqueItems', message, params: { i: second, j: first } }]
    return false
  }
  // Ajv reads the errors from the function itself.
  const told = validate as { errors?: Partial<ErrorObject>[] }
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', errors: true, validate })
}

/** The first item that is the same as an earlier one: the place of that one and its own. */
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

/** The same text for values of JSON that are equal: the order of the names of an object says nothing. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`)
  return `{${members.join(',')}}`
}
