/** Errors that no further question would mend: the model has said that the page does not say it. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import type { ModelValueError } from '@seine/shared/pages/model.ts'

/**
 * Whether all that is wrong are required properties for which the model has answered null. To ask for them
 * again would be to ask for an invention.
 * @param raw what the model answered, nulls included.
 */
export const unstatedOnly = (errors: readonly ModelValueError[], raw: unknown): boolean =>
  errors.every(({ pointer, message }) => {
    const name = /^must have required property '(.*)'$/s.exec(message)?.[1]
    const holder = name === undefined ? undefined : valueAt(raw, pointer)
    return name !== undefined && isObject(holder) && Object.hasOwn(holder, name) && holder[name] === null
  })

/** What a JSON pointer (RFC 6901) leads to; undefined where that is nothing. */
function valueAt(value: unknown, pointer: string): unknown {
  let at = value
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if ((!isObject(at) && !Array.isArray(at)) || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}
