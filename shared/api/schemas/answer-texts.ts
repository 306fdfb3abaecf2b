/**
 * Determines from the schema of an answer which texts may be foreign, that is, influenced by a page, a site or a
 * caller. Enumerations, dates and numbers are written by the service, and so is a text whose schema is marked so.
 * Every other text, and every member that the schema does not name, counts as foreign. Pure.
 */
import type { TSchema } from 'typebox'

/**
 * Condition on a sibling: a text is Base64 or truncated when the member `member` of the same object has the value
 * `is`.
 */
export interface MemberCondition {
  member: string
  is: string | number | boolean
}

/** How to process a value; plain data that can be passed to threads. */
export type TextPlan =
  /** Written by the service, or not a text. */
  | { kind: 'keep' }
  /** One text. */
  | { kind: 'text' }
  /** Foreign JSON, including the names of its members. */
  | { kind: 'foreign' }
  | { kind: 'list'; item: TextPlan }
  /** A record with foreign names. */
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
      /** Members that are Base64, and the condition for that. */
      base64: Record<string, MemberCondition>
      /** Members that may be truncated, and the condition for that. */
      cut: Record<string, MemberCondition>
    }

/** Marks schemas; a symbol is not part of a serialised or compiled schema. */
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

/** Schema options of a text that the service itself writes; consumers of answers rely on it. */
export const ofService = { [mark]: { plan: keep } satisfies Mark }
/** Schema options of a record of headers. */
export const ofHeaders = { [mark]: { plan: { kind: 'headers' } } satisfies Mark }
/** Schema options of a list of headers. */
export const ofHeaderList = { [mark]: { plan: { kind: 'header_list' } } satisfies Mark }
/** Schema options of a list of cookies. */
export const ofCookies = { [mark]: { plan: { kind: 'cookies' } } satisfies Mark }
/** Schema options of a text that is Base64 or truncated, depending on another member of its object. */
export const ofPayload = (when: Pick<Mark, 'base64' | 'cut'>) => ({ [mark]: when })

const markOf = (schema: TSchema): Mark => (schema as Marked)[mark] ?? {}

const isDate = ({ format }: { format?: unknown }): boolean => format === 'date-time' || format === 'date'

/** Returns the plan of a union: the most cautious plan that covers every branch. */
function planOfAny(schemas: readonly TSchema[]): TextPlan {
  const plans = schemas.map(textPlan).filter(({ kind }) => kind !== 'keep')
  if (plans.length < 2) return plans[0] ?? keep
  return plans.every(({ kind }) => kind === 'text') ? text : foreign
}

/** Finds members that describe another member: `payload_encoding` and `payload_truncated` describe `payload`. */
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
 * Derives the plan from a schema.
 * @param schema schema of an answer or a part of one; values that it does not describe count as foreign.
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
