/** The actions of a page. Every action becomes one of ours, at the same position. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import type { Translation } from './translation.ts'

type Action = Record<string, unknown>

/** Height of the viewport, pixels: how far an action scrolls. */
const scrollPixels = 720

const unsupportedActions = new Set(['screenshot', 'scrape', 'executeJavascript', 'pdf'])

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  wait: ['milliseconds', 'selector'],
  click: ['selector', 'all'],
  write: ['text'],
  press: ['key'],
  scroll: ['direction', 'selector'],
}

/** Translates single actions. */
class ActionReader {
  readonly #notes: Translation

  constructor(notes: Translation) {
    this.#notes = notes
  }

  read(given: unknown, at: string): Action | null {
    const type = isObject(given) ? given['type'] : undefined
    if (!isObject(given) || typeof type !== 'string') {
      this.#notes.bad(at, 'must be an object with a `type`')
      return null
    }
    if (unsupportedActions.has(type)) {
      this.#notes.lacks(at, `the action \`${type}\``)
      return null
    }
    const fields = Object.hasOwn(fieldsOf, type) ? fieldsOf[type] : undefined
    if (fields === undefined) {
      this.#notes.bad(
        at,
        `must be one of ${Object.keys(fieldsOf)
          .map((name) => `\`${name}\``)
          .join(', ')}`,
      )
      return null
    }
    for (const name of Object.keys(given)) {
      if (name !== 'type' && !fields.includes(name)) {
        this.#notes.bad(`${at}.${name}`, `is not a known field of \`${type}\``)
      }
    }
    return this.#readKnown(type, given, at)
  }

  #readKnown(type: string, given: Action, at: string): Action | null {
    if (type === 'wait') return this.#readWait(given, at)
    if (type === 'click') return this.#readClick(given, at)
    // Without a selector, a text goes into the focused element, here as there.
    if (type === 'write') return { action: 'type', value: given['text'] }
    if (type === 'press') return { action: 'press', value: given['key'] }
    return this.#readScroll(given, at)
  }

  #readWait({ milliseconds, selector }: Action, at: string): Action | null {
    const hasTime = (milliseconds ?? null) !== null
    const hasSelector = (selector ?? null) !== null
    if (hasTime === hasSelector) {
      this.#notes.bad(at, 'must have either `milliseconds` or `selector`')
      return null
    }
    return hasTime ? { action: 'wait', duration_ms: milliseconds } : { action: 'wait_for_selector', selector }
  }

  #readClick({ selector, all }: Action, at: string): Action {
    if (all === true) this.#notes.lacks(`${at}.all`, 'one element is clicked')
    return { action: 'click', selector }
  }

  #readScroll({ direction = 'down', selector }: Action, at: string): Action | null {
    if (direction !== 'down' && direction !== 'up' && direction !== null) {
      this.#notes.bad(`${at}.direction`, 'must be `up` or `down`')
      return null
    }
    const value = direction === 'up' ? -scrollPixels : scrollPixels
    return { action: 'scroll', value, ...((selector ?? null) === null ? {} : { selector }) }
  }
}

/**
 * Translates the actions of a request.
 * @param given of any type, but not null or undefined.
 * @param at name of the field in the request.
 */
export function readActions(given: unknown, at: string, notes: Translation): Action[] {
  if (!Array.isArray(given)) {
    notes.bad(at, 'must be a list')
    return []
  }
  const reader = new ActionReader(notes)
  return given
    .map((action: unknown, index) => reader.read(action, `${at}[${index}]`))
    .filter((action) => action !== null)
}
