/**
 * Requests of watches as they are shown: without values that may be secrets. A value that a caller sends back as it was
 * shown stands for the one that is stored.
 */
import { isObject } from '../api/rules/json-object.ts'
import { problemSegment } from '../api/rules/problem-list.ts'
import { maskedValue } from '../values/masked-value.ts'
import { canonicalJson } from './json-patch.ts'

/** Members whose values are hidden. */
const maskedMembers: ReadonlySet<string> = new Set(['body', 'value', 'headers', 'email'])

/** Members that have no secrets, although names in them can be those of hidden members. */
const plainMembers: ReadonlySet<string> = new Set(['schema'])

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
      if (plainMembers.has(key)) return [key, item]
      return [key, maskedMembers.has(key) ? masked(item) : maskedRequest(item)]
    }),
  )
}

type Mask = (value: unknown) => unknown

/**
 * Returns a list in which items that are sent back as they were shown are the stored ones, wherever they are in the
 * list. Stored items that look the same when they are masked can only be distinguished by their order: when the list
 * has fewer or more of them than before, they keep their masks.
 */
function listWithStored(given: readonly unknown[], stored: readonly unknown[], mask: Mask): unknown[] {
  const storedByText = Map.groupBy(stored, (item) => canonicalJson(mask(item)))
  const texts = given.map((item) => canonicalJson(item))
  const placesByText = Map.groupBy(texts.keys(), (at) => texts[at])
  const restored = [...given]
  for (const [text, places] of placesByText) {
    const alike = storedByText.get(text!) ?? []
    const isCertain = alike.length === places.length || new Set(alike.map(canonicalJson)).size === 1
    if (!isCertain) continue
    for (const [nth, at] of places.entries()) restored[at] = alike[nth] ?? alike[0]
  }
  return restored
}

/**
 * Returns a value in which hidden values are the stored ones: members of objects by their names, items of lists by what
 * is shown of them.
 */
function restoredValue(given: unknown, stored: unknown, mask: Mask): unknown {
  if (given === maskedValue && stored !== undefined) return stored
  if (typeof given === 'string' && typeof stored === 'string' && given === maskedUrl(stored)) return stored
  if (Array.isArray(given)) return Array.isArray(stored) ? listWithStored(given, stored, mask) : given
  if (!isObject(given)) return given
  return Object.fromEntries(
    Object.entries(given).map(([key, item]) => {
      const before = isObject(stored) && Object.hasOwn(stored, key) ? stored[key] : undefined
      return [key, restoredValue(item, before, maskedMembers.has(key) ? masked : mask)]
    }),
  )
}

/** Returns the origins that a job or a receiver sends its values to; null for a URL that cannot be read. */
function originsOf(value: unknown): (string | null)[] {
  if (!isObject(value)) return []
  const { url, urls } = value
  const all = [...(url === undefined ? [] : [url]), ...(Array.isArray(urls) ? urls : [])] as unknown[]
  return all.map((each) => (typeof each === 'string' && URL.canParse(each) ? new URL(each).origin : null))
}

/** Whether a crawl sends its values to the subdomains of its host, too. */
const reachesSubdomains = (value: unknown): boolean =>
  isObject(value) && (value['allow_subdomains'] === true || value['allowSubdomains'] === true)

/** Returns whether a job or a receiver sends its values only to hosts that the stored one sends them to. */
function isWithin(given: unknown, stored: unknown): boolean {
  if (reachesSubdomains(given) && !reachesSubdomains(stored)) return false
  const known = new Set(originsOf(stored))
  return originsOf(given).every((origin) => origin !== null && known.has(origin))
}

/**
 * Returns a request in which hidden values are the stored ones. A value whose stored one cannot be determined keeps its
 * mask, and so do those of a job or a receiver with a URL of another origin or with subdomains that are new: who may read a watch must not be able to
 * send its secrets to a host of their choice.
 * @param stored the request as it was given before.
 */
export function withStoredValues(given: unknown, stored: unknown): unknown {
  if (!isObject(given) || !isObject(stored)) return given
  return Object.fromEntries(
    Object.entries(given).map(([key, item]) => {
      const before = Object.hasOwn(stored, key) ? stored[key] : undefined
      if (!isWithin(item, before)) return [key, item]
      return [key, restoredValue(item, before, maskedMembers.has(key) ? masked : maskedRequest)]
    }),
  )
}

/** Yields the pointers of the masks of a receiver. */
function* webhookMasks(webhook: Record<string, unknown>, at: string): Generator<string> {
  const { url, metadata, ...others } = webhook
  if (typeof url === 'string' && url === maskedUrl(url)) yield `${at}/url`
  if (metadata === maskedValue) yield `${at}/metadata`
  yield* masksIn(others, at)
}

/**
 * Yields the JSON pointers of values of a request that are still hidden.
 * @param at pointer of the value.
 * @param isHidden whether the value is one that answers mask.
 */
export function* masksIn(value: unknown, at = '', isHidden = false): Generator<string> {
  if (isHidden && value === maskedValue) yield at
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* masksIn(item, `${at}/${index}`, isHidden)
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const pointer = `${at}/${problemSegment(key)}`
      if (isHidden) yield* masksIn(item, pointer, true)
      else if (key === 'webhook' && isObject(item)) yield* webhookMasks(item, pointer)
      else if (!plainMembers.has(key)) yield* masksIn(item, pointer, maskedMembers.has(key))
    }
  }
}
