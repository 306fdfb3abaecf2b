/**
 * `GET` of the running jobs of a tenant. The workflow service finds them in an index that handles few queries per
 * second, so one query serves all requests within the next second.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ActiveJobs } from '@seine/shared/api/schemas/list-schema.ts'
import type { PageQuery } from '@seine/shared/api/rules/query-parameters.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import { JobEngineUnavailableError, type JobEngine, type RunningJob } from '../engine/job-engine.ts'
import { runningStatuses } from '../engine/job-kinds.ts'
import { byPlace, cursorAfter, placeOf, type JobPlace } from '../engine/list-cursor.ts'
import { createdAtOf, limitOf, urlOf } from './status-body.ts'

/** The tenant and kind of the jobs in a list. */
export interface JobOwner {
  tenant: string
  kind: JobKind
}

/** The result of one query of the index. */
interface Window {
  /** Position where the query began; null: at the newest job. */
  from: JobPlace | null
  jobs: RunningJob[]
  /** True when no older jobs are running. */
  last: boolean
}

/** A query in progress or completed. */
interface Look {
  /** When it began, milliseconds of the monotonic clock. */
  beganMs: number
  window: Promise<Window>
}

/** Part of a list, and whether there may be more after it. */
interface Part {
  jobs: RunningJob[]
  more: boolean
}

const comesAfter = (job: JobPlace, place: JobPlace | null): boolean => place === null || byPlace(place, job) < 0

/** Returns the jobs after a position that a window contains; null when it does not contain the next one. */
function partOf({ from, jobs, last }: Window, place: JobPlace | null, limit: number): Part | null {
  if (from !== null && (place === null || comesAfter(from, place))) return null
  const after = jobs.filter((job) => comesAfter(job, place))
  if (after.length === 0 && !last) return null
  return { jobs: after.slice(0, limit), more: after.length > limit || !last }
}

const bodyOf = (kind: JobKind, { jobs, more }: Part): Omit<ActiveJobs, 'request_id'> => {
  const end = jobs.at(-1)
  const data = jobs.map(({ id, memo, startedAt }) => ({
    id,
    status: runningStatuses[kind],
    url: urlOf(memo),
    limit: limitOf(memo),
    createdAt: createdAtOf({ memo, startedAt }).toISOString(),
  }))
  return { data: data as ActiveJobs['data'], next_cursor: end === undefined || !more ? null : cursorAfter(end) }
}

export class ActiveJobsReader {
  readonly #engine: Pick<JobEngine, 'listRunning'>
  /** The newest query of each owner; the number of owners is bounded by the key file. */
  readonly #looks = new Map<string, Look>()

  constructor(engine: Pick<JobEngine, 'listRunning'>) {
    this.#engine = engine
  }

  /**
   * Returns one page of the list.
   * @throws ApiError for a cursor of another list; JobEngineUnavailableError, also when too many callers request different
   *   parts of a long list; EngineRefusedError.
   */
  async page(owner: JobOwner, { cursor, limit }: PageQuery): Promise<Omit<ActiveJobs, 'request_id'>> {
    const place = cursor === null ? null : placeOf(cursor, owner.kind)
    return bodyOf(owner.kind, await this.#find(owner, place, limit))
  }

  async #find(owner: JobOwner, place: JobPlace | null, limit: number): Promise<Part> {
    const key = JSON.stringify([owner.kind, owner.tenant])
    const until = performance.now() + gatewayLimits.activeReadWaitMaxMs
    for (;;) {
      const look = this.#looks.get(key)
      const dueMs = look === undefined ? 0 : look.beganMs + gatewayLimits.activeReadIntervalMs
      if (look === undefined || performance.now() >= dueMs) {
        const window = this.#look(owner, place)
        this.#looks.set(key, { beganMs: performance.now(), window })
        return partOf(await window, place, limit) ?? { jobs: [], more: false }
      }
      const part = partOf(await look.window, place, limit)
      if (part !== null) return part
      if (dueMs > until)
        throw new JobEngineUnavailableError('too many different parts of a list of jobs are being read')
      await sleep(Math.max(0, dueMs - performance.now()))
    }
  }

  async #look({ tenant, kind }: JobOwner, from: JobPlace | null): Promise<Window> {
    const max = gatewayLimits.activeReadJobsMax
    const jobs = await this.#engine.listRunning({ tenant, kind, startedUntil: from?.startedAt ?? null, max })
    // The index is queried by tenant name, but the memo decides which tenant owns a job.
    const own = jobs.filter(({ memo }) => memo['tenant'] === tenant).toSorted(byPlace)
    return { from, jobs: own, last: jobs.length < max }
  }
}
