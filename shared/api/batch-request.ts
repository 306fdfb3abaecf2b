/**
 * The body of `POST /batch/scrape`: every rule checked, all problems told at once, the rest
 * normalised into the job input and the list of URLs.
 */
import { createHash } from 'node:crypto'
import { jobLimits } from '../config/limits.ts'
import { batchOwnFields, batchRequestSchema, batchSpellings, type BatchRequest } from './batch-schema.ts'
import { readBatchUrls, type ReadUrls } from './batch-urls.ts'
import type { BatchJobInput, BatchUrls, PageBody } from './job-input.ts'
import {
  checkReceivers,
  commonInput,
  isObject,
  jobFormats,
  nestingProblems,
  refusal,
  type JobIdentity,
} from './job-request.ts'
import { isLongerThan } from './json-size.ts'
import { withoutExcess } from './list-bounds.ts'
import { refuseUnsupported } from './not-supported-yet.ts'
import { withoutNullFields } from './null-fields.ts'
import { wantedFormats, type WantedFormats } from './output-formats.ts'
import { pointerSegment, ProblemList } from './problem-list.ts'
import type { FieldProblem } from './problems.ts'
import { canonicalOptions, refuseClashes } from './scrape-options.ts'
import { checkScrapeOptions } from './scrape-rules.ts'
import { unknownFieldRule } from './spelling.ts'
import { startUrlOf, type UrlPolicy } from './url-rules.ts'
import { compileSchema } from './validate.ts'

export type BatchRequestResult =
  | { ok: true; input: BatchJobInput; urls: BatchUrls }
  | { ok: false; errors: FieldProblem[] }

const checkSchema = compileSchema(batchRequestSchema)

const knownFields = ['urls', ...batchOwnFields, ...batchSpellings.keys()]
const spellings = new Map([...batchSpellings, ...batchOwnFields.map((name) => [name, name] as const)])

/** Page options stand at the top of the body, in camelCase. */
const pointers = new Map([
  ['/scrape', ''],
  ...[...batchSpellings].toReversed().map(([spelling, name]) => [`/scrape/${name}`, `/${spelling}`] as const),
])

/** The body under canonical names, page options inside `scrape`, and the list that knows their spelling. */
interface CanonicalBody {
  body: Record<string, unknown> & { scrape: Record<string, unknown> }
  list: ProblemList
}

function canonicalBody(fields: Record<string, unknown>): CanonicalBody {
  const { options, given, clashes } = canonicalOptions(fields, spellings)
  const list = new ProblemList(
    new Map([...pointers, ...[...given].map(([name, spelling]) => [`/scrape/${name}`, `/${spelling}`] as const)]),
  )
  refuseClashes(clashes, '', list)
  const own: Record<string, unknown> = {}
  const scrape: Record<string, unknown> = {}
  for (const [name, value] of options) {
    ;(batchOwnFields.includes(name) ? own : scrape)[name] = value
  }
  const bounded = withoutExcess({ ...own, scrape }, batchRequestSchema, list)
  return { body: withoutNullFields(bounded, batchRequestSchema) as CanonicalBody['body'], list }
}
