/**
 * Parses CSS selectors that are matched without a browser: the part of Selectors Level 4 that depends only on the
 * document structure, as strictly as a browser does. Selectors that a document alone cannot decide (`:hover`,
 * `:checked`, pseudo-elements) and namespaces are refused. Standard: https://www.w3.org/TR/selectors-4/
 */
import { selectorLimits } from '../config/extract-limits.ts'
import type { AttributeMatch, Combinator, CssSelector, CssStep, CssTest } from './css-selector.ts'
import { childPositions, positionOf } from './css-positions.ts'
import { InvalidSelectorError } from './parse-text.ts'

/**
 * Parses a selector list, in time linear in its length.
 * @throws InvalidSelectorError when the selector is malformed, needs a browser to be matched, or exceeds a limit.
 */
export function parseCss(selector: string): CssSelector {
  if (selector.length > selectorLimits.charactersMax) {
    throw new InvalidSelectorError(`a selector may have ${selectorLimits.charactersMax} characters`)
  }
  const reader = new CssReader(selector)
  const parsed = reader.list(false, 0)
  reader.end()
  return parsed
}

const escape = String.raw`\\(?:[\dA-Fa-f]{1,6}(?:\r\n|[ \t\r\n\f])?|[^\n\r\f\dA-Fa-f])`
const nameSign = String.raw`(?:[\w-]|[^\0-\x7F]|${escape})`
const tokens = {
  space: /(?:[ \t\r\n\f]|\/\*[^]*?\*\/)*/y,
  identifier: new RegExp(`(?:--|-?(?:[A-Za-z_]|[^\\0-\\x7F]|${escape}))${nameSign}*`, 'y'),
  string: /"(?:[^"\\\n\r\f]|\\[^])*"|'(?:[^'\\\n\r\f]|\\[^])*'/y,
  comparison: /[~^$*|]?=/y,
  combinator: /[>+~]/y,
  flag: /[is]/iy,
  formula: /[^()]*/y,
} as const

const comparisons: Readonly<Record<string, AttributeMatch>> = {
  '=': 'equals',
  '~=': 'word',
  '^=': 'starts',
  '$=': 'ends',
  '*=': 'contains',
  '|=': 'hyphen',
}

const combinators: Readonly<Record<string, Combinator>> = { '>': 'child', '+': 'adjacent', '~': 'sibling' }

/** Pseudo-classes that take a selector list. */
const functions = new Map([
  ['is', 'is'],
  ['where', 'is'],
  ['not', 'not'],
  ['has', 'has'],
] as const)

/** Attributes whose values compare case-insensitively: HTML standard, section 4.16.2. */
const caseless = new Set(
  `accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir
   direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize
   noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink`.split(
    /\s+/,
  ),
)

