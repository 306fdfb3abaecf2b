/**
 * Requests of watches as they are shown: without values that may be secrets. A value that a caller sends back as it was
 * shown stands for the one that is stored.
 */
import { isObject } from '../api/rules/json-object.ts'
import { maskedValue } from '../values/masked-value.ts'

/** Members whose values are hidden. */
const maskedMembers: ReadonlySet<string> = new Set(['body', 'value', 'headers', 'email'])

/** Returns a value with every text in it hidden. */
function masked(value: unknown): unknown {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((item) => masked(item))
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item)]))
  return maskedValue
}

/** Returns the URL of a receiver without its path and query, which may be secrets. */
function maskedUrl(url: string): string {
  return URL.canParse(url) ? `${new URL(url).origin}/${maskedValue}` : maskedValue
}

/** Returns a receiver without what may be secret. */
function maskedWebhook(webhook: Record<string, unknown>): Record<string, unknown> {
  const { url, metadata } = webhook
  return {
    ...(maskedRequest(webhook) as Record<string, unknown>),
    ...(typeof url === 'string' ? { url: maskedUrl(url) } : {}),
    ...(metadata == null ? {} : { metadata: maskedValue }),
  }
}

/** Returns a request without its secrets. */
export function maskedRequest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => maskedRequest(item))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === 'webhook' && isObject(item)) return [key, maskedWebhook(item)]
      return [key, maskedMembers.has(key) ? masked(item) : maskedRequest(item)]
    }),
  )
}

/**
 * Returns a request in which hidden values are those of the stored one, at the same places.
 * @param stored the request as it was given before.
 */
export function withStoredValues(given: unknown, stored: unknown): unknown {
  if (given === maskedValue && stored !== undefined) return stored
  if (typeof given === 'string' && typeof stored === 'string' && given === maskedUrl(stored)) return stored
  if (Array.isArray(given))
    return given.map((item, at) => withStoredValues(item, Array.isArray(stored) ? stored[at] : undefined))
  if (!isObject(given)) return given
  return Object.fromEntries(
    Object.entries(given).map(([key, item]) => [
      key,
      withStoredValues(item, isObject(stored) ? stored[key] : undefined),
    ]),
  )
}
