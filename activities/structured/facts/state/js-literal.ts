/**
 * Reads literal values of JavaScript without executing anything: JSON, and the variants that state serialisers write
 * (names without quotes, single quotes, `void 0`, `!0`, `new Date(...)`, trailing commas).
 */

/** Values nested deeper than this are not read. */
const depthMax = 64

/** The source is not a literal. */
export class NoLiteralError extends Error {
  override readonly name = 'NoLiteralError'
  /** Position up to which the source was read: a caller that continues there reads nothing twice. */
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** Stands for the parameter of a function until its argument is known. */
export class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A literal and the position after it. */
export interface Literal {
  value: unknown
  end: number
}

/**
 * Reads the literal at a position, skipping white space and comments before it.
 * @param parameters names that stand for a value; they are read as a `Parameter`.
 * @throws NoLiteralError when the source there is not a literal.
 */
export function readLiteral(source: string, at: number, parameters: ReadonlySet<string> = new Set()): Literal {
  const reader = new LiteralReader(source, at, parameters)
  const value = reader.value(0)
  return { value, end: reader.at }
}

/** Returns the position after white space and comments. */
export function skipBlank(source: string, from: number): number {
  let at = from
  for (;;) {
    blank.lastIndex = at
    blank.exec(source)
    at = blank.lastIndex
    if (!source.startsWith('/', at)) return at
    const isLine = source[at + 1] === '/'
    if (!isLine && source[at + 1] !== '*') return at
    const end = source.indexOf(isLine ? '\n' : '*/', at + 2)
    at = end === -1 ? source.length : end + (isLine ? 1 : 2)
  }
}

const blank = /\s*/y
const identifier = /[A-Za-z_$][\w$]*/y
const number = /[+-]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0', '\n': '' }
const constants = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
  ['NaN', null],
  ['Infinity', null],
])

class LiteralReader {
  at: number
  readonly #source: string
  readonly #parameters: ReadonlySet<string>

  constructor(source: string, at: number, parameters: ReadonlySet<string>) {
    this.#source = source
    this.at = at
    this.#parameters = parameters
  }

  value(depth: number): unknown {
    if (depth > depthMax) throw new NoLiteralError('too deep', this.at)
    const char = this.#peek()
    if (char === '{') return this.#object(depth)
    if (char === '[') return this.#list(depth)
    if (char === '"' || char === "'" || char === '`') return this.#string(char)
    if (char === '!') return this.#not(depth)
    return this.#match(number, numberOf) ?? this.#word(depth)
  }

  #peek(): string {
    this.at = skipBlank(this.#source, this.at)
    return this.#source[this.at] ?? ''
  }

  #takes(char: string): boolean {
    if (this.#peek() !== char) return false
    this.at++
    return true
  }

  #expect(char: string): void {
    if (!this.#takes(char)) throw new NoLiteralError(`no ${char}`, this.at)
  }

  #match<T>(pattern: RegExp, read: (text: string) => T): T | undefined {
    pattern.lastIndex = this.at
    const text = pattern.exec(this.#source)?.[0]
    if (text === undefined) return undefined
    this.at += text.length
    return read(text)
  }

  #object(depth: number): Record<string, unknown> {
    this.at++
    const object: Record<string, unknown> = {}
    while (!this.#takes('}')) {
      const char = this.#peek()
      const name =
        char === '"' || char === "'" ? this.#string(char) : (this.#match(identifier, same) ?? this.#match(number, same))
      if (name === undefined) throw new NoLiteralError('no name', this.at)
      this.#expect(':')
      const value = this.value(depth + 1)
      Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
      if (!this.#takes(',') && this.#peek() !== '}') throw new NoLiteralError('no end of an object', this.at)
    }
    return object
  }

  #list(depth: number): unknown[] {
    this.at++
    const list: unknown[] = []
    while (!this.#takes(']')) {
      if (this.#takes(',')) {
        list.push(null)
        continue
      }
      list.push(this.value(depth + 1))
      if (!this.#takes(',') && this.#peek() !== ']') throw new NoLiteralError('no end of a list', this.at)
    }
    return list
  }

  #string(quote: string): string {
    const source = this.#source
    let value = ''
    let from = this.at + 1
    for (let at = from; at < source.length; at++) {
      const char = source[at]
      if (char === '\\') {
        const [text, length] = unescaped(source, at)
        value += source.slice(from, at) + text
        at += length - 1
        from = at + 1
      } else if (char === quote) {
        this.at = at + 1
        return value + source.slice(from, at)
      } else if (quote === '`' && char === '$' && source[at + 1] === '{')
        throw new NoLiteralError('a template', this.at)
    }
    throw new NoLiteralError('no end of a string', this.at)
  }

  #not(depth: number): boolean {
    this.at++
    const value = this.value(depth + 1)
    if (typeof value === 'object' && value !== null) return false
    return !value
  }

  #word(depth: number): unknown {
    const word = this.#match(identifier, same)
    if (word === undefined) throw new NoLiteralError('no value', this.at)
    if (this.#parameters.has(word)) return new Parameter(word)
    if (constants.has(word)) return constants.get(word)
    if (word === 'void') {
      this.value(depth + 1)
      return null
    }
    if (word === 'new') return this.#created(depth)
    throw new NoLiteralError(`${word.slice(0, 40)} is not a literal`, this.at)
  }

  /** Reads `new Name(...)`: a date or URL becomes its argument, a map or set the list it is created from. */
  #created(depth: number): unknown {
    this.#peek()
    const kind = this.#match(identifier, same)
    if (kind !== 'Date' && kind !== 'Map' && kind !== 'Set' && kind !== 'URL')
      throw new NoLiteralError('an object', this.at)
    this.#expect('(')
    const value = this.#peek() === ')' ? null : this.value(depth + 1)
    this.#expect(')')
    return value
  }
}

const same = (text: string): string => text

const numberOf = (text: string): number => (text.startsWith('+') ? Number(text.slice(1)) : Number(text))

/** Returns the character that an escape stands for, and the length of the escape. */
function unescaped(source: string, at: number): [text: string, length: number] {
  const kind = source[at + 1] ?? ''
  const digits = kind === 'u' ? 4 : kind === 'x' ? 2 : 0
  if (digits === 0) return [escapes[kind] ?? kind, 2]
  const hex = source.slice(at + 2, at + 2 + digits)
  return hex.length === digits && /^[\da-f]+$/i.test(hex)
    ? [String.fromCharCode(Number.parseInt(hex, 16)), 2 + digits]
    : [kind, 2]
}
