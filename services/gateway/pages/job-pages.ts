/** `GET` of the finished pages of a job, with their results, while it runs and after it has ended. */
import type { FinishedPages } from '@seine/activities/segments/pages/finished-pages.ts'
import type { JobPagesQuery } from '@seine/shared/api/rules/query-parameters.ts'
import type { JobPageDetail, JobPageEntry, JobPages } from '@seine/shared/api/schemas/job-page-schema.ts'
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import { cursorOf, positionOf } from '@seine/shared/jobs/ledger-cursor.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { jobFormats, isScreenshotFormat, type JobFormat } from '@seine/shared/tasks/formats.ts'
import { ApiError, invalidRequest } from '../http/api-error.ts'
import { EngineRefusedError, JobEngineUnavailableError } from '../engine/job-engine.ts'
import { readJobAnew, type JobQuestion, type StatusPorts } from '../jobs/job-status.ts'
import { ownJob } from '../jobs/own-job.ts'
import { readListPage } from '../jobs/stored-list.ts'
import { attemptsOf, fitted, pageEntry, pageFacts, type LinkTo } from '@seine/activities/segments/pages/page-entry.ts'
import { isWholeList, recordedPages } from './pages-end.ts'

export interface JobPagesPorts extends StatusPorts {
  pages: FinishedPages
}

/** Room for what surrounds the entries of a reply, bytes. */
const envelopeBytes = 4_096

/** Returns the formats to answer. @throws ApiError for a format that the job does not have. */
function formatsOf({ output }: JobInput, requested: readonly JobFormat[] | null): JobFormat[] {
  const absent = (requested ?? []).filter((format) => !output.includes(format))
  if (absent.length > 0) {
    const message = `\`query.output\`: this job does not have ${absent.join(', ')}; its formats are ${output.join(', ')}`
    throw invalidRequest([{ pointer: '/query/output', code: 'validation_failed', message }])
  }
  const wanted = requested ?? output.filter((format) => !isScreenshotFormat(format))
  return jobFormats.filter((format) => wanted.includes(format))
}

const linksTo =
  ({ store, linkLifetimeSecs }: StatusPorts): LinkTo =>
  (key) =>
    store.presign(key, 'screenshot.png', 'image/png', linkLifetimeSecs)

/** Cursors of the pages of a job differ from those of its other lists. */
const listOf = ({ id }: JobRef): string => `${id}/pages`

/** Entries that follow a position, as many as fit into a reply. */
interface Taken {
  entries: JobPageEntry[]
  /** True when no more pages have finished so far. */
  atEnd: boolean
}

/**
 * Reads a part of the finished pages of a job. A cursor stays valid at every gateway, also after the job has ended.
 * @throws ApiError for an id that is malformed, unknown, of another kind or another tenant's, for a cursor of another
 *   list and for a format that the job does not have; StoreUnavailableError; DamagedObjectError at a position whose
 *   pages cannot be read.
 */
export async function readJobPages(
  job: JobQuestion,
  query: JobPagesQuery,
  ports: JobPagesPorts,
): Promise<Omit<JobPages, 'request_id'>> {
  const formats = formatsOf(await ownJob(job, ports.store), query.output)
  const after = await readListPage('pages', positionIn(job, query.cursor))
  // In this order: a job with a record writes no more notes.
  const recorded = await recordedPages(ports.store, job)
  let taken = await take(job, after, { ...query, formats }, ports)
  let complete = false
  if (taken.atEnd && recorded !== null) {
    complete = isWholeList(job, after, taken.entries.length, recorded)
  } else if (taken.atEnd && taken.entries.length === 0 && (await hasClosed(job, ports))) {
    // Notes and the record may have been written between the reads.
    const recordedSince = (await recordedPages(ports.store, job)) ?? 0
    taken = await take(job, after, { ...query, formats }, ports)
    complete = taken.atEnd && isWholeList(job, after, taken.entries.length, recordedSince)
  }
  const next = after + taken.entries.length
  return { data: taken.entries, next_cursor: complete ? null : cursorOf(listOf(job), next), complete }
}

const positionIn = async (job: JobQuestion, cursor: string | null): Promise<number> =>
  await Promise.resolve(positionOf(listOf(job), cursor))

/** Returns whether a job without a record has ended nevertheless: a job that was terminated never gets one. */
async function hasClosed(job: JobQuestion, ports: JobPagesPorts): Promise<boolean> {
  try {
    const { status, completedAt } = await readJobAnew(job, ports)
    return status !== 'running' && completedAt !== null
  } catch (error) {
    // The pages need no workflow service; a later read states the end.
    if (error instanceof JobEngineUnavailableError || error instanceof EngineRefusedError) return false
    throw error
  }
}

async function take(
  job: JobQuestion,
  after: number,
  { limit, formats, attempts }: { limit: number; formats: readonly JobFormat[]; attempts: boolean },
  ports: JobPagesPorts,
): Promise<Taken> {
  const maxBytes = requestLimits.pagesReplyMaxBytes - envelopeBytes
  const entries: JobPageEntry[] = []
  let left = maxBytes
  const found = ports.pages.after(job, after, limit)
  for (;;) {
    const next = await withinDeadline('reading a page', found.next())
    if (next.done === true) return { entries, atEnd: entries.length < limit }
    const whole = await pageEntry(next.value, formats, linksTo(ports))
    const { entry, bytes } = fitted(attempts ? { ...whole, attempts: attemptsOf(next.value) } : whole, maxBytes)
    if (bytes + 1 > left) return { entries, atEnd: false }
    left -= bytes + 1
    entries.push(entry)
  }
}

/**
 * Reads one finished page with all formats of its job.
 * @param index of the page, as text.
 * @throws ApiError `job_not_found`, `page_not_found`; StoreUnavailableError.
 */
export async function readJobPage(
  job: JobQuestion,
  index: string,
  ports: JobPagesPorts,
): Promise<Omit<JobPageDetail, 'request_id'>> {
  const input = await ownJob(job, ports.store)
  const number = /^(?:0|[1-9]\d{0,8})$/.test(index) ? Number(index) : null
  const found = number === null ? null : await withinDeadline('reading a page', ports.pages.one(job, number))
  if (found === null) {
    throw new ApiError('page_not_found', 'this job has no finished page with this index')
  }
  const entry = await pageEntry(found, formatsOf(input, input.output), linksTo(ports))
  return { ...entry, attempts: attemptsOf(found), ...pageFacts(found) }
}
