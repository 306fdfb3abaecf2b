/**
 * Query parameters: the schemas of those that several routes take, and their reader.
 *
 * A problem with the parameter `limit` has the pointer `/query/limit`, as if the body contained the parameters in a
 * member `query`; no body has such a member.
 */
import { Type, type Static, type TSchema } from 'typebox'
import { requestLimits } from '../../config/api-limits.ts'
import { jobFormats, type JobFormat } from '../../tasks/formats.ts'
import { deliveryStates, type DeliveryTry } from '../schemas/delivery-schema.ts'
import { jobListKinds, jobListStatuses } from '../schemas/job-list-schema.ts'
import { ledgerStates, type LedgerUrlState } from '../schemas/list-schema.ts'
import { problemSegment, ProblemList } from './problem-list.ts'
import type { FieldProblem } from '../schemas/problems.ts'
import { compileSchema } from './validate.ts'

/** Parameters of every list. */
export const pageParameters = {
  cursor: Type.Optional(
    Type.String({
      pattern: `^[!-~]{1,${requestLimits.cursorMaxCharacters}}$`,
      description: '`next_cursor` of the previous page.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: requestLimits.listPageMax,
      default: requestLimits.listPageDefault,
      description: 'Maximum number of entries of this page.',
    }),
  ),
}

/** Parameters of the ledger of a job. */
export const ledgerParameters = {
  state: Type.Optional(Type.Enum([...ledgerStates], { description: 'Only URLs in this state.' })),
  ...pageParameters,
}

/** Parameters of the list of jobs. */
export const jobListParameters = {
  kind: Type.Optional(Type.Enum([...jobListKinds], { description: 'Only jobs of this kind.' })),
  status: Type.Optional(Type.Enum([...jobListStatuses], { description: 'Only jobs with this status.' })),
  tag: Type.Optional(Type.String({ minLength: 1, description: 'Only jobs with this label.' })),
  created_after: Type.Optional(
    Type.String({
      pattern: String.raw`^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$`,
      description: 'Only jobs created at this time or later: a date, or a date with time and zone, ISO 8601.',
    }),
  ),
  cursor: pageParameters.cursor,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: requestLimits.jobListMax,
      default: requestLimits.jobListDefault,
      description: 'Maximum number of jobs.',
    }),
  ),
}

/** Value of `output` for a list of pages without their results. */
const noResults = 'none'

/** Parameters of the pages of a job. */
export const jobPagesParameters = {
  cursor: pageParameters.cursor,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: requestLimits.pagesMax,
      default: requestLimits.pagesDefault,
      description: 'Maximum number of pages; a reply that would be larger than 10 MiB has fewer.',
    }),
  ),
  output: Type.Optional(
    Type.Array(Type.Enum([...jobFormats, noResults]), {
      minItems: 1,
      maxItems: jobFormats.length,
      description:
        'Formats of the job to return, separated by commas; by default all but screenshots. `none` alone returns pages without results.',
    }),
  ),
  attempts: Type.Optional(
    Type.Enum(['true', 'false'], { default: 'false', description: 'Whether to return the attempts at each page.' }),
  ),
}

/** Parameters of the delivery log of a job. */
export const deliveryParameters = {
  state: Type.Optional(Type.Enum([...deliveryStates], { description: 'Only tries with this outcome.' })),
  ...pageParameters,
}

/** Parameters of a retry. */
export const retryParameters = {
  codes: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z_]{1,64}$' }), {
      minItems: 1,
      maxItems: requestLimits.choicesMax,
      description: 'Only pages that failed with one of these error codes, separated by commas.',
    }),
  ),
}

export interface PageQuery {
  cursor: string | null
  limit: number
}

export interface LedgerQuery extends PageQuery {
  state: LedgerUrlState | null
}

export interface DeliveryQuery extends PageQuery {
  state: DeliveryTry['state'] | null
}

export interface JobListQuery extends PageQuery {
  kind: (typeof jobListKinds)[number] | null
  status: (typeof jobListStatuses)[number] | null
  tag: string | null
  /** Epoch milliseconds. */
  createdAfterMs: number | null
}

export interface JobPagesQuery extends PageQuery {
  /** Formats as requested; null: the default. */
  output: JobFormat[] | null
  attempts: boolean
}

export type QueryResult<Query> = { ok: true; query: Query } | { ok: false; errors: FieldProblem[] }

/** Reported for a well-formed cursor that is not valid for this list, or that belongs to another caller. */
export const cursorProblem: FieldProblem = {
  pointer: '/query/cursor',
  code: 'validation_failed',
  message: '`query.cursor` is not a cursor of this list',
}

const decimal = /^(?:0|[1-9]\d*)$/

/**
 * Converts decimal digits to a number when the schema expects one; other values stay text, for the schema to report.
 */
