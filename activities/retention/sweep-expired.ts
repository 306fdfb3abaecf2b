/**
 * The `sweepExpired` activity: deletes jobs whose time has come, tickets of jobs that cannot be running
 * any more, what was kept for days, and what sessions have left. One call does a bounded part of the work and says where the
 * next one goes on; any call may be repeated.
 *
 * Finished jobs left a mark that is in order of time, so that finding those due costs one listing.
 * Folders of jobs that were never finished, or whose mark is lost, are found by looking at folders; each hour at
 * those of one group of jobs, so that every folder is looked at about once in eleven days.
 */
import type { FinalStatus } from '@seine/shared/tasks/job-input.ts'
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

/** Where a sweep goes on. */
export type SweepPlace =
  /** Marks of finished jobs; those done with are gone, so that the first ones are always next. */
  | { stage: 'marks' }
  /** Tickets of running jobs, after this one; null = from the first on. */
  | { stage: 'tickets'; after: string | null }
  /**
   * Folders of the jobs of a group, tenant after tenant, after this one; null = from the first on.
   * Without a group, that of the hour.
   */
  | { stage: 'folders'; after: string | null; group?: number }
  /** Folders of days. */
  | { stage: 'days' }
  /** Folders of sessions, tenant after tenant, after this one; null = from the first on. */
  | { stage: 'sessions'; after: string | null }

export interface SweepInput {
  place: SweepPlace
  /** Clock of the workflow, epoch milliseconds. */
  nowMs: number
}

export interface SweepResult {
  /** Jobs deleted by this call, or tickets, or objects that were kept for days, or folders of sessions. */
  deleted: number
  /** Null when the sweep is over. */
  next: SweepPlace | null
}

export interface SweepDeps {
  store: Store
  retentionDays: number
  /** Null where there are none. */
  sessions: { client: SessionsAlive } | null
}

/** @throws StoreUnavailableError, which Temporal retries. */
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
  const { deleted, more } = await sweepDays(store, call.nowMs)
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

/** Deletes the job of a mark, unless it has begun again under the same id. @returns false in that case. */
async function sweepMark(store: Store, mark: string, nowMs: number): Promise<boolean> {
  const job = jobOfMark(mark)
  const status = job === null ? null : await readRecord(store, job)
  const expired = job !== null && (status === null ? await isOver(store, job) : hasExpired(status, nowMs))
  if (expired) await deleteJob(store, job)
  // Last: while the mark stands, whoever comes next goes on with what is left of the job.
  await store.delete(expired && status !== null ? [mark, expiryKey(job, status.expiresAt)] : [mark])
  return expired
}

/** Of a job without a readable record: whether it had one, or was deleted in part, and has not begun again. */
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
  const oldestMs = nowMs - longestRunMs - retentionDays * 86_400_000
  const deleted = await countTrue(folders, async (folder) => {
    const job = jobOfFolder(folder)
    const abandoned = job !== null && (await isAbandoned(store, job, nowMs, oldestMs))
    if (abandoned) await deleteJob(store, job)
    return abandoned
  })
  return { deleted, next: last === null ? { stage: 'days' } : { stage: 'folders', after: last, group } }
}

/** The group of jobs whose folders are looked at in an hour. */
const groupOf = (nowMs: number): number => Math.floor(nowMs / retentionLimits.sweepIntervalMs) % jobGroups

async function isAbandoned(store: Store, job: JobRef, nowMs: number, oldestMs: number): Promise<boolean> {
  const [first] = await store.listObjects(jobPrefix(job), { max: 1 })
  if (first === undefined || first.lastModifiedMs > oldestMs) return false
  const status = await readRecord(store, job)
  return status === null || hasExpired(status, nowMs)
}
