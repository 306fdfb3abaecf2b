/**
 * Collects what is wrong with a request. Messages name field, rule and received value; values of
 * headers, cookies, sessions, typed texts and receivers are never repeated.
 */
import { requestLimits } from '../../config/limits.ts'
import type { FieldProblem, ProblemCode } from '../schemas/problems.ts'

/** Canonical pointers whose values may be secrets. */
const secretPointers: readonly RegExp[] = [
  // A body that was made into a text twice has all of them.
  /^$/,
  /^\/webhook(?!\/events)(?:\/|$)/,
  /^\/body$/,
  /^\/scrape$/,
  /^\/scrape\/(?:url|body|session_id|proxy_strategy|override_parameter)(?:\/|$)/,
  /^\/scrape\/actions(?:\/\d+(?:\/value)?)?$/,
  /^\/playbook(?:\/(?:start_url|actions|cookies|headers|local_storage|secrets))?$/,
  /^\/playbook\/actions\/\d+(?:\/value)?$/,
  /^\/playbook\/(?:start_url|cookies|headers|local_storage|secrets)\//,
]

/** Keeps the first characters of a text that came from outside. */
function cut(text: string): string {
  const characters = requestLimits.receivedValueMaxCharacters
  return text.length <= characters ? text : `${text.slice(0, characters)}…`
}

/** A URL may carry a password, in more places than a parser of broken URLs can find. */
function withoutUserInfo(text: string): string {
  const end = text.lastIndexOf('@')
  return end === -1 ? text : `…${text.slice(end)}`
}

/** A text as JSON, no more of it than is shown; what it needs in JSON is never shorter. */
const quoted = (text: string): string => cut(JSON.stringify(text.slice(0, requestLimits.receivedValueMaxCharacters)))

function shown(pointer: string, received: unknown): string {
  if (Array.isArray(received)) return received.length === 0 ? 'an empty list' : 'a list'
  if (typeof received === 'object' && received !== null) return 'an object'
  const isUrl = pointer === '/url' || pointer.startsWith('/urls/') || String(received).includes('://')
  if (typeof received === 'string') return quoted(isUrl ? withoutUserInfo(received) : received)
  return cut(JSON.stringify(received) ?? 'nothing')
}

const unescaped = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')

/**
 * One name as a segment of a JSON pointer (RFC 6901, section 3). Of a name that no pointer in a
 * problem has room for, just enough is kept to be left out there.
 */
export const pointerSegment = (name: string): string =>
  name
    .slice(0, requestLimits.pointerMaxCharacters + 1)
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')

/** `/scrape/actions/0/selector` → `scrape.actions[0].selector`, as messages name a field. */
export function fieldName(pointer: string): string {
  if (pointer === '') return 'the request body'
  const name = pointer
    .slice(1, 1 + requestLimits.pointerMaxCharacters)
    .split('/')
    .map((segment, index) =>
      /^\d+$/.test(segment) ? `[${segment}]` : `${index === 0 ? '' : '.'}${unescaped(segment)}`,
    )
    .join('')
  return `\`${cut(name)}\``
}

/** A pointer that is too long to be repeated gives way to that of the part around it. */
function shortened(pointer: string): string {
  const characters = requestLimits.pointerMaxCharacters
  return pointer.length <= characters ? pointer : pointer.slice(0, pointer.lastIndexOf('/', characters))
}

/** Problems of one request, in the order they were found, capped in number. */
export class ProblemList {
  readonly problems: FieldProblem[] = []
  readonly #spellings: ReadonlyMap<string, string>
  readonly #room: number

  /**
   * @param spellings canonical pointer → pointer the caller used, for parts that were renamed.
   * @param room how many problems are kept.
   */
  constructor(spellings: ReadonlyMap<string, string> = new Map(), room: number = requestLimits.fieldProblemsMax) {
    this.#spellings = spellings
    this.#room = room
  }

  get empty(): boolean {
    return this.problems.length === 0
  }

  /** True when there is no room for another problem. */
  get full(): boolean {
    return this.problems.length >= this.#room
  }

  /** The pointer into the body as the caller wrote it. */
  given(pointer: string): string {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const spelling = this.#spellings.get(pointer.slice(0, end))
      if (spelling !== undefined) return spelling + pointer.slice(end)
    }
    return pointer
  }

  /** True when something is already wrong at `pointer` or below it. */
  touches(pointer: string): boolean {
    const given = this.given(pointer)
    return this.problems.some((problem) => problem.pointer === given || problem.pointer.startsWith(`${given}/`))
  }

  /**
   * Adds a problem.
   * @param pointer canonical JSON pointer.
   * @param rule what is wrong, as the end of a sentence that begins with the field's name.
   * @param received the value, repeated in the message unless it may be a secret.
   */
  add(pointer: string, code: ProblemCode, rule: string, received?: unknown): void {
    if (this.full) return
    const hidden = received === undefined || secretPointers.some((secret) => secret.test(pointer))
    this.addAsGiven(this.given(pointer), code, hidden ? rule : `${rule}, got ${shown(pointer, received)}`)
  }

  /** Adds a problem at a pointer into the body as the caller wrote it. */
  addAsGiven(pointer: string, code: ProblemCode, rule: string): void {
    if (this.full) return
    this.problems.push({ pointer: shortened(pointer), code, message: `${fieldName(pointer)} ${rule}` })
  }
}
