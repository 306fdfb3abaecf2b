/** `POST .../retry`: starts a new job with the failed pages of a finished one. */
import { storedUrlsOf } from '@seine/shared/api/requests/stored-urls.ts'
import { readRecord } from '@seine/shared/jobs/job-record.ts'
import type { LedgerPortion } from '@seine/activities/archive/ledger/ledger-reader.ts'
import type { LedgerLine } from '@seine/activities/archive/ledger/ledger.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { putBackSecrets, type JobSecrets } from '@seine/shared/jobs/job-secrets.ts'
import type { RetriedPages } from '@seine/shared/jobs/job-retry.ts'
import { isPageCode } from '@seine/shared/api/schemas/page-codes.ts'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import type { Sealing } from '@seine/shared/storage/sealing.ts'
import { ApiError, invalidRequest } from '../http/api-error.ts'
import { identityOf, startInput, type StartCaller, type StartedJob, type StartPorts } from './job-start.ts'
import { readJobAnew, type JobQuestion, type StatusPorts } from './job-status.ts'
import type { LedgerPorts } from './ledger-page.ts'
import { ownJob } from './own-job.ts'
import { readListPage } from './stored-list.ts'

export interface RetryPorts extends StartPorts, StatusPorts, LedgerPorts {}

const withoutPages = (job: string, lacks: string): ApiError =>
  new ApiError(
    'nothing_to_retry',
    `${job} has ${lacks} that lists the failed pages; POST …/finalise builds it from the stored data`,
  )

/**
 * Returns the record of a finished job.
 * @throws ApiError `job_not_found`; `job_not_finished` while its end has no record; `nothing_to_retry` when no data
 *   shows which pages failed.
 */
async function finished(question: JobQuestion, ports: RetryPorts): Promise<FinalStatus> {
  const final = await readRecord(ports.store, question)
  if (final !== null) {
    if (final.incomplete === true && final.ledgerChunks === 0) throw withoutPages('the job', 'no ledger')
    return final
  }
  const { status } = await readJobAnew(question, ports)
  throw status === 'running'
    ? new ApiError('job_not_finished', 'the job is still running; its failed pages can be retried once it has ended')
    : withoutPages(`the job is ${status} and`, 'no record')
}

/** Returns every failed page of a finished job, in ledger order. */
async function failedPages(question: JobQuestion, { ledger }: RetryPorts): Promise<LedgerLine[]> {
  const failed: LedgerLine[] = []
  for (let cursor: string | null = null; ;) {
    const reading = ledger.page(question, { state: 'failed', cursor, limit: archiveLimits.ledgerChunkLines })
    const page: LedgerPortion = await readListPage('a ledger', reading)
    failed.push(...page.lines)
    if (page.nextCursor === null) return failed
    cursor = page.nextCursor
  }
}

/**
 * Selects the pages that failed with one of the codes. @throws ApiError for a code that no page can have;
 * `nothing_to_retry`.
 */
function chosen(failed: readonly LedgerLine[], codes: readonly string[] | null): LedgerLine[] {
  const met = new Set(failed.map(({ reason }) => reason))
  const unknown = (codes ?? []).filter((code) => !met.has(code) && !isPageCode(code))
  if (unknown.length > 0) {
    const message = `\`query.codes\` contains values that are not error codes of pages: ${unknown.join(', ')}`
    throw invalidRequest([{ pointer: '/query/codes', code: 'validation_failed', message }])
  }
  const pages = codes === null ? failed : failed.filter(({ reason = '' }) => codes.includes(reason))
  if (pages.length > 0) return [...pages]
  const detail = codes === null ? 'no page of the job failed' : `no page of the job failed with ${codes.join(' or ')}`
  throw new ApiError('nothing_to_retry', detail)
}

/**
 * Returns the job's request with its secrets restored. @throws ApiError when they are sealed and no key is configured.
 */
function opened(input: JobInput, sealing: Sealing | null): JobInput {
  if (input.sealed === undefined) return input
  if (sealing === null) {
    throw new ApiError('not_configured', 'the job has sealed parts, and this service has no key: set SEINE_SEALING_KEY')
  }
  const { sealed, ...bare } = input
  return putBackSecrets(bare, JSON.parse(sealing.open(sealed, input.id)) as JobSecrets)
}

/** Builds the request of the new job and its list of pages. */
async function retryOf(
  before: JobInput,
  pages: readonly LedgerLine[],
  selection: Pick<NonNullable<JobInput['retry']>, 'of' | 'codes' | 'scopeUrl'>,
): Promise<Parameters<typeof startInput>[0]> {
  const retry = { ...selection, pages: pages.length }
  if (before.kind === 'crawl') {
    const retried: RetriedPages = pages.map(({ url, depth }) => ({ url, depth }))
    return { input: { ...before, retry }, urls: null, list: JSON.stringify(retried) }
  }
  const urls = pages.map(({ url }) => url)
  const { json: list, sha256: urlsSha256 } = await storedUrlsOf(urls)
  const lines = pages.length
  return { input: { ...before, url: new URL(pages[0]!.url).href, lines, urlsSha256, retry }, urls, list }
}

/**
 * Starts a job of the same kind and with the same options, including notice receivers, for the failed pages of a
 * finished job; it counts like any other start.
 * @param codes error codes of the pages; null: all failed pages.
 * @throws ApiError `job_not_found`, `job_not_finished`, `nothing_to_retry`, for an unknown code, and as `startJob`.
 */
export async function retryJob(
  question: JobQuestion,
  codes: string[] | null,
  caller: StartCaller,
  ports: RetryPorts,
): Promise<StartedJob> {
  const stored = await ownJob(question, ports.store)
  const final = await finished(question, ports)
  const pages = chosen(await failedPages(question, ports), codes)
  const { requestHash: _, sealedRequestHash: _sealed, watch: _watch, ...before } = opened(stored, ports.sealing)
  const identity = identityOf(question.kind, caller)
  const selection = { of: question.id, codes: codes?.toSorted() ?? null, scopeUrl: final.scopeUrl ?? stored.url }
  const started = await startInput(await retryOf({ ...before, ...identity }, pages, selection), caller, ports)
  return { ...started, accepted: { ...started.accepted, retryOf: question.id } }
}
