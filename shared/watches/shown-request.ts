/**
 * Requests of watches as they are shown: without values that may be secrets. A value that a caller sends back as it was
 * shown stands for the one that is stored.
 */
import { isObject } from '../api/rules/json-object.ts'

/** Replaces a hidden value. */
export const hiddenValue = '********'

/** Members whose values are hidden. */
const hiddenMembers: ReadonlySet<string> = new Set(['body', 'value', 'headers', 'email'])

/** Returns a value with every text in it hidden. */
function hidden(value: unknown): unknown {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((item) => hidden(item))
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hidden(item)]))
  return hiddenValue
}

/** Returns the URL of a receiver without its path and query, which may be secrets. */
function hiddenUrl(url: string): string {
  return URL.canParse(url) ? `${new URL(url).origin}/${hiddenValue}` : hiddenValue
}

/** Returns a receiver without what may be secret. */
function shownWebhook(webhook: Record<string, unknown>): Record<string, unknown> {
  const { url, metadata } = webhook
  return {
    ...(shownRequest(webhook) as Record<string, unknown>),
    ...(typeof url === 'string' ? { url: hiddenUrl(url) } : {}),
    ...(metadata == null ? {} : { metadata: hiddenValue }),
  }
}

/** Returns a request without its secrets. */
export function shownRequest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => shownRequest(item))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === 'webhook' && isObject(item)) return [key, shownWebhook(item)]
      return [key, hiddenMembers.has(key) ? hidden(item) : shownRequest(item)]
    }),
  )
}

/**
 * Returns a request in which hidden values are those of the stored one, at the same places.
 * @param stored the request as it was given before.
 */
export function withHiddenValues(given: unknown, stored: unknown): unknown {
  if (given === hiddenValue && stored !== undefined) return stored
  if (typeof given === 'string' && typeof stored === 'string' && given === hiddenUrl(stored)) return stored
  if (Array.isArray(given))
    return given.map((item, at) => withHiddenValues(item, Array.isArray(stored) ? stored[at] : undefined))
  if (!isObject(given)) return given
  return Object.fromEntries(
    Object.entries(given).map(([key, item]) => [
      key,
      withHiddenValues(item, isObject(stored) ? stored[key] : undefined),
    ]),
  )
}
