/**
 * Limits the size of lists, maps and texts before their content is checked, so that a value that is too large costs no
 * more than one of the maximum size.
 */
import { requestLimits } from '../../config/api-limits.ts'
import { isObject } from './json-object.ts'
import { problemSegment, type ProblemList } from './problem-list.ts'

interface BoundedShape {
  properties?: Record<string, unknown>
  items?: unknown
  additionalProperties?: unknown
  maxItems?: number
  maxProperties?: number
  maxLength?: number
  anyOf?: readonly BoundedShape[]
}

function boundedList(value: readonly unknown[], shape: BoundedShape, pointer: string, list: ProblemList): unknown[] {
  const { items, maxItems = Number.POSITIVE_INFINITY } = shape
  if (value.length > maxItems) list.add(pointer, 'validation_failed', `must have at most ${maxItems} entries`, value)
  const kept = value.slice(0, maxItems)
  return isObject(items) ? kept.map((item, index) => bounded(item, items, `${pointer}/${index}`, list)) : kept
}

/** Returns true for a map that may contain anything. */
const isFree = ({ properties = {}, additionalProperties, maxProperties }: BoundedShape): boolean =>
  Object.keys(properties).length === 0 && additionalProperties === undefined && maxProperties === undefined

/** Shortens a text but keeps it too long: lengths count code points, each of at most two characters. */
const boundedText = (value: string, { maxLength }: BoundedShape): string =>
  maxLength === undefined ? value : value.slice(0, 2 * maxLength + 1)

function boundedMap(value: Record<string, unknown>, shape: BoundedShape, pointer: string, list: ProblemList): unknown {
  if (isFree(shape)) return value
  const { properties = {}, additionalProperties, maxProperties = Number.POSITIVE_INFINITY } = shape
  const names = Object.keys(value)
  if (names.length > maxProperties) {
    list.add(pointer, 'validation_failed', `must have at most ${maxProperties} members`, value)
  }
  let left = additionalProperties === false ? requestLimits.fieldProblemsMax : maxProperties
  const kept: [name: string, member: unknown][] = []
  for (const name of names) {
    if (Object.hasOwn(properties, name)) {
      const at = `${pointer}/${problemSegment(name)}`
      kept.push([name, bounded(value[name], properties[name] as BoundedShape, at, list)])
    } else if (left > 0) {
      kept.push([name, value[name]])
      left -= 1
    }
  }
  return Object.fromEntries(kept)
}

function bounded(value: unknown, shape: BoundedShape, pointer: string, list: ProblemList): unknown {
  if (shape.anyOf !== undefined) {
    const branch = shape.anyOf.find((option) =>
      Array.isArray(value) ? option.items !== undefined : typeof value === 'string' && option.maxLength !== undefined,
    )
    return branch === undefined ? value : bounded(value, branch, pointer, list)
  }
  if (typeof value === 'string') return boundedText(value, shape)
  if (Array.isArray(value)) return shape.items === undefined ? value : boundedList(value, shape, pointer, list)
  return isObject(value) ? boundedMap(value, shape, pointer, list) : value
}

/**
 * Reports every list and map that has too many members; texts that are too long are left for the schema to report.
 * @param schema JSON Schema of the value.
 * @returns a copy without most of what exceeds the limits, and without unknown fields beyond the number of problems
 * that are reported for a request.
 */
export const withoutExcess = (value: unknown, schema: unknown, list: ProblemList): unknown =>
  bounded(value, schema as BoundedShape, '', list)
