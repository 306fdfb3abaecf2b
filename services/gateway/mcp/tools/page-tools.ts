/** Tools that load one page: scrape, extract, network_capture. */
import { networkParameters, publishedNetworkSchema } from '@seine/shared/api/schemas/network-schema.ts'
import { networkResultSchema } from '@seine/shared/api/schemas/network-result.ts'
import { publishedScrapeBodySchema } from '@seine/shared/api/requests/scrape-body-schema.ts'
import { scrapeResultSchema } from '@seine/shared/api/schemas/scrape-result.ts'
import { Type } from 'typebox'
import { callsText, contentText } from './page-text.ts'
import { factsOf, routeArguments, routeResult } from './route-result.ts'
import { asInScrape, brief, optionsObject, pick, readingArguments, resultObject, strictObject } from './tool-schemas.ts'
import { ToolError } from '../tool/tool-error.ts'
import type { Tool } from '../tool/tool.ts'

const pageFields = publishedScrapeBodySchema.properties
const commonPageFields = ['proxy_strategy', 'geolocation', 'session_id', 'timeout', 'wait_ms']
const maxAgeWords = 'Takes a stored copy that is at most so old, seconds.'
const rarePageFields = ['method', 'actions', ...commonPageFields.filter((name) => name !== 'wait_ms')]

/** Loads from the open web and changes nothing. */
const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: true }

/** Members of an answer that results have, and what they are. */
const factWords = {
  url: 'The URL.',
  final_url: 'Where redirects ended.',
  status: 'HTTP status.',
  success: 'Whether it was loaded.',
  session_id: 'Session to go on with.',
  warnings: 'What to know about it.',
}
const pageFacts = Object.keys(factWords)

const titleOf = (body: Record<string, unknown>): string | null => {
  const title = (body['metadata'] as { title?: unknown } | undefined)?.title
  return typeof title === 'string' ? title.slice(0, 500) : null
}

const title = Type.Union([Type.String(), Type.Null()], { description: 'Title of the page.' })

const scrape: Tool = {
  name: 'scrape',
  title: 'Read a web page',
  description:
    'Loads one web page or document (HTML, PDF, office formats) and returns its content, Markdown by default. Use it when the URL is known and one page is enough. For many known URLs use batch_start, for a whole site crawl_start, to find URLs map or search. A long page continues with `cursor`.',
  input: strictObject({
    ...pick(pageFields, ['url']),
    output: Type.Optional({ ...pageFields.output, default: ['markdown'] }),
    ...pick(pageFields, ['only_main_content', 'js_render', 'wait_selector', 'wait_ms']),
    ...brief(pageFields, { max_age: maxAgeWords }),
    options: optionsObject({
      ...pick(pageFields, rarePageFields),
      ...brief(pageFields, {
        body: 'Body of a POST: an object is sent as JSON.',
        include_tags: 'Only elements that match these CSS selectors.',
        exclude_tags: 'Without elements that match these.',
      }),
    }),
    ...readingArguments,
  }),
  output: resultObject({ ...brief(scrapeResultSchema.properties, factWords), title }),
  hints: reading,
  async run(given, context) {
    const body = await routeResult(context, {
      method: 'POST',
      path: '/scrape',
      body: { output: ['markdown'], ...routeArguments(given) },
    })
    const facts = { ...factsOf(body, pageFacts), title: titleOf(body) }
    return { facts, words: `The page answered with status ${String(body['status'])}.`, text: contentText(body['data']) }
  },
}

const extract: Tool = {
  name: 'extract',
  title: 'Extract data from a web page',
  description:
    'Loads one web page and returns data of it as JSON, in the form of `schema`, a JSON Schema, or as `prompt` asks. Use it for fields such as prices or dates; to read a page use scrape. `prompt` needs a language model in the service; without one, give `schema` alone.',
  input: strictObject({
    ...pick(pageFields, ['url', 'schema']),
    prompt: Type.Optional({ ...pageFields.prompt, description: 'What to extract, in words.' }),
    ...pick(pageFields, ['js_render', 'wait_selector']),
    ...brief(pageFields, { max_age: maxAgeWords }),
    options: optionsObject(brief(pageFields, asInScrape(commonPageFields))),
    ...readingArguments,
  }),
  output: resultObject({ ...brief(scrapeResultSchema.properties, factWords), title }),
  hints: reading,
  async run(given, context) {
    const body = await routeResult(context, {
      method: 'POST',
      path: '/scrape',
      body: { ...routeArguments(given), output: ['json'] },
    })
    const facts = { ...factsOf(body, pageFacts), title: titleOf(body) }
    return { facts, words: 'The extracted data follows as JSON.', text: contentText(body['data']) }
  },
}

const captureFields = publishedNetworkSchema.properties

/** Returns the calls of the attempt that succeeded, or of the last one. */
function capturedCalls(body: Record<string, unknown>): unknown[] {
  const attempts = (body['attempts'] ?? []) as { index?: unknown; network_calls?: unknown[] }[]
  const won = attempts.find(({ index }) => index === body['winning_attempt']) ?? attempts.at(-1)
  return won?.network_calls ?? []
}

/** Returns the query that filters the calls. */
function filterQuery({ resource_type: types, url_pattern: pattern, host }: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const type of (types ?? []) as string[]) query.append('resource_type', type)
  if (typeof pattern === 'string') query.set('url_pattern', pattern)
  if (typeof host === 'string') query.set('host', host)
  return query.size === 0 ? '' : `?${query.toString()}`
}

const networkCapture: Tool = {
  name: 'network_capture',
  title: 'Record the requests of a web page',
  description:
    'Loads one web page in a browser and lists the API calls it makes (documents, XHR, fetch, WebSocket): a line each with index, method, status, type and URL. Use it to find the data source behind a page. Give `call_index` to get one of them with headers and bodies: the page is then loaded again, so narrow it with the same filters.',
  input: strictObject({
    ...pick(captureFields, ['url', 'wait_selector', 'wait_ms']),
    ...networkParameters,
    call_index: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Returns this call with headers and bodies instead of the list.' }),
    ),
    options: optionsObject({
      ...brief(captureFields, asInScrape(['geolocation', 'session_id', 'timeout'])),
      actions: Type.Optional(
        Type.Array(Type.Unknown(), {
          description: 'Steps in the browser before the end of the capture, as in scrape.',
        }),
      ),
    }),
    ...readingArguments,
  }),
  output: resultObject({
    ...brief(networkResultSchema.properties, factWords),
    calls: Type.Integer({ minimum: 0, description: 'Number of calls that match the filters.' }),
  }),
  hints: reading,
  async run(given, context) {
    const { resource_type, url_pattern, host, call_index: index, ...rest } = given
    const body = await routeResult(context, {
      method: 'POST',
      path: `/browser/network${filterQuery({ resource_type, url_pattern, host })}`,
      body: routeArguments(rest),
    })
    const calls = capturedCalls(body)
    const facts = { ...factsOf(body, pageFacts), calls: calls.length }
    if (typeof index !== 'number') {
      return { facts, words: `${calls.length} calls: index, method, status, type, URL.`, text: callsText(calls) }
    }
    const call = calls[index]
    if (call === undefined) {
      const next = 'Use an index of the list that the same arguments return without call_index.'
      throw new ToolError('call_not_found', `there are ${calls.length} calls, and call_index is ${index}`, next)
    }
    return { facts, words: `Call ${index} of ${calls.length}.`, text: JSON.stringify(call, null, 1) }
  },
}

export const pageTools: readonly Tool[] = [scrape, extract, networkCapture]
