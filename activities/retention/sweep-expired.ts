/**
 * The `sweepExpired` activity: deletes jobs whose time has come, and what was kept for days. One call does a bounded part of the
 * work and says where the next one goes on; any call may be repeated.
 *
 * Finished jobs left a mark that is in order of time, so that finding those due costs one listing.
 * Folders of jobs that were never finished, or whose mark is lost, are found by looking at all.
 */
import type { FinalStatus } from '@seine/shared/api/job-input.ts'
import { jobLimits, retentionLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import {
  expiryKey,
  expiryPrefix,
  inputKey,
  jobPrefix,
  jobsPrefix,
  statusKey,
} from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { deleteJob } from './delete-job.ts'
import { sweepDays } from './sweep-days.ts'

/** Where a sweep goes on. */
export type SweepPlace =
  /** Marks of finished jobs; those done with are gone, so that the first ones are always next. */
  | { stage: 'marks' }
  /** Folders of jobs, after this one; null = from the first on. */
  | { stage: 'folders'; after: string | null }
  /** Folders of days. */
  | { stage: 'days' }

export interface SweepInput {
  place: SweepPlace
  /** Clock of the workflow, epoch milliseconds. */
  nowMs: number
}

export interface SweepResult {
  /** Jobs deleted by this call, or objects that were kept for days. */
  deleted: number
  /** Null when the sweep is over. */
  next: SweepPlace | null
}

export interface SweepDeps {
  store: Store
  retentionDays: number
}

/** @throws StoreUnavailableError, which Temporal retries. */
export async function sweepExpired({ store, retentionDays }: SweepDeps, call: SweepInput): Promise<SweepResult> {
  if (call.place.stage === 'marks') return await sweepMarks(store, call.nowMs)
  if (call.place.stage === 'folders') return await sweepFolders(store, call.place.after, call.nowMs, retentionDays)
  const { deleted, more } = await sweepDays(store, call.nowMs)
  return { deleted, next: more ? call.place : null }
}

async function sweepMarks(store: Store, nowMs: number): Promise<SweepResult> {
  const marks = await store.list(expiryPrefix, { max: retentionLimits.jobsPerCallMax })
  // A mark names an hour; it is due when that hour is over.
  const end = `${expiryPrefix}${new Date(nowMs).toISOString().slice(0, 13)}`
  const due = marks.filter((mark) => mark < end)
  const deleted = await countTrue(due, async (mark) => await sweepMark(store, mark, nowMs))
  const more = due.length === marks.length && marks.length === retentionLimits.jobsPerCallMax
  return { deleted, next: more ? { stage: 'marks' } : { stage: 'folders', after: null } }
}

/** Deletes the job of a mark, unless it has begun again under the same id. @returns false in that case. */
async function sweepMark(store: Store, mark: string, nowMs: number): Promise<boolean> {
  const jobId = mark.slice(mark.lastIndexOf('/') + 1)
  const status = await store.getJson<FinalStatus>(statusKey(jobId))
  const expired = status === null ? (await store.get(inputKey(jobId))) === null : hasExpired(status, nowMs)
  if (expired) await deleteJob(store, jobId)
  // Last: while the mark stands, whoever comes next goes on with what is left of the job.
  await store.delete(expired && status !== null ? [mark, expiryKey(jobId, status.expiresAt)] : [mark])
  return expired
}

const hasExpired = ({ expiresAt }: FinalStatus, nowMs: number): boolean => Date.parse(expiresAt) <= nowMs

async function sweepFolders(
  store: Store,
  after: string | null,
  nowMs: number,
  retentionDays: number,
): Promise<SweepResult> {
  const max = retentionLimits.foldersPerCallMax
  const folders = await store.listFolders(jobsPrefix, after === null ? { max } : { after, max })
  const oldestMs = nowMs - abandonedAfterMs(retentionDays)
  const deleted = await countTrue(folders, async (folder) => {
    const jobId = folder.slice(folder.lastIndexOf('/', folder.length - 2) + 1, -1)
    const abandoned = await isAbandoned(store, jobId, nowMs, oldestMs)
    if (abandoned) await deleteJob(store, jobId)
    return abandoned
  })
  const last = folders.at(-1)
  return {
    deleted,
    next: folders.length < max || last === undefined ? { stage: 'days' } : { stage: 'folders', after: last },
  }
}

/** A job has ended, one way or another, after its greatest budget and the time archives may take. */
const abandonedAfterMs = (retentionDays: number): number =>
  jobLimits.scheduleToCloseTimeoutSecsMax * 1_000 + temporalLimits.finaliseTimeoutMs + retentionDays * 86_400_000

async function isAbandoned(store: Store, jobId: string, nowMs: number, oldestMs: number): Promise<boolean> {
  const [first] = await store.listObjects(jobPrefix(jobId), { max: 1 })
  if (first === undefined || first.lastModifiedMs > oldestMs) return false
  const status = await store.getJson<FinalStatus>(statusKey(jobId))
  return status === null || hasExpired(status, nowMs)
}

/** Runs a test on all items, a few at once. @returns how often it was true. */
async function countTrue<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<number> {
  const waiting = items.values()
  let count = 0
  const work = async (): Promise<void> => {
    for (const item of waiting) if (await test(item)) count += 1
  }
  await Promise.all(Array.from({ length: retentionLimits.jobsInFlight }, work))
  return count
}
