/**
 * The body of `POST /batch/scrape`: checks every rule, reports all problems together, and converts the rest to the job
 * input and the list of URLs.
 */
import { requestLimits } from '../../config/api-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import { batchOwnFields, batchRequestSchema, batchSpellings, type BatchRequest } from './batch-schema.ts'
import { storedUrlsOf, type StoredUrls } from './stored-urls.ts'
import { readBatchUrls, type ReadUrls } from './batch-urls.ts'
import { flatBody, plainSpellings, type FlatShape } from '../rules/flat-body.ts'
import type { PendingSchema } from '../output-schema/given-schema.ts'
import type { BatchJobInput, PageBody } from '../../tasks/job-input.ts'
import { checkReceivers, commonInput, type JobIdentity } from './common-input.ts'
import { formatsOf, pageOptions, tagsOf } from './page-options.ts'
import { readBody } from '../rules/request-body.ts'
import { wantedFormats, type WantedFormats } from '../rules/output-formats.ts'
import { readPageBody } from './page-body.ts'
import type { FieldProblem } from '../schemas/problems.ts'
import { checkBrowserMethod, checkScrapeOptions } from './scrape-rules.ts'
import { unknownFieldRule } from '../rules/spelling.ts'
import { pageUrl, type UrlPolicy } from '../rules/url-rules.ts'
import { compileSchema } from '../rules/validate.ts'

/**
 * `urls` are as the caller wrote them, `list` is as it is stored; it is large, and so written only once. `schema` still
 * has to be compiled, which takes too long for an event loop that serves requests.
 */
export type BatchRequestResult = { schema?: PendingSchema | null } & (
  | { ok: true; input: BatchJobInput; urls: string[]; list: StoredUrls }
  | { ok: false; errors: FieldProblem[] }
)

const checkSchema = compileSchema(batchRequestSchema)

const knownFields = ['urls', ...batchSpellings.keys(), ...batchOwnFields]

const shape: FlatShape = {
  schema: batchRequestSchema,
  ownFields: new Set(batchOwnFields),
  spellings: new Map([...batchSpellings, ...plainSpellings(batchOwnFields)]),
  elsewhere: new Set(['urls']),
  pointers: [...batchSpellings].toReversed().map(([spelling, name]) => [`/scrape/${name}`, `/${spelling}`] as const),
  unknownRule: (name) => unknownFieldRule(name, knownFields),
  // Leaves room for one problem per URL, and for as many other problems as for any request.
  problemsMax: jobLimits.limitPagesMax + requestLimits.fieldProblemsMax,
}

/** Returns how many URLs the request allows; an invalid `limit` is left for the schema to report. */
function limitOf({ limit }: Record<string, unknown>): number {
  const valid = typeof limit === 'number' && limit >= 1 && limit <= jobLimits.limitPagesMax
  return valid ? limit : jobLimits.limitPagesMax
}

interface ReadParts extends ReadUrls {
  stored: StoredUrls
  wanted: WantedFormats
  pageBody: PageBody | null
}

function jobInput(request: BatchRequest, parts: ReadParts, identity: JobIdentity): BatchJobInput {
  const { wanted, pageBody: body } = parts
  const page = pageOptions(request.scrape, wanted, { method: request.method ?? 'GET', body })
  return {
    ...commonInput(identity, request),
    kind: 'batch',
    url: pageUrl(parts.first, page.render).href,
    output: formatsOf(wanted, 'html'),
    page,
    lines: parts.urls.length,
    urlsSha256: parts.stored.sha256,
    tag: tagsOf(request.scrape.tag),
  }
}

/**
 * Validates the body of `POST /batch/scrape`, in turns of the event loop.
 * @param given the parsed JSON, of any type.
 * @param policy address policy for the URLs and the webhook receiver; does not resolve names.
 * @returns the job input with defaults filled in, and the URLs as the caller wrote them, which are stored separately;
 * or every problem of the request.
 */
export async function readBatchRequest(
  given: unknown,
  identity: JobIdentity,
  policy: UrlPolicy,
): Promise<BatchRequestResult> {
  const read = readBody(given)
  if (!read.ok) return read
  const { body, list } = flatBody(read.body, shape)
  checkSchema(body, list)
  const readUrls = await readBatchUrls(read.body['urls'], limitOf(body), policy, list)
  checkReceivers(body, policy, list)
  const wanted = wantedFormats(body['output'], '/output')
  const pageBody = readPageBody(body['method'], body['body'], list)
  const schema = checkScrapeOptions(body.scrape, wanted, list)
  checkBrowserMethod(body['method'], body.scrape, wanted, list)
  if (!list.empty || readUrls === null) return { ok: false, errors: list.problems, schema }

  const request = body as BatchRequest
  const stored = await storedUrlsOf(readUrls.urls)
  const input = jobInput(request, { ...readUrls, stored, wanted, pageBody }, identity)
  return { ok: true, input, urls: readUrls.urls, list: stored, schema }
}
