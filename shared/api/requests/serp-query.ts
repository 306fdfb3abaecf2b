/** The parameters of `GET /serp`: checks every rule, reports all problems together, and fills in defaults. */
import { Type } from 'typebox'
import { serpRequestLimits } from '../../config/serp-limits.ts'
import { checkCountry } from '../rules/country-rule.ts'
import { ProblemList } from '../rules/problem-list.ts'
import type { FieldProblem } from '../schemas/problems.ts'
import { readerOf, type QueryResult } from '../rules/query-parameters.ts'
import { serpEngines, type SerpTask } from '../../tasks/scrape-task.ts'

const { queryMaxCharacters, resultsMax, resultsDefault, pageMax, languageMaxCharacters } = serpRequestLimits

const words = (description: string) => Type.Optional(Type.String({ maxLength: queryMaxCharacters, description }))

/** Schemas of the parameters, as callers write them. */
export const serpParameters = {
  query: words(`What to search for, at most ${queryMaxCharacters} characters. Required, here or as \`q\`.`),
  q: words('The same as `query`; give one of them.'),
  engine: Type.Optional(
    Type.Enum([...serpEngines], { default: 'google', description: 'The search engine whose results are wanted.' }),
  ),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Za-z]{2}$', description: 'Where to search from, ISO 3166-1 alpha-2.' }),
  ),
  language: Type.Optional(
    Type.String({
      maxLength: languageMaxCharacters,
      description: 'Language of results and page, BCP 47, such as `de` or `pt-BR`.',
    }),
  ),
  num_results: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: resultsMax,
      default: resultsDefault,
      description: 'Maximum number of results of this page.',
    }),
  ),
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: pageMax, default: 1, description: 'Counted in pages of `num_results`.' }),
  ),
  safe_search: Type.Optional(
    Type.Enum(['off', 'moderate', 'strict', 'true', 'false'], {
      default: 'moderate',
      description: '`true` is `strict`, `false` is `off`.',
    }),
  ),
  time_range: Type.Optional(
    Type.Enum(['d', 'w', 'm', 'y'], { description: 'Only results from the last day, week, month or year.' }),
  ),
  device: Type.Optional(
    Type.Enum(['desktop', 'mobile'], { default: 'desktop', description: 'The kind of device that results are for.' }),
  ),
  mode: Type.Optional(
    Type.Enum(['fast', 'full'], {
      default: 'full',
      description:
        '`fast`: one page of the first back-end that is not suspended, without a browser; `full`: other back-ends, further pages and a browser as needed.',
    }),
  ),
}

const read = readerOf(serpParameters)

/** Returns the canonical form of a language tag; null when the tag is malformed. */
function canonical(language: string): string | null {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? null
  } catch {
    return null
  }
}

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Returns true for a known language: `english` is well-formed as a tag, but no search engine knows it. */
function isLanguage(tag: string): boolean {
  const [base = ''] = tag.split('-', 1)
  return base !== 'und' && languages.of(base) !== undefined
}

const safeSearchOf = {
  off: 'off',
  moderate: 'moderate',
  strict: 'strict',
  true: 'strict',
  false: 'off',
} as const satisfies Record<string, SerpTask['safeSearch']>

/**
 * Validates the parameters.
 * @param search the query of the request's URL, decoded.
 * @returns a valid search, or every problem of the query.
 */
export function readSerpQuery(search: URLSearchParams): QueryResult<Omit<SerpTask, 'tenant'>> {
  const result = read(search)
  const list = new ProblemList()
  // Problems that the schema cannot detect are reported together with the others.
  const query = checkedQuery(search, list)
  const country = checkedCountry(search.get('country'), list)
  const language = checkedLanguage(search.get('language'), list)
  if (!result.ok || !list.empty) return { ok: false, errors: merged(result.ok ? [] : result.errors, list.problems) }
  const given = result.query
  return {
    ok: true,
    query: {
      query,
      engine: given.engine ?? 'google',
      country,
      language,
      numResults: given.num_results ?? resultsDefault,
      page: given.page ?? 1,
      safeSearch: safeSearchOf[given.safe_search ?? 'moderate'],
      timeRange: given.time_range ?? null,
      device: given.device ?? 'desktop',
      mode: given.mode ?? 'full',
    },
  }
}

/** Joins the problems, without those of a parameter that the schema already reports. */
function merged(bySchema: FieldProblem[], others: readonly FieldProblem[]): FieldProblem[] {
  const reported = new Set(bySchema.map(({ pointer }) => pointer))
  return [...bySchema, ...others.filter(({ pointer }) => !reported.has(pointer))]
}

function checkedQuery(search: URLSearchParams, list: ProblemList): string {
  const query = search.get('query')
  const alias = search.get('q')
  if (query !== null && alias !== null) {
    list.add('/query/q', 'invalid_combination', 'is the same as `query`: give one of them')
  }
  const text = (query ?? alias ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  if (query === null && alias === null) list.add('/query/query', 'validation_failed', 'is required')
  else if (text === '') list.add(query === null ? '/query/q' : '/query/query', 'validation_failed', 'must not be blank')
  return text
}

function checkedCountry(country: string | null, list: ProblemList): string | null {
  if (country === null) return null
  checkCountry(country, '/query/country', list)
  return country.toUpperCase()
}

function checkedLanguage(text: string | null, list: ProblemList): string | null {
  if (text === null || text.length > languageMaxCharacters) return null
  const tag = canonical(text)
  const language = tag !== null && isLanguage(tag) ? tag : null
  if (language === null) list.add('/query/language', 'validation_failed', 'must be a language tag of BCP 47', text)
  return language
}
