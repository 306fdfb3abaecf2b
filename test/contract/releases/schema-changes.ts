/** Changes between two JSON schemas that can break callers who were written for the first of them. */

/** `request`: callers send values of the schema; `answer`: they receive them. */
export type Direction = 'request' | 'answer'

export interface ApiChange {
  kind: string
  /** Operation, part of it and members, such as `POST /crawl body.limit`; of a named schema `JobStatus.total`. */
  at: string
}

export type Json = Record<string, unknown>

/** A schema or another part of a description, in which references may stand. */
type Schema = Json

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const forms = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'propertyNames']

/** Returns the part of a document that a local reference names, or the value itself. */
export function resolved(document: Json, value: unknown): Json {
  const { $ref } = (value ?? {}) as { $ref?: string }
  if ($ref === undefined) return (value ?? {}) as Json
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (part as Json | undefined)?.[name.replaceAll('~1', '/')], document)
  if (found === undefined) throw new Error(`${$ref} is not in the document`)
  return resolved(document, found)
}

const objectOf = (value: unknown): Record<string, Schema> => (value ?? {}) as Record<string, Schema>
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const typeOfValue = (value: unknown): string => (value === null ? 'null' : typeof value)
const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))

/** Compares schemas of two documents. A pair of schemas is compared once for each direction. */
export class SchemaComparison {
  readonly #was: Json
  readonly #is: Json
  readonly #compared = {
    request: new Map<Schema, Map<Schema, ApiChange[]>>(),
    answer: new Map<Schema, Map<Schema, ApiChange[]>>(),
  }

  /**
   * @param was document of the earlier release.
   * @param is document of the later one.
   */
  constructor(was: Json, is: Json) {
    this.#was = was
    this.#is = is
  }

  /**
   * Returns what breaks callers who know the earlier schema.
   * @param at where the schema stands, for the result; a named schema stands for itself.
   */
  changes(wasRef: Schema, isRef: Schema, at: string, direction: Direction): ApiChange[] {
    const was = resolved(this.#was, wasRef)
    const is = resolved(this.#is, isRef)
    const pairs = this.#compared[direction].get(was) ?? new Map<Schema, ApiChange[]>()
    this.#compared[direction].set(was, pairs)
    const known = pairs.get(is)
    if (known !== undefined) return known
    // A schema that contains itself is compared by the call that is under way.
    pairs.set(is, [])
    const { $ref } = wasRef as { $ref?: string }
    const found = this.#changes(was, is, $ref?.replace(/^.*\//, '') ?? at, direction)
    pairs.set(is, found)
    return found
  }

  #changes(was: Schema, is: Schema, at: string, direction: Direction): ApiChange[] {
    const found: ApiChange[] = []
    if (direction === 'request' && !same(was['default'], is['default'])) {
      found.push({ kind: `default changed from ${shown(was['default'])} to ${shown(is['default'])}`, at })
    }
    const wasForms = alternatives(this.#was, was)
    const isForms = alternatives(this.#is, is)
    if (direction === 'answer' && wasForms.every((form) => typeOf(form) !== null)) {
      for (const type of new Set(isForms.map((form) => typeOf(form)))) {
        const isKnown = wasForms.some((form) => contains(typeOf(form), type))
        if (!isKnown) found.push({ kind: `type ${type ?? 'any'} added`, at })
      }
    }
    for (const form of wasForms) {
      const type = typeOf(form)
      const fitting = isForms
        .filter((other) => contains(type, typeOf(other)) || contains(typeOf(other), type))
        .map((other) => this.#formChanges(form, other, at, direction))
      const [best] = fitting.toSorted((a, b) => a.length - b.length)
      if (best !== undefined) found.push(...best)
      // A value that is never null any more disturbs no reader.
      else if (direction === 'request' || type !== 'null') {
        found.push({ kind: `type ${type ?? 'any'} removed`, at })
      }
    }
    return found
  }

  /** Compares two schemas without alternatives whose types are related. */
  #formChanges(was: Schema, is: Schema, at: string, direction: Direction): ApiChange[] {
    const found: ApiChange[] = []
    const [before, now] = [typeOf(was), typeOf(is)]
    if (direction === 'request' && !contains(now, before)) {
      found.push({ kind: before === null ? `only type ${now} accepted` : `type changed from ${before} to ${now}`, at })
    }
    found.push(...valueChanges(was, is, at, direction))
    if (direction === 'request') found.push(...boundChanges(was, is, at), ...formatChanges(was, is, forms, at))
    else found.push(...formatChanges(was, is, ['format'], at))
    found.push(...this.#memberChanges(was, is, at, direction))
    if (was['items'] !== undefined && is['items'] !== undefined) {
      found.push(...this.changes(was['items'] as Schema, is['items'] as Schema, `${at}[]`, direction))
    } else if (direction === 'request' && is['items'] !== undefined) {
      found.push({ kind: 'items restricted', at })
    }
    return found
  }

  #memberChanges(was: Schema, is: Schema, at: string, direction: Direction): ApiChange[] {
    const found: ApiChange[] = []
    const wasMembers = objectOf(was['properties'])
    const isMembers = objectOf(is['properties'])
    const wasNeeded = (was['required'] ?? []) as string[]
    const isNeeded = (is['required'] ?? []) as string[]
    for (const [name, member] of Object.entries(wasMembers)) {
      const place = `${at}.${name}`
      const now = isMembers[name]
      if (now === undefined) found.push({ kind: 'field removed', at: place })
      else found.push(...this.changes(member, now, place, direction))
      if (direction === 'answer' && now !== undefined && wasNeeded.includes(name) && !isNeeded.includes(name)) {
        found.push({ kind: 'field no longer always there', at: place })
      }
    }
    if (direction === 'request') {
      const added = isNeeded.filter((name) => !wasNeeded.includes(name))
      found.push(...added.map((name) => ({ kind: 'field newly required', at: `${at}.${name}` })))
    }
    const [wasOther, isOther] = [was['additionalProperties'], is['additionalProperties']]
    if (direction === 'request' && isOther === false && wasOther !== false && was['type'] === 'object') {
      found.push({ kind: 'further fields refused', at })
    }
    if (typeof wasOther === 'object' && typeof isOther === 'object') {
      found.push(...this.changes(wasOther as Schema, isOther as Schema, `${at}.*`, direction))
    } else if (direction === 'request' && typeof isOther === 'object' && wasOther !== false) {
      found.push({ kind: 'further fields restricted', at })
    }
    return found
  }
}

/** Returns the type of an alternative; null when it takes any. */
const typeOf = (form: Schema): string | null => (form['type'] as string | undefined) ?? null

/** Whether every value of the type `inner` is one of the type `outer`; null: of any type. */
const contains = (outer: string | null, inner: string | null): boolean =>
  outer === null || outer === inner || (outer === 'number' && inner === 'integer')

/** Returns the alternatives of a schema; those that list values of one type are one alternative. */
function alternatives(document: Json, schema: Schema): Schema[] {
  const { anyOf, oneOf, ...rest } = schema
  const choices = (anyOf ?? oneOf) as Schema[] | undefined
  const inner = choices?.flatMap((each) => alternatives(document, { ...rest, ...resolved(document, each) }))
  const split = (inner ?? [rest]).flatMap((each) => formsOf(each))
  const listed = Map.groupBy(
    split.filter((each) => each['enum'] !== undefined),
    (each) => each['type'],
  )
  return [
    ...split.filter((each) => each['enum'] === undefined),
    ...[...listed].map(([type, each]) => ({ type, enum: each.flatMap(({ enum: values }) => values as unknown[]) })),
  ]
}

/** Splits a schema by type; `const` becomes a list of one value. */
function formsOf(schema: Schema): Schema[] {
  const { const: only, ...rest } = schema
  const values = only === undefined ? (rest['enum'] as unknown[] | undefined) : [only]
  if (values !== undefined) {
    const types = Map.groupBy(values, typeOfValue)
    return [...types].map(([type, each]) => ({ ...rest, type, enum: each }))
  }
  if (!Array.isArray(rest['type'])) return [rest]
  // Members and bounds of the other types say nothing of null.
  return rest['type'].map((type: string) => (type === 'null' ? { type } : { ...rest, type }))
}

function valueChanges(was: Schema, is: Schema, at: string, direction: Direction): ApiChange[] {
  const [before, now] = [was['enum'] as unknown[] | undefined, is['enum'] as unknown[] | undefined]
  if (before === undefined) {
    return direction === 'request' && now !== undefined ? [{ kind: 'values restricted', at }] : []
  }
  if (now === undefined) return direction === 'answer' ? [{ kind: 'values no longer listed', at }] : []
  const gone = before.filter((value) => !now.includes(value))
  return gone.map((value) => ({ kind: `value ${shown(value)} removed`, at }))
}

function boundChanges(was: Schema, is: Schema, at: string): ApiChange[] {
  const change = (name: string): ApiChange => ({ kind: `${name} ${shown(was[name])} is now ${shown(is[name])}`, at })
  const boundOf = (schema: Schema, name: string, none: number): number => (schema[name] as number | undefined) ?? none
  const lower = lowerBounds.filter((name) => {
    const none = /^min(?:L|I|P)/.test(name) ? 0 : -Infinity
    return boundOf(is, name, none) > boundOf(was, name, none)
  })
  const upper = upperBounds.filter((name) => boundOf(is, name, Infinity) < boundOf(was, name, Infinity))
  return [...lower, ...upper].map((name) => change(name))
}

function formatChanges(was: Schema, is: Schema, names: readonly string[], at: string): ApiChange[] {
  const changed = names.filter((name) => !same(was[name], is[name]))
  return changed.map((name) => ({ kind: `${name} ${shown(was[name])} is now ${shown(is[name])}`, at }))
}