class CssReader {
  readonly #text: string
  #at = 0
  #tests = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Reads alternatives separated by commas. */
  list(isRelative: boolean, nesting: number): CssSelector {
    const chains = [this.#chain(isRelative, nesting)]
    while (this.#take(',')) chains.push(this.#chain(isRelative, nesting))
    return chains
  }

  end(): void {
    if (this.#at < this.#text.length) throw this.#unreadable()
  }

  #chain(isRelative: boolean, nesting: number): CssStep[] {
    this.#read('space')
    let combinator: Combinator | null = null
    if (isRelative) combinator = this.#combinator() ?? 'descendant'
    const steps: CssStep[] = []
    for (;;) {
      steps.push({ combinator, tests: this.#compound(nesting) })
      const isApart = this.#read('space') !== ''
      const sign = this.#combinator()
      if (sign === null && (!isApart || this.#isAtEnd())) return steps
      combinator = sign ?? 'descendant'
    }
  }

  #combinator(): Combinator | null {
    const sign = this.#read('combinator')
    if (sign === '') return null
    this.#read('space')
    return combinators[sign] ?? null
  }

  #isAtEnd(): boolean {
    const next = this.#text[this.#at]
    return next === undefined || next === ',' || next === ')'
  }

  #compound(nesting: number): CssTest[] {
    const start = this.#at
    const tests: CssTest[] = []
    const name = this.#take('*') ? '' : this.#read('identifier')
    if (this.#at > start) this.#count()
    if (name !== '') tests.push({ kind: 'tag', name: unescaped(name).toLowerCase() })
    for (;;) {
      const before = this.#at
      if (this.#take('.')) tests.push(attribute('class', 'word', this.#identifier(), false))
      else if (this.#take('#')) tests.push(attribute('id', 'equals', this.#identifier(), false))
      else if (this.#take('[')) tests.push(this.#attribute())
      else if (this.#take(':')) tests.push(...this.#pseudo(nesting))
      if (this.#at === before) break
      this.#count()
    }
    if (this.#at === start) throw this.#unreadable()
    return tests
  }

  #count(): void {
    this.#tests++
    if (this.#tests > selectorLimits.testsMax) {
      throw new InvalidSelectorError(`a selector may have ${selectorLimits.testsMax} parts`)
    }
  }

  #attribute(): CssTest {
    this.#read('space')
    const name = this.#identifier().toLowerCase()
    this.#read('space')
    if (this.#take(']')) return attribute(name, 'exists', '', false)
    const how = comparisons[this.#read('comparison')]
    if (how === undefined) throw this.#unreadable()
    this.#read('space')
    const string = this.#read('string')
    const value = string === '' ? this.#identifier() : unescaped(string.slice(1, -1))
    this.#read('space')
    const flag = this.#read('flag').toLowerCase()
    this.#read('space')
    this.#expect(']')
    return attribute(name, how, value, flag === '' ? caseless.has(name) : flag === 'i')
  }

  #pseudo(nesting: number): readonly CssTest[] {
    if (this.#text[this.#at] === ':') throw new InvalidSelectorError('a pseudo-element is not an element of the page')
    const name = this.#identifier().toLowerCase()
    if (!this.#take('(')) {
      const tests = childPositions.get(name)
      if (tests === undefined) throw unknown(name)
      return tests
    }
    const kind = functions.get(name as 'is')
    if (kind !== undefined) {
      if (nesting >= selectorLimits.nestingMax) {
        throw new InvalidSelectorError(`:is, :not and :has may be nested ${selectorLimits.nestingMax} deep`)
      }
      const selector = this.list(kind === 'has', nesting + 1)
      this.#expect(')')
      return [{ kind, selector }]
    }
    const position = positionOf(name, this.#read('formula'))
    if (position === null) throw unknown(name)
    this.#expect(')')
    return [position]
  }

  #identifier(): string {
    const found = this.#read('identifier')
    if (found === '') throw this.#unreadable()
    return unescaped(found)
  }

  /** Consumes a token at the current position and returns its text; empty when the token is not there. */
  #read(token: keyof typeof tokens): string {
    const pattern = tokens[token]
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #take(sign: string): boolean {
    const isHere = this.#text[this.#at] === sign
    if (isHere) this.#at++
    return isHere
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw this.#unreadable()
  }

  #unreadable(): InvalidSelectorError {
    const rest = this.#text.slice(this.#at, this.#at + shownMaxCharacters)
    const where = rest === '' ? 'at its end' : `at ${JSON.stringify(rest)}`
    return new InvalidSelectorError(
      this.#text.trim() === '' ? 'the selector is empty' : `the selector cannot be read ${where}`,
    )
  }
}

const shownMaxCharacters = 40

const unknown = (name: string): InvalidSelectorError =>
  new InvalidSelectorError(`:${name} cannot be evaluated on the document alone`)

const attribute = (name: string, how: AttributeMatch, value: string, ignoreCase: boolean): CssTest => ({
  kind: 'attribute',
  name,
  how,
  value,
  ignoreCase,
})

/** Resolves escapes: CSS Syntax Level 3, section 4.3.7. */
const unescaped = (text: string): string =>
  text.replaceAll(
    /\\(?:([\dA-Fa-f]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[\n\r\f])|([^]))/gu,
    (_, code?: string, line?: string, sign?: string) => {
      if (code === undefined) return line === undefined ? (sign ?? '') : ''
      const point = Number.parseInt(code, 16)
      const isCharacter = point > 0 && point <= 0x10_ff_ff && (point < 0xd8_00 || point > 0xdf_ff)
      return isCharacter ? String.fromCodePoint(point) : '\uFFFD'
    },
  )
