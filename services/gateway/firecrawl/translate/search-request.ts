/** The body of a search as the query of ours, and the options for loading its results. */
import { serpRequestLimits } from '@seine/shared/config/serp-limits.ts'
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { Type } from 'typebox'
import { namePageFields, readScrapeOptions, scrapeOptionFields } from './scrape-options.ts'
import type { Translation } from './translation.ts'
import { anyValues, refuseLacking, wireBodyReader, type LackingOptions } from './wire-body.ts'

/** A translated search. */
export interface TranslatedSearch {
  query: URLSearchParams
  /** Page options in our form for loading each result; null: results are not loaded. */
  page: Record<string, unknown> | null
  /** Time for the whole call, milliseconds; null: no limit of the caller. */
  timeoutMs: number | null
}

const lacking: LackingOptions = {
  categories: '',
  includeDomains: 'write `site:` into the query',
  excludeDomains: 'write `-site:` into the query',
  location: 'use `country`',
  highlights: '',
  enterprise: '',
}

const readSearchBody = wireBodyReader({
  query: Type.String(),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: serpRequestLimits.resultsMax })),
  tbs: Type.Optional(Type.String()),
  country: Type.Optional(Type.String()),
  timeout: Type.Optional(Type.Integer({ minimum: 1_000 })),
  ignoreInvalidURLs: Type.Optional(Type.Boolean()),
  scrapeOptions: Type.Optional(Type.Object(scrapeOptionFields, { additionalProperties: false })),
  ...anyValues(['sources', ...Object.keys(lacking)]),
})

/** Returns our time range; null after reporting one that we do not have. */
function timeRangeOf(tbs: string, field: string, notes: Translation): string | null {
  const range = /^qdr:(?<range>[dwmy])$/.exec(tbs)?.groups?.['range']
  if (range === undefined) notes.lacks(field, 'only `qdr:d`, `qdr:w`, `qdr:m` and `qdr:y` are')
  return range ?? null
}

/** Checks that only web results are wanted. @returns `tbs` of the source. */
function readSources(given: unknown, notes: Translation): string | undefined {
  if (given === undefined) return undefined
  if (!Array.isArray(given)) {
    notes.bad('sources', 'must be a list')
    return undefined
  }
  let range: string | undefined
  for (const [index, source] of given.entries()) {
    const { type, tbs, ...other } = isObject(source) ? source : { type: source as unknown }
    const at = `sources[${index}]`
    if (typeof type !== 'string') notes.bad(at, 'must be the name of a source, or an object with a `type`')
    else if (type !== 'web') notes.lacks(at, `the source \`${type.slice(0, 100)}\``)
    if (typeof tbs === 'string') range = tbs
    for (const [name, value] of Object.entries(other)) if (value !== null) notes.lacks(`${at}.${name}`)
  }
  return range
}

/** Translates the body of a search. @returns null when it has problems. */
export function searchRequest(given: unknown, notes: Translation): TranslatedSearch | null {
  const body = readSearchBody(given, notes)
  if (body === null) return null
  refuseLacking(body, lacking, notes)
  const { query, limit, tbs, country, timeout, scrapeOptions, sources } = body
  const sourceRange = readSources(sources, notes)
  const page = isObject(scrapeOptions) ? readScrapeOptions(scrapeOptions, 'scrapeOptions.', notes) : null
  if (page !== null) namePageFields(page, notes, (name) => `/${name}`)
  const range = tbs ?? sourceRange
  const timeRange = typeof range === 'string' ? timeRangeOf(range, 'tbs', notes) : null
  if (!notes.ok) return null
  const parameters = new URLSearchParams({ query: String(query) })
  if (typeof limit === 'number') parameters.set('num_results', String(limit))
  if (timeRange !== null) parameters.set('time_range', timeRange)
  if (typeof country === 'string') parameters.set('country', country)
  for (const [name, field] of Object.entries({ query: 'query', num_results: 'limit', country: 'country' })) {
    notes.name(`/query/${name}`, field)
  }
  return { query: parameters, page: page?.fields ?? null, timeoutMs: typeof timeout === 'number' ? timeout : null }
}