const valueOf = (text: string, schema: TSchema | undefined): unknown =>
  schema !== undefined && 'type' in schema && schema.type === 'integer' && decimal.test(text) ? Number(text) : text

/** Returns true for a parameter that may be given several times, or with several values separated by commas. */
const isList = (schema: TSchema | undefined): boolean =>
  schema !== undefined && 'type' in schema && schema.type === 'array'

type Reader<Values> = (search: URLSearchParams) => QueryResult<Values>

/** Compiles the reader of a route's parameters; absent parameters are undefined in its result. */
export function readerOf<Parameters extends Record<string, TSchema>>(
  parameters: Parameters,
): Reader<Static<ReturnType<typeof Type.Object<Parameters>>>> {
  const schema = Type.Object(parameters, { additionalProperties: false })
  const check = compileSchema(Type.Object({ query: schema }))
  return (search) => {
    const list = new ProblemList()
    const values = new Map<string, unknown>()
    for (const [name, text] of search) {
      const before = values.get(name)
      if (isList(parameters[name])) values.set(name, [...(Array.isArray(before) ? before : []), ...text.split(',')])
      else if (values.has(name)) list.add(`/query/${problemSegment(name)}`, 'validation_failed', 'must be given once')
      else values.set(name, valueOf(text, parameters[name]))
    }
    const query = Object.fromEntries(values)
    check({ query }, list)
    return list.empty ? { ok: true, query: query as Static<typeof schema> } : { ok: false, errors: list.problems }
  }
}

const readRetry = readerOf(retryParameters)
const readJobList = readerOf(jobListParameters)
const readJobPages = readerOf(jobPagesParameters)
const readPage = readerOf(pageParameters)
const readLedger = readerOf(ledgerParameters)
const readDelivery = readerOf(deliveryParameters)

const pageOf = ({ cursor, limit }: Partial<PageQuery>): PageQuery => ({
  cursor: cursor ?? null,
  limit: limit ?? requestLimits.listPageDefault,
})

/**
 * Validates the parameters of a list of jobs.
 * @param search the query of the request's URL, decoded.
 * @returns the parameters with defaults filled in, or every problem of the query.
 */
export function readPageQuery(search: URLSearchParams): QueryResult<PageQuery> {
  const result = readPage(search)
  return result.ok ? { ok: true, query: pageOf(result.query) } : result
}

/** Validates the parameters of a ledger; see `readPageQuery`. */
export function readLedgerQuery(search: URLSearchParams): QueryResult<LedgerQuery> {
  const result = readLedger(search)
  return result.ok ? { ok: true, query: { state: result.query.state ?? null, ...pageOf(result.query) } } : result
}

/** Validates the parameters of the list of jobs; see `readPageQuery`. */
export function readJobListQuery(search: URLSearchParams): QueryResult<JobListQuery> {
  const result = readJobList(search)
  if (!result.ok) return result
  const { kind = null, status = null, tag = null, created_after: after, cursor = null, limit } = result.query
  const createdAfterMs = after === undefined ? null : Date.parse(after)
  if (Number.isNaN(createdAfterMs)) {
    const message = '`query.created_after` must be a date and time as in ISO 8601'
    return { ok: false, errors: [{ pointer: '/query/created_after', code: 'validation_failed', message }] }
  }
  return {
    ok: true,
    query: { kind, status, tag, createdAfterMs, cursor, limit: limit ?? requestLimits.jobListDefault },
  }
}

/** Validates the parameters of the pages of a job; see `readPageQuery`. */
export function readJobPagesQuery(search: URLSearchParams): QueryResult<JobPagesQuery> {
  const result = readJobPages(search)
  if (!result.ok) return result
  const { cursor = null, limit = requestLimits.pagesDefault, output = null, attempts } = result.query
  const formats = output?.filter((format) => format !== noResults) ?? null
  if (output !== null && formats !== null && formats.length > 0 && formats.length < output.length) {
    const message = '`query.output` must be `none` alone, or formats of the job'
    return { ok: false, errors: [{ pointer: '/query/output', code: 'validation_failed', message }] }
  }
  return { ok: true, query: { cursor, limit, output: formats, attempts: attempts === 'true' } }
}

/** Validates the parameters of a delivery log; see `readPageQuery`. */
export function readDeliveryQuery(search: URLSearchParams): QueryResult<DeliveryQuery> {
  const result = readDelivery(search)
  return result.ok ? { ok: true, query: { state: result.query.state ?? null, ...pageOf(result.query) } } : result
}

/** Validates the parameters of a retry; see `readPageQuery`. */
export function readRetryQuery(search: URLSearchParams): QueryResult<{ codes: string[] | null }> {
  const result = readRetry(search)
  return result.ok ? { ok: true, query: { codes: result.query.codes ?? null } } : result
}
