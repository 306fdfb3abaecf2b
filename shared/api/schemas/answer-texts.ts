/**
 * Which texts of an answer may be somebody else's, read from its schema: whatever a page, a site or a caller
 * may have had a say in. Enumerations, dates and numbers are ours; so is a text whose schema says so. Every
 * other text, and every member that no schema names, is taken for somebody else's. Pure.
 */
import type { TSchema } from 'typebox'

/** Of an object: the text of a member is Base64, or cut, where another member has a value. */
export interface MemberCondition {
  member: string
  is: string | number | boolean
}

/** What is done with a value; plain data, which goes to threads. */
export type TextPlan =
  /** Ours, or no text. */
  | { kind: 'keep' }
  /** One text. */
  | { kind: 'text' }
  /** JSON of somebody else, names of members included. */
  | { kind: 'foreign' }
  | { kind: 'list'; item: TextPlan }
  /** Names are somebody else's. */
  | { kind: 'record'; value: TextPlan }
  /** Headers by name. */
  | { kind: 'headers' }
  /** A list of `name` and `value`. */
  | { kind: 'header_list' }
  /** A list of cookies, each with a `name` and a `value`. */
  | { kind: 'cookies' }
  | {
      kind: 'object'
      members: Record<string, TextPlan>
      /** Members that are Base64, and when. */
      base64: Record<string, MemberCondition>
      /** Members that may be the beginning of something, and when. */
      cut: Record<string, MemberCondition>
    }

/** Stands in schemas, and in nothing that is made of them. */
const mark = Symbol('texts')

interface Mark {
  plan?: TextPlan
  base64?: MemberCondition
  cut?: MemberCondition
}

type Marked = TSchema & { [mark]?: Mark }

const keep: TextPlan = { kind: 'keep' }
const text: TextPlan = { kind: 'text' }
const foreign: TextPlan = { kind: 'foreign' }

/** Options of a text that the service itself writes: readers of answers go by it. */
export const ofService = { [mark]: { plan: keep } satisfies Mark }
/** Options of a record of headers. */
export const ofHeaders = { [mark]: { plan: { kind: 'headers' } } satisfies Mark }
/** Options of a list of headers. */
export const ofHeaderList = { [mark]: { plan: { kind: 'header_list' } } satisfies Mark }
/** Options of a list of cookies. */
export const ofCookies = { [mark]: { plan: { kind: 'cookies' } } satisfies Mark }
/** Options of a text that is Base64, or cut, where another member of its object has a value. */
export const ofPayload = (when: Pick<Mark, 'base64' | 'cut'>) => ({ [mark]: when })

const markOf = (schema: TSchema): Mark => (schema as Marked)[mark] ?? {}

const isDate = ({ format }: { format?: unknown }): boolean => format === 'date-time' || format === 'date'

/** Of a value that is one of several: whatever any of them may have. */
function planOfAny(schemas: readonly TSchema[]): TextPlan {
  const plans = schemas.map(textPlan).filter(({ kind }) => kind !== 'keep')
  if (plans.length < 2) return plans[0] ?? keep
  return plans.every(({ kind }) => kind === 'text') ? text : foreign
}

/** A member that says how another one is written: `payload_encoding` of `payload`, `payload_truncated` likewise. */
function siblings(names: readonly string[], suffix: string, is: MemberCondition['is']) {
  return names.flatMap((name): [string, MemberCondition][] =>
    names.includes(`${name}_${suffix}`) ? [[name, { member: `${name}_${suffix}`, is }]] : [],
  )
}

function planOfObject(properties: Readonly<Record<string, TSchema>>): TextPlan {
  const entries = Object.entries(properties)
  const names = entries.map(([name]) => name)
  const marked = (kind: 'base64' | 'cut') =>
    entries.flatMap(([name, schema]): [string, MemberCondition][] => {
      const condition = markOf(schema)[kind]
      return condition === undefined ? [] : [[name, condition]]
    })
  return {
    kind: 'object',
    members: Object.fromEntries(entries.map(([name, schema]) => [name, textPlan(schema)])),
    base64: Object.fromEntries([...siblings(names, 'encoding', 'base64'), ...marked('base64')]),
    cut: Object.fromEntries([...siblings(names, 'truncated', true), ...marked('cut')]),
  }
}

interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown
  format?: unknown
  anyOf?: TSchema[]
  items?: TSchema
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
}

/**
 * Reads a schema.
 * @param schema of an answer, or of a part of one; what it does not say is taken for somebody else's.
 */
export function textPlan(schema: TSchema): TextPlan {
  const { plan } = markOf(schema)
  if (plan !== undefined) return plan
  const given = schema as JsonSchema
  if (given.const !== undefined || given.enum !== undefined) return keep
  if (given.anyOf !== undefined) return planOfAny(given.anyOf)
  switch (given.type) {
    case 'string':
      return isDate(given) ? keep : text
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return keep
    case 'array':
      return given.items === undefined ? foreign : { kind: 'list', item: textPlan(given.items) }
    case 'object': {
      const [values] = Object.values(given.patternProperties ?? {})
      if (values !== undefined) return { kind: 'record', value: textPlan(values) }
      const { properties = {} } = given
      return Object.keys(properties).length === 0 ? foreign : planOfObject(properties)
    }
    default:
      return foreign
  }
}
