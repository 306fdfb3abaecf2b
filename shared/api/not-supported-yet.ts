/**
 * What the API describes and this version does not run yet. Such a request is validated in full and
 * then refused by name: an option is never accepted and quietly left out.
 */
import { jobFormats, type JobInput } from './job-input.ts'
import { needsBrowser, type LaneOptions } from './job-lane.ts'
import { isObject } from './json-object.ts'
import type { WantedFormats } from './output-formats.ts'
import type { ProblemList } from './problem-list.ts'

/** Page options that are honoured today in every lane, or ignored inside a job by definition. */
const supportedScrapeFields: Readonly<Record<JobInput['kind'], ReadonlySet<string>>> = {
  crawl: new Set(['only_main_content', 'timeout', 'output', 'url', 'method', 'body']),
  batch: new Set(['only_main_content', 'timeout', 'tag']),
}

/** Page options that a browser honours. */
const browserFields: ReadonlySet<string> = new Set([
  'js_render',
  'actions',
  'wait_selector',
  'wait_ms',
  'override_parameter',
  'geolocation',
  'proxy_strategy',
])

/** A valid request under canonical names and the formats it asks for. */
export interface ValidRequest {
  kind: JobInput['kind']
  request: { webhook?: unknown; email?: unknown; scrape?: LaneOptions }
  wanted: WantedFormats
}

/** One entry: where in a request the machinery is missing, as canonical pointers. */
type Missing = (valid: ValidRequest) => readonly string[]

/** What this version does with every page anyway: it renders none, waits for none and keeps none. */
const givenAnyway: Readonly<Record<string, unknown>> = {
  js_render: false,
  proxy_strategy: 'auto',
  wait_ms: 0,
  max_age: 0,
}

/** True for an option that needs no machinery because of its value. */
const asksForNothing = ([name, value]: [name: string, value: unknown]): boolean =>
  givenAnyway[name] === value || (Array.isArray(value) && value.length === 0)

/** The list. An entry leaves it when its machinery arrives. */
const missing: readonly Missing[] = [
  ({ request }) => (request.webhook === undefined ? [] : ['/webhook']),
  ({ request }) => (request.email === undefined ? [] : ['/email']),
  ({ wanted }) =>
    [...wanted].filter(([format]) => !jobFormats.some((known) => known === format)).map(([, pointer]) => pointer),
  ({ kind, request, wanted }) => {
    const options = request.scrape ?? {}
    const inBrowser = needsBrowser(options, wanted)
    const supported = (name: string): boolean =>
      supportedScrapeFields[kind].has(name) || (inBrowser && browserFields.has(name))
    return Object.entries(options)
      .filter((field) => !supported(field[0]) && !asksForNothing(field))
      .map(([name]) => `/scrape/${name}`)
  },
  // Jobs outlive the call, and headers may be secrets: they have to be sealed before they can be kept.
  ({ request, wanted }) => {
    const { override_parameter: override } = (request.scrape ?? {}) as { override_parameter?: { headers?: object } }
    const asked = needsBrowser(request.scrape ?? {}, wanted) && isObject(override?.headers)
    return asked && Object.keys(override?.headers ?? {}).length > 0 ? ['/scrape/override_parameter/headers'] : []
  },
]

/** What is told of such a part. */
export const notSupportedRule = 'is described by the API but not supported by this version; leave it out'

/** Adds a `not_supported_yet` problem for every part of the request that cannot be run. */
export function refuseUnsupported(valid: ValidRequest, list: ProblemList): void {
  for (const pointer of missing.flatMap((entry) => entry(valid))) {
    list.add(pointer, 'not_supported_yet', notSupportedRule)
  }
}
