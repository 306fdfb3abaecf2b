/**
 * The spellings of page options: inside `scrape` every field may be written in snake_case or
 * camelCase, and the session has a third name.
 */
import { Type, type TSchema } from 'typebox'
import type { ProblemList } from './problem-list.ts'
import { scrapeFields } from '../schemas/scrape-schema.ts'
import { camelCase } from './spelling.ts'

/** Every accepted spelling and the canonical name it stands for. */
export const scrapeSpellings: ReadonlyMap<string, string> = new Map([
  ...Object.keys(scrapeFields).flatMap((name) => [[name, name] as const, [camelCase(name), name] as const]),
  ['session', 'session_id'] as const,
])

/** The same fields in all their spellings: what the API description shows. */
export const publishedScrapeSchema = Type.Object(
  Object.fromEntries(
    [...scrapeSpellings].map(([spelling, name]) => [spelling, (scrapeFields as Record<string, TSchema>)[name]]),
  ) as Record<string, TSchema>,
  { additionalProperties: false, description: 'Page options, in snake_case or camelCase; each at most once.' },
)

/** Fields under canonical names. */
export interface CanonicalFields {
  fields: Record<string, unknown>
  /** Canonical name → the spelling the caller used. */
  given: Map<string, string>
  /** Pairs of spellings of one field that both occur: the first seen and the other. */
  clashes: [first: string, second: string][]
}

/**
 * Renames fields to their canonical names. Unknown names pass through for the schema to refuse;
 * `null` counts as absent.
 * @param spellings every accepted spelling and the canonical name it stands for.
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
 * Tells of fields that are given in two spellings.
 * @param parent pointer of the object that has them, as the caller wrote it.
 */
export function refuseClashes(clashes: CanonicalFields['clashes'], parent: string, list: ProblemList): void {
  for (const [first, second] of clashes) {
    const rule = `is another spelling of \`${first}\`: give one of them`
    list.addAsGiven(`${parent}/${second}`, 'validation_failed', rule)
  }
}
