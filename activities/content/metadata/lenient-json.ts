/**
 * Reads JSON with the errors common in pages: comments, CDATA marks, control characters, trailing commas, single
 * quotes, several consecutive values, and missing or surplus closing brackets.
 */
import { decodeHTML } from 'entities'

/** Values nested deeper than this are left out. */
const depthMax = 64
const valuesMax = 1_000

/**
 * Returns the values in a text, in order; unreadable parts are skipped.
 * Linear in the length of the text.
 */
export function readLenientJson(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return [value]
  } catch {
    return new LenientReader(isEscaped(text) ? decodeHTML(text) : text).values()
  }
}

/** Returns true for JSON whose quotes are character references. */
const isEscaped = (text: string): boolean => /^\s*[[{]\s*&(?:quot|#34|#x22);/i.test(text)

/** An object or list that is being read. */
interface Container {
  value: Record<string, unknown> | unknown[]
  key: string | null
}

const literals = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
])

class LenientReader {
  readonly #text: string
  readonly #found: unknown[] = []
  readonly #open: Container[] = []
  #at = 0
  /** Number of open containers beyond `depthMax`, whose content is skipped. */
  #beyond = 0

  constructor(text: string) {
    this.#text = text.replaceAll(/<!\[CDATA\[|\]\]>/g, ' ')
  }

  values(): unknown[] {
    const text = this.#text
    while (this.#at < text.length && this.#found.length < valuesMax) {
      const char = text[this.#at] ?? ''
      if (char === '{' || char === '[') this.#begin(char)
      else if (char === '}' || char === ']') this.#end()
      else if (this.#open.length === 0) this.#at += 1
      else if (char === '"' || char === "'") this.#put(this.#string(char))
      else if (char === '/' && this.#comment()) continue
      else if (char === ',') this.#separate()
      else if (/[\w.+-]/.test(char)) this.#put(this.#word())
      else this.#at += 1
    }
    return this.#found
  }

  #begin(char: string): void {
    this.#at += 1
    if (this.#beyond > 0 || this.#open.length >= depthMax) {
      this.#beyond += 1
      return
    }
    const value = char === '{' ? {} : []
    if (this.#open.length === 0) this.#found.push(value)
    else this.#put(value)
    this.#open.push({ value, key: null })
  }

  #end(): void {
    this.#at += 1
    if (this.#beyond > 0) this.#beyond -= 1
    else this.#open.pop()
  }

  /** Handles a comma: a new member begins, even when the previous one has no value. */
  #separate(): void {
    this.#at += 1
    const container = this.#open.at(-1)
    if (container !== undefined && this.#beyond === 0) container.key = null
  }

  /** Adds a value to the open container: a member name, a member value or a list item. */
  #put(value: unknown): void {
    const container = this.#open.at(-1)
    if (container === undefined || this.#beyond > 0) return
    if (Array.isArray(container.value)) {
      container.value.push(value)
    } else if (container.key === null) {
      if (typeof value === 'string') container.key = value
    } else {
      setMember(container.value, container.key, value)
      container.key = null
    }
  }

  /** Reads a string, including line breaks and control characters in it. */
  #string(quote: string): string {
    const text = this.#text
    let value = ''
    let from = this.#at + 1
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 92 /* \ */) {
        const [char, length] = unescaped(text, at)
        value += text.slice(from, at) + char
        at += length - 1
        from = at + 1
      } else if (text[at] === quote) {
        this.#at = at + 1
        return value + text.slice(from, at)
      }
    }
    this.#at = text.length
    return value + text.slice(from)
  }

  #word(): unknown {
    const pattern = /[\w.+-]+/y
    pattern.lastIndex = this.#at
    const word = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += word.length
    if (literals.has(word)) return literals.get(word)
    const number = Number(word)
    return Number.isNaN(number) ? word : number
  }

  /** Skips a comment. @returns false when the slash does not begin one. */
  #comment(): boolean {
    const text = this.#text
    const next = text[this.#at + 1]
    if (next !== '/' && next !== '*') return false
    const end = text.indexOf(next === '/' ? '\n' : '*/', this.#at + 2)
    this.#at = end === -1 ? text.length : end + (next === '/' ? 1 : 2)
    return true
  }
}

/** Sets an own property whatever its name: `__proto__` is treated as a normal member. */
function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Returns the character that an escape stands for, and the length of the escape. */
function unescaped(text: string, at: number): [char: string, length: number] {
  const kind = text[at + 1] ?? ''
  if (kind !== 'u') return [escapes[kind] ?? kind, 2]
  const hex = text.slice(at + 2, at + 6)
  return /^[\da-f]{4}$/i.test(hex) ? [String.fromCharCode(Number.parseInt(hex, 16)), 6] : ['u', 2]
}
