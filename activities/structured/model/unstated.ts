/**
 * Detects errors that no further question can correct: the model has answered that the page does not state the value.
 */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { nameOfSegment } from '@seine/shared/values/json-pointer.ts'
import type { ModelValueError } from '@seine/shared/pages/model.ts'

/**
 * Whether all errors are missing required properties that the model answered with null. Asking for them again would
 * invite invented values.
 * @param raw answer of the model, including nulls.
 */
export const unstatedOnly = (errors: readonly ModelValueError[], raw: unknown): boolean =>
  errors.every(({ pointer, message }) => {
    const name = /^must have required property '(.*)'$/s.exec(message)?.[1]
    const holder = name === undefined ? undefined : valueAt(raw, pointer)
    return name !== undefined && isObject(holder) && Object.hasOwn(holder, name) && holder[name] === null
  })

/** Returns the value that a JSON pointer (RFC 6901) refers to; undefined if none exists. */
function valueAt(value: unknown, pointer: string): unknown {
  let at = value
  for (const segment of pointer.split('/').slice(1)) {
    const name = nameOfSegment(segment)
    if ((!isObject(at) && !Array.isArray(at)) || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}
