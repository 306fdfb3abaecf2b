/**
 * The spellings of page options: inside `scrape`, every field may be written in snake_case or camelCase, and the
 * session id also as `session`.
 */
import { Type, type TSchema } from 'typebox'
import type { ProblemList } from './problem-list.ts'
import { scrapeFields } from '../schemas/scrape-schema.ts'
import { camelCase } from './spelling.ts'

/** Every accepted spelling, mapped to its canonical name. */
export const scrapeSpellings: ReadonlyMap<string, string> = new Map([
  ...Object.keys(scrapeFields).flatMap((name) => [[name, name] as const, [camelCase(name), name] as const]),
  ['session', 'session_id'] as const,
])

/** The page options in all their spellings, as the API description shows them. */
export const publishedScrapeSchema = Type.Object(
  Object.fromEntries(
    [...scrapeSpellings].map(([spelling, name]) => [spelling, (scrapeFields as Record<string, TSchema>)[name]]),
  ) as Record<string, TSchema>,
  { additionalProperties: false, description: 'Page options, in snake_case or camelCase; each at most once.' },
)

/** Fields under canonical names. */
export interface CanonicalFields {
  fields: Record<string, unknown>
  /** Canonical names, mapped to the spelling that the caller used. */
  given: Map<string, string>
  /** Pairs of spellings of one field that were both given: the first one and the other. */
  clashes: [first: string, second: string][]
}

/**
 * Renames fields to their canonical names. Unknown names are kept, for the schema to report; `null` counts as absent.
 * @param spellings every accepted spelling, mapped to its canonical name.
 */
export function canonicalFields(
  written: Record<string, unknown>,
  spellings: ReadonlyMap<string, string>,
): CanonicalFields {
  const fields = new Map<string, unknown>()
  const given = new Map<string, string>()
  const clashes: CanonicalFields['clashes'] = []
  for (const [spelling, value] of Object.entries(written)) {
    const name = spellings.get(spelling)
    if (name === undefined) {
      fields.set(spelling, value)
    } else if (value !== null) {
      if (fields.has(name)) clashes.push([given.get(name) ?? name, spelling])
      else {
        fields.set(name, value)
        given.set(name, spelling)
      }
    }
  }
  return { fields: Object.fromEntries(fields), given, clashes }
}

/**
 * Reports fields that are given in two spellings.
 * @param parent pointer of the enclosing object, as the caller wrote it.
 */
export function refuseClashes(clashes: CanonicalFields['clashes'], parent: string, list: ProblemList): void {
  for (const [first, second] of clashes) {
    const rule = `is another spelling of \`${first}\`: give one of them`
    list.addAsGiven(`${parent}/${second}`, 'validation_failed', rule)
  }
}
