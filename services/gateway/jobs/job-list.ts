/**
 * `GET /jobs`: all retained jobs of a tenant, newest first. Each start leaves a mark in the store whose key sorts by
 * time, so that a part of the list costs a bounded number of reads, however many jobs there are.
 */
import type { JobListQuery } from '@seine/shared/api/rules/query-parameters.ts'
import type { JobList, JobListEntry } from '@seine/shared/api/schemas/job-list-schema.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { cursorProblem } from '@seine/shared/api/rules/query-parameters.ts'
import type { ListedJob, StartedJobs } from '@seine/shared/jobs/started-jobs.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'
import { ApiError, invalidRequest } from '../http/api-error.ts'
import { runningStatuses } from '../engine/job-kinds.ts'
import { readJob, type JobQuestion, type StatusPorts } from './job-status.ts'
import type { JobView } from './status-body.ts'

export interface JobListPorts extends StatusPorts {
  /** The marks that starts of jobs have left. */
  started: StartedJobs
}

/** The kinds of jobs by the names that this list has for them. */
const kinds = { crawl: 'crawl', batch_scrape: 'batch' } as const
const namesOfKinds = { crawl: 'crawl', batch: 'batch_scrape' } as const

/**
 * Reads a part of the list. It may be shorter than its limit, or empty, and still have a successor.
 * @throws ApiError for a cursor of another list; StoreUnavailableError; JobEngineUnavailableError.
 */
export async function readJobList(
  tenant: string,
  query: JobListQuery,
  ports: JobListPorts,
): Promise<Omit<JobList, 'request_id'>> {
  const place = query.cursor === null ? null : placeOf(query.cursor)
  const max = gatewayLimits.jobListReadsMax
  const reading = ports.started.newest(tenant, { after: place, max, notBeforeMs: query.createdAfterMs })
  const { jobs, more } = await withinDeadline('reading the list of jobs', reading)
  const data: JobListEntry[] = []
  for (let from = 0; from < jobs.length; from += gatewayLimits.jobListReadsAtOnce) {
    const part = jobs.slice(from, from + gatewayLimits.jobListReadsAtOnce)
    const views = await eachOf(part, part.length, async (job) => await viewOf(job, tenant, query, ports))
    for (const [at, entry] of views.entries()) {
      if (entry !== null) data.push(entry)
      if (data.length < query.limit) continue
      const last = from + at + 1 === jobs.length && !more
      return { data, next_cursor: last ? null : cursorAfter(part[at]!) }
    }
  }
  const end = jobs.at(-1)
  return { data, next_cursor: more && end !== undefined ? cursorAfter(end) : null }
}

/** Returns the entry of a job; null when the query does not select it, or it has expired. */
async function viewOf(
  { kind, id }: ListedJob,
  tenant: string,
  query: JobListQuery,
  ports: JobListPorts,
): Promise<JobListEntry | null> {
  if (query.kind !== null && kinds[query.kind] !== kind) return null
  const question: JobQuestion = { kind, id, tenant }
  const known = ports.finished.listed(question)
  if (query.tag !== null && !(known?.tag ?? (await ports.labels.of(question))).includes(query.tag)) return null
  try {
    const entry = entryOf(question, known ?? (await readJob(question, ports)))
    return query.status === null || entry.status === query.status ? entry : null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'job_not_found') return null
    throw error
  }
}

function entryOf({ kind }: JobQuestion, view: JobView): JobListEntry {
  const { s3PresignedUrls: _links, partialS3PresignedUrls: _partial, status, ...rest } = view
  return { kind: namesOfKinds[kind], ...rest, status: status === 'running' ? runningStatuses[kind] : status }
}

const cursorAfter = ({ place }: ListedJob): string => Buffer.from(place).toString('base64url')

/** Returns the place of a cursor. @throws ApiError when it is not a cursor of this list. */
function placeOf(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString()
  if (/^\d{4}-\d\d-\d\d\/\d{13}~[a-z]+-[0-9a-f-]{36}$/.test(place)) return place
  throw invalidRequest([cursorProblem])
}
