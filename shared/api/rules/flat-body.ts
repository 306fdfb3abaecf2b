/**
 * Bodies that have their page options at the top level. They are validated with the page options under canonical names
 * inside `scrape`, where the rules of page options expect them.
 */
import { requestLimits } from '../../config/api-limits.ts'
import { withoutExcess } from './list-bounds.ts'
import { withoutNullFields } from './null-fields.ts'
import { problemSegment, ProblemList } from './problem-list.ts'
import { canonicalFields, refuseClashes } from './scrape-options.ts'

/** Describes the body of an endpoint. */
export interface FlatShape {
  /** Schema of the body with its page options inside `scrape`. */
  schema: unknown
  /** Names of the fields that are not page options. */
  ownFields: ReadonlySet<string>
  /** Every accepted spelling of a field, mapped to its canonical name. */
  spellings: ReadonlyMap<string, string>
  /** Known fields that are not part of the result, because the endpoint reads them itself. */
  elsewhere?: ReadonlySet<string>
  /** Pairs of a canonical pointer and the pointer reported for a field that was not given. */
  pointers?: readonly (readonly [canonical: string, written: string])[]
  /** Returns the problem with a field that the endpoint does not have, as the end of a sentence. */
  unknownRule(name: string): string
  /**
   * Maximum number of reported problems.
   * @default as many as for any request
   */
  problemsMax?: number
}

export interface FlatBody {
  body: Record<string, unknown> & { scrape: Record<string, unknown> }
  /** Problem list that knows how the caller spelled the fields. */
  list: ProblemList
}

/**
 * Splits the fields of a body into its own fields and page options. Reports and drops unknown fields, which a schema
 * cannot detect because page options have other names here, second spellings of a field, and members of lists or maps
 * that are too large.
 */
export function flatBody(written: Record<string, unknown>, shape: FlatShape): FlatBody {
  const { schema, ownFields, spellings, elsewhere = new Set(), pointers = [] } = shape
  const names = Object.keys(written)
  const known = names.filter((name) => spellings.has(name)).map((name) => [name, written[name]] as const)
  const { fields, given, clashes } = canonicalFields(Object.fromEntries(known), spellings)
  const givenPointers = [...given]
    .filter(([name]) => !ownFields.has(name))
    .map(([name, spelling]) => [`/scrape/${name}`, `/${spelling}`] as const)
  const list = new ProblemList(new Map([['/scrape', ''], ...pointers, ...givenPointers]), shape.problemsMax)
  const unknown = names.filter((name) => !spellings.has(name) && !elsewhere.has(name))
  for (const name of unknown.slice(0, requestLimits.fieldProblemsMax)) {
    list.addAsGiven(`/${problemSegment(name)}`, 'unknown_field', shape.unknownRule(name))
  }
  refuseClashes(clashes, '', list)
  const entries = Object.entries(fields)
  const own = Object.fromEntries(entries.filter(([name]) => ownFields.has(name)))
  const scrape = Object.fromEntries(entries.filter(([name]) => !ownFields.has(name)))
  const bounded = withoutExcess({ ...own, scrape }, schema, list)
  return { body: withoutNullFields(bounded, schema) as FlatBody['body'], list }
}

/** Returns the spellings of fields that have only one spelling. */
export const plainSpellings = (names: readonly string[]): (readonly [spelling: string, name: string])[] =>
  names.map((name) => [name, name] as const)
