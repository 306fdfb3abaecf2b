/**
 * The pages that the jobs of a tenant have finished within the last hour, from the notes of their pages. What a job has
 * noted is read once and kept, so that a report reads only what is new.
 */
import { serviceLimits } from './service-limits.ts'
import type { PageNotes } from '@seine/shared/jobs/page-notes.ts'
import type { ListedJob, StartedJobs } from '@seine/shared/jobs/started-jobs.ts'
import { inTurns } from '@seine/shared/lifecycle/in-turns.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { readRecord } from '@seine/shared/jobs/job-record.ts'
import { notesPrefix, numberOfNoteKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { LRUCache } from 'lru-cache'
import { PageMinutes } from './page-minutes.ts'

export interface RecentPagesPorts {
  objects: Pick<Store, 'listObjects' | 'getJson'>
  notes: PageNotes
  started: StartedJobs
}

/** Pages of the last hour. */
export interface RecentPages {
  minutes: PageMinutes
  /** False when there are more jobs, or more pages of a job, than are counted. */
  complete: boolean
}

/** What is known about the pages of a job. */
interface CountedJob {
  minutes: PageMinutes
  /** Number of the last counted note. */
  number: number
  complete: boolean
  readAtMs: number
  /** When a read last found pages. */
  grewAtMs: number
  /** When its record was last looked for. */
  askedAtMs: number
  /** Whether its job had ended some time before that read: there will be no more pages. */
  ended: boolean
}

/** Counts the recent pages of tenants. */
export class RecentPagesReader {
  readonly #ports: RecentPagesPorts
  readonly #jobs = new LRUCache<string, CountedJob>({ max: serviceLimits.jobsKept })
  /** Jobs that are being read: two reports must not count the same notes twice. */
  readonly #reads = new Map<string, Promise<CountedJob>>()
  /** Counts of tenants that are in progress: a report that gave up on one finds it again. */
  readonly #tenants = new Map<string, Promise<RecentPages>>()
  readonly #inTurns = inTurns(serviceLimits.jobsAtOnce)

  constructor(ports: RecentPagesPorts) {
    this.#ports = ports
  }

  /** Returns the recent pages of a tenant's jobs. @param nowMs epoch milliseconds. @throws StoreUnavailableError */
  async of(tenant: string, nowMs: number): Promise<RecentPages> {
    const counting =
      this.#tenants.get(tenant) ?? this.#ofTenant(tenant, nowMs).finally(() => this.#tenants.delete(tenant))
    this.#tenants.set(tenant, counting)
    return await counting
  }

  async #ofTenant(tenant: string, nowMs: number): Promise<RecentPages> {
    const { jobsMax: max, jobsStartedMs } = serviceLimits
    const range = { after: null, max: max + 1, notBeforeMs: nowMs - jobsStartedMs }
    const { jobs } = await this.#ports.started.newest(tenant, range)
    const minutes = new PageMinutes()
    let complete = jobs.length <= max
    await eachOf(jobs.slice(0, max), serviceLimits.jobsAtOnce, async ({ id }: ListedJob) => {
      const job = await this.#count({ tenant, id }, nowMs)
      minutes.join(job.minutes)
      complete &&= job.complete
    })
    return { minutes, complete }
  }

  async #count(job: JobRef, nowMs: number): Promise<CountedJob> {
    const name = `${job.tenant}/${job.id}`
    const known = this.#jobs.get(name)
    if (known !== undefined && isQuiet(known, nowMs)) {
      known.minutes.forget(nowMs - serviceLimits.windowMs)
      return known
    }
    const reading =
      this.#reads.get(name) ??
      this.#inTurns(async () => await this.#read(name, job, nowMs)).finally(() => this.#reads.delete(name))
    this.#reads.set(name, reading)
    return await reading
  }

  async #read(name: string, job: JobRef, nowMs: number): Promise<CountedJob> {
    const known = this.#jobs.get(name)
    // While pages come, the job has not ended.
    const silent = known === undefined || nowMs - known.grewAtMs > serviceLimits.endedAfterMs
    const asks = silent && nowMs - (known?.askedAtMs ?? -Infinity) >= serviceLimits.quietLookMs
    const ended = asks && (await this.#hasEnded(job, nowMs))
    const counted = known ?? (await this.#firstLook(job, nowMs))
    if (asks) counted.askedAtMs = nowMs
    for (;;) {
      const notes = await this.#ports.notes.read(job, counted.number, serviceLimits.notesAtOnce)
      counted.minutes.add(notes)
      counted.number += notes.length
      if (notes.length > 0) counted.grewAtMs = nowMs
      if (notes.length < serviceLimits.notesAtOnce) break
    }
    counted.minutes.forget(nowMs - serviceLimits.windowMs)
    counted.readAtMs = nowMs
    counted.ended = ended
    this.#jobs.set(name, counted)
    return counted
  }

  /**
   * Returns whether a job ended so long ago that nothing is still writing notes of it. Of incomplete results, missing
   * notes may be written when they are built again.
   */
  async #hasEnded(job: JobRef, nowMs: number): Promise<boolean> {
    const record = await readRecord(this.#ports.objects, job)
    if (record === null || record.incomplete === true) return false
    return nowMs - Date.parse(record.completedAt) > serviceLimits.endedAfterMs
  }

  /** Finds the first note that may be recent: the one of the first object that was written within the window. */
  async #firstLook(job: JobRef, nowMs: number): Promise<CountedJob> {
    const objects = await this.#ports.objects.listObjects(notesPrefix(job))
    const recent = objects.filter(({ lastModifiedMs }) => lastModifiedMs > nowMs - serviceLimits.windowMs)
    const read = recent.slice(-serviceLimits.noteObjectsMax)
    const next = read[0] ?? null
    // Without a recent object, later notes follow the last known one.
    const last = objects.at(-1)
    const number =
      next !== null ? numberOfNoteKey(next.key) - 1 : last === undefined ? 0 : numberOfNoteKey(last.key) - 1
    const complete = read.length === recent.length
    return {
      minutes: new PageMinutes(),
      number,
      complete,
      readAtMs: nowMs,
      grewAtMs: nowMs,
      askedAtMs: nowMs,
      ended: false,
    }
  }
}

/** Returns true for a job that has ended, or has had no new pages for a while and was read not long ago. */
const isQuiet = ({ readAtMs, grewAtMs, ended }: CountedJob, nowMs: number): boolean =>
  ended || (nowMs - grewAtMs > serviceLimits.quietAfterMs && nowMs - readAtMs < serviceLimits.quietLookMs)
