/**
 * Finds state that the scripts of a page assign: `window.__INITIAL_STATE__ = {...}`, `JSON.parse("...")`, the function
 * that Nuxt writes, the rows that Next streams. It is read as literals; nothing is executed.
 */
import { factLimits } from '../../limits/structured-limits.ts'
import { isProgram } from '../../../judge/js-shell-attributes.ts'
import { NoLiteralError, Parameter, readLiteral, skipBlank, type Literal } from './js-literal.ts'
import { jsonOrNull } from '@seine/shared/values/json-or-null.ts'
import { setOwn } from '@seine/activities/structured/values/set-own.ts'

/** A name and the value assigned to it. */
export interface AssignedState {
  name: string
  value: unknown
}

const stateMinCharacters = 20
const assignmentsMax = 2_000

/** `window.NAME =`, `window["NAME"] =`, `var NAME =`. */
const assignment =
  /(?:\b(?:window|self|globalThis|top)\s*(?:\.\s*([\w$]{1,80})|\[\s*["']([\w$.:-]{1,80})["']\s*\])|\b(?:var|let|const)\s+([\w$]{1,80}))\s*=(?!=)\s*/g
const parsed = /JSON\s*\.\s*parse\s*\(\s*(?=["'`])/y
const invoked = /\(\s*function\s*\(([\w$,\s]{0,20000})\)\s*\{\s*return\s*/y
const streamed = /\b__next_f\s*\.\s*push\s*\(\s*(?=\[)/g

/** Returns the states in the scripts of a page, in document order. */
export function programStates(html: string): AssignedState[] {
  const states: AssignedState[] = []
  let rows = ''
  let left: number = factLimits.stateMaxCharacters
  for (const program of programs(html)) {
    if (program.length > left) continue
    left -= program.length
    if (program.includes('__next_f')) rows += streamedText(program)
    else addAssigned(program, states)
  }
  if (rows !== '') states.push(...streamedRows(rows))
  return states.slice(0, factLimits.statesMax)
}

const tagMaxCharacters = 4_000

/** Yields the content of executable scripts that may hold state. */
function* programs(html: string): Generator<string> {
  const open = /<script(?=[\s>/])/gi
  const close = /<\/script/gi
  while (open.exec(html) !== null) {
    const tagEnd = html.indexOf('>', open.lastIndex)
    if (tagEnd === -1) return
    const tag = tagEnd - open.lastIndex > tagMaxCharacters ? null : html.slice(open.lastIndex, tagEnd)
    close.lastIndex = tagEnd
    const end = close.exec(html)?.index ?? html.length
    open.lastIndex = end
    if (tag === null || end - tagEnd < stateMinCharacters) continue
    const type = /\btype\s*=\s*["']?([^"'\s>]*)/i.exec(tag)?.[1] ?? ''
    if (isProgram(type)) yield html.slice(tagEnd + 1, end)
  }
}

function addAssigned(program: string, states: AssignedState[]): void {
  assignment.lastIndex = 0
  for (let left = assignmentsMax; left > 0 && states.length < factLimits.statesMax; left--) {
    const found = assignment.exec(program)
    if (found === null) return
    const at = assignment.lastIndex
    const read = readState(program, at)
    // Text inside a literal is not an assignment; continue after it, so that nothing is read twice.
    assignment.lastIndex = Math.max(at, read.end)
    if (read.end - at >= stateMinCharacters && typeof read.value === 'object' && read.value !== null)
      states.push({ name: found[1] ?? found[2] ?? found[3] ?? '', value: read.value })
  }
}

/** @returns null as value when there is no literal, and the position up to which the source was read. */
function readState(program: string, at: number): Literal {
  const char = program[at]
  try {
    if (char === '{' || char === '[') return readLiteral(program, at)
    if (char === 'J') return readParsed(program, at)
    if (char === '(') return readInvoked(program, at)
  } catch (error) {
    if (!(error instanceof NoLiteralError)) throw error
    return { value: null, end: error.at }
  }
  return { value: null, end: at }
}

function readParsed(program: string, at: number): Literal {
  parsed.lastIndex = at
  if (parsed.exec(program) === null) return { value: null, end: at }
  const { value, end } = readLiteral(program, parsed.lastIndex)
  return { value: typeof value === 'string' ? jsonOrNull(value) : null, end }
}

/** Reads `(function(a,b){return {...}}(1,"x"))`, where parameters replace repeated values. */
function readInvoked(program: string, at: number): Literal {
  invoked.lastIndex = at
  const head = invoked.exec(program)
  if (head === null) return { value: null, end: at }
  const names = (head[1] ?? '').split(',').map((name) => name.trim())
  const body = readLiteral(program, invoked.lastIndex, new Set(names))
  let end = skipBlank(program, body.end)
  for (const char of [';', '}', ')']) if (program[end] === char) end = skipBlank(program, end + 1)
  if (program[end] !== '(') return { value: null, end }
  const given = new Map<string, unknown>()
  for (const name of names) {
    end = skipBlank(program, end + 1)
    if (program[end] === ')') break
    const argument = readLiteral(program, end)
    given.set(name, argument.value)
    end = skipBlank(program, argument.end)
    if (program[end] !== ',') break
  }
  return { value: withArguments(body.value, given), end }
}

/** Replaces parameters by their arguments. Arguments contain no parameters. */
function withArguments(root: unknown, given: ReadonlyMap<string, unknown>): unknown {
  const holder = { root }
  const pending: Record<string, unknown>[] = [holder]
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    for (const [name, value] of Object.entries(object)) {
      if (value instanceof Parameter) setOwn(object, name, given.get(value.name) ?? null)
      else if (typeof value === 'object' && value !== null) pending.push(value as Record<string, unknown>)
    }
  }
  return holder.root
}

/** Returns the text that `self.__next_f.push([1, "..."])` adds to the stream. */
function streamedText(program: string): string {
  let text = ''
  streamed.lastIndex = 0
  for (let found = streamed.exec(program); found !== null; found = streamed.exec(program)) {
    try {
      const { value, end } = readLiteral(program, streamed.lastIndex)
      streamed.lastIndex = Math.max(end, streamed.lastIndex)
      const part: unknown = Array.isArray(value) ? value[1] : null
      if (typeof part === 'string') text += part
    } catch (error) {
      if (!(error instanceof NoLiteralError)) throw error
      streamed.lastIndex = Math.max(error.at, streamed.lastIndex)
    }
  }
  return text
}

/** Parses rows of the stream: a hexadecimal number, a colon and JSON; rows of code and text are skipped. */
function streamedRows(text: string): AssignedState[] {
  const states: AssignedState[] = []
  for (const line of text.split('\n')) {
    const start = /^[\da-f]{1,8}:(?=[[{])/i.exec(line)?.[0]
    if (start === undefined || line.length < stateMinCharacters) continue
    const value = jsonOrNull(line.slice(start.length))
    if (value !== null) states.push({ name: '__next_f', value })
  }
  return states
}
