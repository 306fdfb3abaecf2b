/**
 * The body of `POST /batch/scrape`: every rule checked, all problems told at once, the rest
 * normalised into the job input and the list of URLs.
 */
import { createHash } from 'node:crypto'
import { jobLimits, requestLimits } from '../config/limits.ts'
import { batchOwnFields, batchRequestSchema, batchSpellings, type BatchRequest } from './batch-schema.ts'
import { readBatchUrls, type ReadUrls } from './batch-urls.ts'
import type { BatchJobInput, PageBody } from './job-input.ts'
import { needsBrowser, type LaneOptions } from './job-lane.ts'
import { checkReceivers, commonInput, formatsOf, pageOptions, readBody, type JobIdentity } from './job-request.ts'
import { withoutExcess } from './list-bounds.ts'
import { refuseUnsupported } from './not-supported-yet.ts'
import { withoutNullFields } from './null-fields.ts'
import { wantedFormats, type WantedFormats } from './output-formats.ts'
import { readPageBody } from './page-body.ts'
import { pointerSegment, ProblemList } from './problem-list.ts'
import type { FieldProblem } from './problems.ts'
import { canonicalFields, refuseClashes } from './scrape-options.ts'
import { checkScrapeOptions } from './scrape-rules.ts'
import { unknownFieldRule } from './spelling.ts'
import { withoutFragment, type UrlPolicy } from './url-rules.ts'
import { compileSchema } from './validate.ts'

/** `urlsJson` is the list as it is stored, `BatchUrls` as JSON: it is large, and so written once. */
export type BatchRequestResult =
  | { ok: true; input: BatchJobInput; urlsJson: string }
  | { ok: false; errors: FieldProblem[] }

const checkSchema = compileSchema(batchRequestSchema)

const ownFields = new Set(batchOwnFields)
const spellings = new Map([...batchSpellings, ...batchOwnFields.map((name) => [name, name] as const)])
const knownFields = ['urls', ...spellings.keys()]

/** Page options stand at the top of the body, in camelCase. */
const topPointers: readonly (readonly [canonical: string, written: string])[] = [
  ['/scrape', ''],
  ...[...batchSpellings].toReversed().map(([spelling, name]) => [`/scrape/${name}`, `/${spelling}`] as const),
]

/** Every bad URL is told, and no fewer other problems than of any request. */
const problemsMax = jobLimits.limitPagesMax + requestLimits.fieldProblemsMax

/** The body under canonical names, page options inside `scrape`, and the list that knows their spelling. */
interface CanonicalBody {
  body: Record<string, unknown> & { scrape: Record<string, unknown> }
  list: ProblemList
}

/** Unknown fields are told and left out: as page options have other names here, no schema could. */
function canonicalBody(written: Record<string, unknown>): CanonicalBody {
  const names = Object.keys(written)
  const known = names.filter((name) => spellings.has(name)).map((name) => [name, written[name]] as const)
  const { fields, given, clashes } = canonicalFields(Object.fromEntries(known), spellings)
  const givenPointers = [...given].map(([name, spelling]) => [`/scrape/${name}`, `/${spelling}`] as const)
  const list = new ProblemList(new Map([...topPointers, ...givenPointers]), problemsMax)
  const unknown = names.filter((name) => name !== 'urls' && !spellings.has(name))
  for (const name of unknown.slice(0, requestLimits.fieldProblemsMax)) {
    list.addAsGiven(`/${pointerSegment(name)}`, 'unknown_field', unknownFieldRule(name, knownFields))
  }
  refuseClashes(clashes, '', list)
  const entries = Object.entries(fields)
  const own = Object.fromEntries(entries.filter(([name]) => ownFields.has(name)))
  const scrape = Object.fromEntries(entries.filter(([name]) => !ownFields.has(name)))
  const bounded = withoutExcess({ ...own, scrape }, batchRequestSchema, list)
  return { body: withoutNullFields(bounded, batchRequestSchema) as CanonicalBody['body'], list }
}

/** How many URLs the request allows itself; what is no limit is left to the schema. */
function limitOf({ limit }: Record<string, unknown>): number {
  const valid = typeof limit === 'number' && limit >= 1 && limit <= jobLimits.limitPagesMax
  return valid ? limit : jobLimits.limitPagesMax
}

function tagsOf(tag: string | string[] | undefined): string[] {
  if (tag === undefined) return []
  return typeof tag === 'string' ? [tag] : tag
}

interface ReadParts extends ReadUrls {
  urlsJson: string
  wanted: WantedFormats
  pageBody: PageBody | null
}

const jobInput = (request: BatchRequest, parts: ReadParts, identity: JobIdentity): BatchJobInput => ({
  ...commonInput(identity, request),
  kind: 'batch',
  url: withoutFragment(parts.first).href,
  output: formatsOf(parts.wanted, 'html'),
  page: pageOptions(request.scrape, parts.wanted, { method: request.method ?? 'GET', body: parts.pageBody }),
  lines: parts.urls.length,
  urlsSha256: createHash('sha256').update(parts.urlsJson).digest('hex'),
  tag: tagsOf(request.scrape.tag),
})

/** A browser goes to a page with GET. */
function checkBrowserMethod(
  { method, scrape }: Record<string, unknown> & { scrape: LaneOptions },
  wanted: WantedFormats,
  list: ProblemList,
): void {
  if (method === undefined || method === 'GET' || !needsBrowser(scrape, wanted)) return
  list.add('/method', 'invalid_combination', 'must be `GET` where pages need a browser', method)
}

/**
 * Reads the body of `POST /batch/scrape`.
 * @param given the parsed JSON, whatever it is.
 * @param policy address policy for the URLs and the webhook receiver; resolves nothing.
 * @returns the job input with all defaults filled in and the URLs as the caller wrote them, which
 *   are stored apart from it; or every problem of the request.
 */
export function readBatchRequest(given: unknown, identity: JobIdentity, policy: UrlPolicy): BatchRequestResult {
  const read = readBody(given)
  if (!read.ok) return read
  const { body, list } = canonicalBody(read.body)
  checkSchema(body, list)
  const readUrls = readBatchUrls(read.body['urls'], limitOf(body), policy, list)
  checkReceivers(body, policy, list)
  const wanted = wantedFormats(body['output'], '/output')
  const pageBody = readPageBody(body['method'], body['body'], list)
  checkScrapeOptions(body.scrape, wanted, list)
  checkBrowserMethod(body, wanted, list)
  if (!list.empty || readUrls === null) return { ok: false, errors: list.problems }

  const request = body as BatchRequest
  refuseUnsupported({ kind: 'batch', request, wanted }, list)
  if (!list.empty) return { ok: false, errors: list.problems }
  const urlsJson = JSON.stringify(readUrls.urls)
  return { ok: true, input: jobInput(request, { ...readUrls, urlsJson, wanted, pageBody }, identity), urlsJson }
}
