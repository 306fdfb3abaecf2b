/**
 * What the API describes and this version does not run yet. Such a request is validated in full and
 * then refused by name: an option is never accepted and quietly left out.
 */
import type { CrawlRequest } from './crawl-schema.ts'
import { crawlFormats } from './job-input.ts'
import type { WantedFormats } from './output-formats.ts'
import type { ProblemList } from './problem-list.ts'

/** Page options that are honoured today, or ignored inside a job by definition. */
const supportedScrapeFields = new Set(['only_main_content', 'timeout', 'output', 'url', 'method', 'body'])

/** A valid crawl request and the formats it asks for. */
export interface ValidRequest {
  request: CrawlRequest
  wanted: WantedFormats
}

/** One entry: where in a request the machinery is missing, as canonical pointers. */
type Missing = (valid: ValidRequest) => readonly string[]

/** The list. An entry leaves it when its machinery arrives. */
const missing: readonly Missing[] = [
  ({ request }) => (request.webhook === undefined ? [] : ['/webhook']),
  ({ request }) => (request.email === undefined ? [] : ['/email']),
  ({ wanted }) =>
    [...wanted].filter(([format]) => !crawlFormats.some((known) => known === format)).map(([, pointer]) => pointer),
  ({ request }) =>
    Object.keys(request.scrape ?? {})
      .filter((name) => !supportedScrapeFields.has(name))
      .map((name) => `/scrape/${name}`),
]

/** Adds a `not_supported_yet` problem for every part of the request that cannot be run. */
export function refuseUnsupported(valid: ValidRequest, list: ProblemList): void {
  for (const pointer of missing.flatMap((entry) => entry(valid))) {
    list.add(pointer, 'not_supported_yet', 'is described by the API but not supported by this version; leave it out')
  }
}
