/** Tools that find pages: map and search. */
import { mapRequestSchema } from '@seine/shared/api/schemas/map-schema.ts'
import { mapResultSchema } from '@seine/shared/api/schemas/map-result.ts'
import { serpParameters } from '@seine/shared/api/requests/serp-query.ts'
import { serpRequestLimits } from '@seine/shared/config/serp-limits.ts'
import { serpResultSchema } from '@seine/shared/api/schemas/serp-result.ts'
import { Type } from 'typebox'
import { linksText, resultsText } from './page-text.ts'
import { factsOf, routeArguments, routeResult } from './route-result.ts'
import { brief, optionsObject, pick, readingArguments, resultObject, strictObject } from './tool-schemas.ts'
import type { Tool } from '../tool/tool.ts'

const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true }

const mapFields = mapRequestSchema.properties
const count = Type.Integer({ minimum: 0, description: 'Number of entries found.' })

const map: Tool = {
  name: 'map',
  title: 'List the URLs of a website',
  description:
    'Lists URLs of one website from its sitemaps and links, a line each with title and description where known. Fast: it does not read the pages. Use it to find the right page of a known site, with `search` to rank; to search the whole web use search, to read every page crawl_start.',
  input: strictObject({
    ...pick(mapFields, ['url']),
    ...brief(mapFields, { search: 'Words by which the links are ranked.' }),
    limit: Type.Optional({ ...mapFields.limit, default: 100 }),
    options: optionsObject(
      brief(mapFields, {
        sitemap: 'Whether sitemaps are read: as well, not at all, or alone.',
        includeSubdomains: 'Also URLs of subdomains.',
        ignoreQueryParameters: 'URLs that differ only in the query are one.',
        ignoreCache: 'Asks the site again.',
        timeout: 'Milliseconds.',
      }),
    ),
    ...readingArguments,
  }),
  output: resultObject({ ...pick(mapResultSchema.properties, ['success', 'truncated', 'warnings']), count }),
  hints: reading,
  async run(given, context) {
    const body = await routeResult(context, {
      method: 'POST',
      path: '/map',
      body: { limit: 100, ...routeArguments(given) },
    })
    const links = (body['links'] ?? []) as unknown[]
    const facts = { ...factsOf(body, ['success', 'truncated', 'warnings']), count: links.length }
    const more = body['truncated'] === true ? ' There are more: raise limit or give search.' : ''
    return { facts, words: `${links.length} URLs.${more}`, text: linksText(links) }
  },
}

const searchFacts = ['query', 'engine', 'page', 'warnings']

const search: Tool = {
  name: 'search',
  title: 'Search the web',
  description:
    'Asks a web search engine and returns title, URL and snippet of each result. Use it when no URL is known; read a result with scrape. Needs a search engine that the operator has configured.',
  input: strictObject({
    query: Type.String({ maxLength: serpRequestLimits.queryMaxCharacters, description: 'What to search for.' }),
    ...pick(serpParameters, ['num_results', 'page', 'time_range', 'country', 'language']),
    options: optionsObject(
      brief(serpParameters, {
        engine: 'Search engine.',
        safe_search: 'Filter of adult content.',
      }),
    ),
    ...readingArguments,
  }),
  output: resultObject({ ...pick(serpResultSchema.properties, searchFacts), count }),
  hints: { ...reading, idempotentHint: false },
  async run(given, context) {
    const query = new URLSearchParams(
      Object.entries(routeArguments(given)).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const body = await routeResult(context, { method: 'GET', path: `/serp?${query.toString()}` })
    const organic = (body['organic'] ?? []) as unknown[]
    const facts = { ...factsOf(body, searchFacts), count: organic.length }
    return { facts, words: `${organic.length} results.`, text: resultsText(organic) }
  },
}

export const siteTools: readonly Tool[] = [map, search]
