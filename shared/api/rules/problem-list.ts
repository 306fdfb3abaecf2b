/**
 * Collects the problems of a request. Messages name the field, the rule and the received value; values of headers,
 * cookies, sessions, typed texts and receivers are never repeated.
 */
import { requestLimits } from '../../config/api-limits.ts'
import { nameOfSegment, pointerSegment } from '../../values/json-pointer.ts'
import type { FieldProblem, ProblemCode } from '../schemas/problems.ts'

/** Canonical pointers whose values may be secrets. */
const secretPointers: readonly RegExp[] = [
  // A body that was serialised twice is one text, which contains all secrets.
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

/** Shortens a text from outside to its first characters. */
function cut(text: string): string {
  const characters = requestLimits.receivedValueMaxCharacters
  return text.length <= characters ? text : `${text.slice(0, characters)}…`
}

/** Removes what may be a password from a URL: in an invalid URL, it can be in more places than a parser finds. */
function withoutUserInfo(text: string): string {
  const end = text.lastIndexOf('@')
  return end === -1 ? text : `…${text.slice(end)}`
}

/** Returns a text as JSON, shortened to what is shown. Cutting first is safe, because JSON never shortens a text. */
const quoted = (text: string): string => cut(JSON.stringify(text.slice(0, requestLimits.receivedValueMaxCharacters)))

function shown(pointer: string, received: unknown): string {
  if (Array.isArray(received)) return received.length === 0 ? 'an empty list' : 'a list'
  if (typeof received === 'object' && received !== null) return 'an object'
  const isUrl = pointer === '/url' || pointer.startsWith('/urls/') || String(received).includes('://')
  if (typeof received === 'string') return quoted(isUrl ? withoutUserInfo(received) : received)
  return cut(JSON.stringify(received) ?? 'nothing')
}

/**
 * Returns a name as a segment of the pointer of a problem. A name that is too long for any reported pointer is cut, but
 * stays too long, so that the pointer is shortened later.
 */
export const problemSegment = (name: string): string =>
  pointerSegment(name.slice(0, requestLimits.pointerMaxCharacters + 1))

/** Converts `/scrape/actions/0/selector` to `scrape.actions[0].selector`, the form used in messages. */
export function fieldName(pointer: string): string {
  if (pointer === '') return 'the request body'
  const name = pointer
    .slice(1, 1 + requestLimits.pointerMaxCharacters)
    .split('/')
    .map((segment, index) =>
      /^\d+$/.test(segment) ? `[${segment}]` : `${index === 0 ? '' : '.'}${nameOfSegment(segment)}`,
    )
    .join('')
  return `\`${cut(name)}\``
}

/** Replaces a pointer that is too long by the pointer of an enclosing part. */
function shortened(pointer: string): string {
  const characters = requestLimits.pointerMaxCharacters
  return pointer.length <= characters ? pointer : pointer.slice(0, pointer.lastIndexOf('/', characters))
}

/** Problems of one request, in the order in which they were found, limited in number. */
export class ProblemList {
  readonly problems: FieldProblem[] = []
  readonly #spellings: ReadonlyMap<string, string>
  readonly #problemsMax: number

  /**
   * @param spellings canonical pointers of renamed parts, mapped to the pointers that the caller used.
   * @param problemsMax maximum number of problems to keep.
   */
  constructor(
    spellings: ReadonlyMap<string, string> = new Map(),
    problemsMax: number = requestLimits.fieldProblemsMax,
  ) {
    this.#spellings = spellings
    this.#problemsMax = problemsMax
  }

  get empty(): boolean {
    return this.problems.length === 0
  }

  /** True when there is no room for another problem. */
  get full(): boolean {
    return this.problems.length >= this.#problemsMax
  }

  /** Returns the pointer into the body as the caller wrote it. */
  given(pointer: string): string {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const spelling = this.#spellings.get(pointer.slice(0, end))
      if (spelling !== undefined) return spelling + pointer.slice(end)
    }
    return pointer
  }

  /** Returns true when there is already a problem at `pointer` or below it. */
  touches(pointer: string): boolean {
    const given = this.given(pointer)
    return this.problems.some((problem) => problem.pointer === given || problem.pointer.startsWith(`${given}/`))
  }

  /**
   * Adds a problem.
   * @param pointer canonical JSON pointer.
   * @param rule the violated rule, as the end of a sentence that begins with the name of the field.
   * @param received the value; the message repeats it unless it may be a secret.
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
