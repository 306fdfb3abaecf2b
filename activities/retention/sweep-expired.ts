/**
 * The `sweepExpired` activity: deletes expired jobs, tickets of jobs that cannot be running any more, objects that were
 * kept for a number of days, and leftovers of sessions. One call does a bounded part of the work and returns where the
 * next one continues; any call may be repeated.
 *
 * Finished jobs leave a mark whose key sorts by time, so that finding the due ones costs one listing. Folders of jobs
 * that never finished, or whose mark is lost, are found by checking folders: each hour those of one group of jobs, so
 * that every folder is checked about once in eleven days.
 */
import { dayMs } from '@seine/shared/values/day-ms.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { retentionLimits } from '@seine/shared/config/limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { expiryKey, expiryPrefix, jobOfFolder, jobOfMark, jobPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { hasRecord, readRecord } from '@seine/shared/jobs/job-record.ts'
import { hasInput } from '@seine/shared/jobs/stored-input.ts'
import { countTrue } from './count-true.ts'
import { deleteJob } from './delete-job.ts'
import { foldersOfGroup, foldersOfTenants, jobGroups } from './job-folders.ts'
import { longestRunMs, sweepTickets } from './sweep-tickets.ts'
import { sweepDays } from './sweep-days.ts'
import { sweepSessions, type SessionsAlive } from './sweep-sessions.ts'

/** Where a sweep continues. */
export type SweepPlace =
  /** Marks of finished jobs; processed marks are deleted, so that the first ones are always next. */
  | { stage: 'marks' }
  /** Tickets of running jobs, after this one; null: from the first one. */
  | { stage: 'tickets'; after: string | null }
  /**
   * Job folders of a group, tenant by tenant, after this one; null: from the first one. Without a group: the group of
   * the current hour.
   */
  | { stage: 'folders'; after: string | null; group?: number }
  /** Folders named by day. */
  | { stage: 'days' }
  /** Folders of sessions, tenant by tenant, after this one; null: from the first one. */
  | { stage: 'sessions'; after: string | null }

export interface SweepInput {
  place: SweepPlace
  /** Clock of the workflow, epoch milliseconds. */
  nowMs: number
}

export interface SweepResult {
  /** Number of jobs, tickets, day objects or session folders deleted by this call. */
  deleted: number
  /** Null when the sweep is complete. */
  next: SweepPlace | null
}

export interface SweepDeps {
  store: Store
  retentionDays: number
  /** Null when the deployment has no sessions. */
  sessions: { client: SessionsAlive } | null
}

/** Does one bounded part of a sweep. @throws StoreUnavailableError, which Temporal retries. */
export async function sweepExpired(
  { store, retentionDays, sessions }: SweepDeps,
  call: SweepInput,
): Promise<SweepResult> {
  if (call.place.stage === 'marks') return await sweepMarks(store, call.nowMs)
  if (call.place.stage === 'tickets') {
    const { deleted, after } = await sweepTickets(store, call.place.after, call.nowMs)
    return { deleted, next: after === null ? { stage: 'folders', after } : { stage: 'tickets', after } }
  }
  if (call.place.stage === 'folders') return await sweepFolders(store, call.place, call.nowMs, retentionDays)
  if (call.place.stage === 'sessions') {
    if (sessions === null) return { deleted: 0, next: null }
    const { deleted, after } = await sweepSessions(store, sessions.client, call.place.after, call.nowMs)
    return { deleted, next: after === null ? null : { stage: 'sessions', after } }
  }
  const { deleted, more } = await sweepDays(store, call.nowMs, retentionDays + Math.ceil(longestRunMs / dayMs) + 1)
  return { deleted, next: more ? call.place : { stage: 'sessions', after: null } }
}

async function sweepMarks(store: Store, nowMs: number): Promise<SweepResult> {
  const marks = await store.list(expiryPrefix, { max: retentionLimits.jobsPerCallMax })
  // A mark names an hour; it is due when that hour is over.
  const end = `${expiryPrefix}${new Date(nowMs).toISOString().slice(0, 13)}`
  const due = marks.filter((mark) => mark < end)
  const deleted = await countTrue(due, async (mark) => await sweepMark(store, mark, nowMs))
  const more = due.length === marks.length && marks.length === retentionLimits.jobsPerCallMax
  return { deleted, next: more ? { stage: 'marks' } : { stage: 'tickets', after: null } }
}

/** Deletes the job of a mark, unless it has started again under the same id. @returns false in that case. */
async function sweepMark(store: Store, mark: string, nowMs: number): Promise<boolean> {
  const job = jobOfMark(mark)
  const status = job === null ? null : await readRecord(store, job)
  const expired = job !== null && (status === null ? await isOver(store, job) : hasExpired(status, nowMs))
  if (expired) await deleteJob(store, job)
  // Delete the mark last: while it exists, the next sweep continues with what is left of the job.
  await store.delete(expired && status !== null ? [mark, expiryKey(job, status.expiresAt)] : [mark])
  return expired
}

/** For a job without a readable record: returns whether it had one or was partly deleted, and has not started again. */
const isOver = async (store: Store, job: JobRef): Promise<boolean> =>
  (await hasRecord(store, job)) || !(await hasInput(store, job))

const hasExpired = ({ expiresAt }: FinalStatus, nowMs: number): boolean => Date.parse(expiresAt) <= nowMs

async function sweepFolders(
  store: Store,
  place: Extract<SweepPlace, { stage: 'folders' }>,
  nowMs: number,
  retentionDays: number,
): Promise<SweepResult> {
  const { after, group = groupOf(nowMs) } = place
  const { folders, after: last } = await foldersOfTenants(
    store,
    foldersOfGroup(group),
    after,
    retentionLimits.foldersPerCallMax,
  )
  const oldestMs = nowMs - longestRunMs - retentionDays * dayMs
  const deleted = await countTrue(folders, async (folder) => {
    const job = jobOfFolder(folder)
    const abandoned = job !== null && (await isAbandoned(store, job, nowMs, oldestMs))
    if (abandoned) await deleteJob(store, job)
    return abandoned
  })
  return { deleted, next: last === null ? { stage: 'days' } : { stage: 'folders', after: last, group } }
}

/** Returns the group of jobs whose folders are checked in the current hour. */
const groupOf = (nowMs: number): number => Math.floor(nowMs / retentionLimits.sweepIntervalMs) % jobGroups

async function isAbandoned(store: Store, job: JobRef, nowMs: number, oldestMs: number): Promise<boolean> {
  const [first] = await store.listObjects(jobPrefix(job), { max: 1 })
  if (first === undefined || first.lastModifiedMs > oldestMs) return false
  const status = await readRecord(store, job)
  return status === null || hasExpired(status, nowMs)
}
