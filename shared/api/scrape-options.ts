/**
 * The spellings of page options: inside `scrape` every field may be written in snake_case or
 * camelCase, and the session has a third name.
 */
import { Type, type TSchema } from 'typebox'
import { scrapeFields } from './scrape-schema.ts'
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

/** Page options under canonical names. */
export interface CanonicalOptions {
  options: Record<string, unknown>
  /** Canonical name → the spelling the caller used, where they differ. */
  given: Map<string, string>
  /** Pairs of spellings of one field that both occur: the first seen and the other. */
  clashes: [first: string, second: string][]
}

/**
 * Renames page options to their canonical names. Unknown names pass through for the schema to
 * refuse; `null` counts as absent.
 */
export function canonicalOptions(scrape: Record<string, unknown>): CanonicalOptions {
  const options = new Map<string, unknown>()
  const given = new Map<string, string>()
  const clashes: CanonicalOptions['clashes'] = []
  for (const [spelling, value] of Object.entries(scrape)) {
    const name = scrapeSpellings.get(spelling)
    if (name === undefined) {
      options.set(spelling, value)
    } else if (value !== null) {
      if (options.has(name)) clashes.push([given.get(name) ?? name, spelling])
      else {
        options.set(name, value)
        if (spelling !== name) given.set(name, spelling)
      }
    }
  }
  return { options: Object.fromEntries(options), given, clashes }
}
