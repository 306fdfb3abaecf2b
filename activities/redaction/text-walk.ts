/** Walks over the untrusted texts of a value as a plan locates them; the redacting code puts each back. */
import type { MemberCondition, TextPlan } from '@seine/shared/api/schemas/answer-texts.ts'
import { redactedMark } from '@seine/shared/config/session-limits.ts'
import type { Redactor } from './redactor.ts'
import type { TextFacts } from '@seine/shared/pages/redaction.ts'

/** A text, and the function that puts it back. */
export interface TextPlace extends Required<TextFacts> {
  text: string
  put(text: string): void
}

export interface WalkOptions {
  /** Headers that are hidden, by their names in lower case; `null` shows all. */
  hiddenHeaders?: ReadonlySet<string> | null
}

type Put = (value: unknown) => void
type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)

const whole: Required<TextFacts> = { isBase64: false, isCut: false }
const foreign: TextPlan = { kind: 'foreign' }
const foreignList: TextPlan = { kind: 'list', item: foreign }

/** Builds a copy of a value, complete once all of its texts have been put back. */
export class TextWalk<Value> {
  readonly #value: Value
  readonly #plan: TextPlan
  readonly #hidden: ReadonlySet<string> | null
  /** Work to do at the end, last entry first: names of members are texts too. */
  readonly #last: (() => void)[] = []
  #copy: unknown

  constructor(value: Value, plan: TextPlan, { hiddenHeaders = null }: WalkOptions = {}) {
    this.#value = value
    this.#plan = plan
    this.#hidden = hiddenHeaders
  }

  /** Yields the texts in order. Must be read to the end. */
  *places(): Generator<TextPlace, void> {
    yield* this.#walk(this.#value, this.#plan, whole, (value) => (this.#copy = value))
  }

  /** The copy, valid after the last text. */
  result(): Value {
    for (const finish of this.#last.splice(0).toReversed()) finish()
    return this.#copy as Value
  }

  *#walk(value: unknown, plan: TextPlan, facts: Required<TextFacts>, put: Put): Generator<TextPlace, void> {
    if (plan.kind === 'keep' || value === null || (typeof value !== 'string' && typeof value !== 'object')) {
      put(value)
    } else if (typeof value === 'string') yield { text: value, put, ...facts }
    else if (ArrayBuffer.isView(value)) put(value)
    else if (Array.isArray(value)) yield* this.#list(value, plan, put)
    else if (plan.kind === 'object') yield* this.#object(value as Members, plan, put)
    else yield* this.#record(value as Members, plan, put)
  }

  *#list(values: readonly unknown[], plan: TextPlan, put: Put): Generator<TextPlace, void> {
    const isNamed = plan.kind === 'header_list' || plan.kind === 'cookies'
    const item = plan.kind === 'list' ? plan.item : foreign
    const copy: unknown[] = []
    put(copy)
    for (const [at, value] of values.entries()) {
      const here = (given: unknown): void => void (copy[at] = given)
      if (isNamed && isMembers(value)) yield* this.#named(value, plan.kind === 'cookies', here)
      else yield* this.#walk(value, item, whole, here)
    }
  }

  /** A header or a cookie whose value is in a member. */
  *#named(given: Members, isCookie: boolean, put: Put): Generator<TextPlace, void> {
    const isHidden = this.#hides(isCookie ? 'cookie' : given['name'])
    const copy: Members = {}
    put(copy)
    for (const [name, value] of Object.entries(given)) {
      if (isHidden && name === 'value') copy[name] = redactedMark
      else yield* this.#walk(value, isDateMember(name) ? { kind: 'keep' } : foreign, whole, memberOf(copy, name))
    }
  }

  *#object(given: Members, plan: Extract<TextPlan, { kind: 'object' }>, put: Put): Generator<TextPlace, void> {
    const copy: Members = {}
    put(copy)
    for (const [name, value] of Object.entries(given)) {
      const facts = { isBase64: holds(plan.base64, name, given), isCut: holds(plan.cut, name, given) }
      const member = Object.hasOwn(plan.members, name) ? plan.members[name]! : foreign
      yield* this.#walk(value, member, facts, memberOf(copy, name))
    }
  }

  /** An object whose member names are untrusted. */
  *#record(given: Members, plan: TextPlan, put: Put): Generator<TextPlace, void> {
    const entries: [string, unknown][] = Object.entries(given).map(([name]) => [name, undefined])
    this.#last.push(() => put(Object.fromEntries(entries)))
    const inside = plan.kind === 'record' ? plan.value : foreign
    for (const [at, [name, value]] of Object.entries(given).entries()) {
      const entry = entries[at]!
      yield { text: name, put: (text) => void (entry[0] = text), ...whole }
      const here = (text: unknown): void => void (entry[1] = text)
      if (plan.kind !== 'headers') yield* this.#walk(value, inside, whole, here)
      else if (!this.#hides(name)) yield* this.#walk(value, foreignList, whole, here)
      else here(Array.isArray(value) ? value.map(() => redactedMark) : redactedMark)
    }
  }

  #hides(name: unknown): boolean {
    return this.#hidden !== null && typeof name === 'string' && this.#hidden.has(name.toLowerCase())
  }
}

/** Expiry date of a cookie: not redacted, since it is written by the code that parses the header. */
const isDateMember = (name: string): boolean => name === 'expires'

/** Adds a member of any name, `__proto__` included; its place is reserved at once, before its value is known. */
function memberOf(object: Members, name: string): Put {
  const put = (value: unknown): void =>
    void Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  put(undefined)
  return put
}

function holds(conditions: Readonly<Record<string, MemberCondition>>, name: string, given: Members): boolean {
  const condition = Object.hasOwn(conditions, name) ? conditions[name] : undefined
  return condition !== undefined && given[condition.member] === condition.is
}

/** Redacts a value synchronously: for threads on which nothing else waits. */
export function redactedValue<Value>(value: Value, plan: TextPlan, redactor: Redactor): Value {
  const walk = new TextWalk(value, plan)
  for (const place of walk.places()) place.put(redactor.text(place.text, place))
  return walk.result()
}
