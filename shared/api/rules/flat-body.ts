/**
 * Bodies that have their page options at the top. They are validated with the page options under
 * canonical names inside `scrape`, where the rules of page options look for them.
 */
import { requestLimits } from '../../config/limits.ts'
import { withoutExcess } from './list-bounds.ts'
import { withoutNullFields } from './null-fields.ts'
import { pointerSegment, ProblemList } from './problem-list.ts'
import { canonicalFields, refuseClashes } from './scrape-options.ts'

/** What the body of an endpoint can have. */
export interface FlatShape {
  /** Of the body with its page options inside `scrape`. */
  schema: unknown
  /** Names of the fields that are no page options. */
  ownFields: ReadonlySet<string>
  /** Every accepted spelling of every field and the canonical name it stands for. */
  spellings: ReadonlyMap<string, string>
  /** Fields that are known and read elsewhere. */
  elsewhere?: ReadonlySet<string>
  /** Canonical pointer → pointer that is told of a field that was not given. */
  pointers?: readonly (readonly [canonical: string, written: string])[]
  /** What is wrong with a field that the endpoint does not have, as the end of a sentence. */
  unknownRule(name: string): string
  /** How many problems are told; default: as many as of any request. */
  problemsMax?: number
}

export interface FlatBody {
  body: Record<string, unknown> & { scrape: Record<string, unknown> }
  /** Knows how the caller spelled the fields. */
  list: ProblemList
}

/**
 * Sorts the fields of a body. Unknown ones are told and left out: as page options have other names
 * here, no schema could; so are fields in two spellings, and whatever is too large.
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
    list.addAsGiven(`/${pointerSegment(name)}`, 'unknown_field', shape.unknownRule(name))
  }
  refuseClashes(clashes, '', list)
  const entries = Object.entries(fields)
  const own = Object.fromEntries(entries.filter(([name]) => ownFields.has(name)))
  const scrape = Object.fromEntries(entries.filter(([name]) => !ownFields.has(name)))
  const bounded = withoutExcess({ ...own, scrape }, schema, list)
  return { body: withoutNullFields(bounded, schema) as FlatBody['body'], list }
}

/** The spellings of fields that have one each. */
export const plainSpellings = (names: readonly string[]): (readonly [spelling: string, name: string])[] =>
  names.map((name) => [name, name] as const)
