/**
 * Counts, in the heartbeats of an activity, its attempts that killed their worker or failed for a reason that nothing
 * else handles. Temporal would repeat such an activity until its time is over; after a few such attempts it does its
 * work in a reduced way instead.
 */
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { JobInputLostError } from '@seine/shared/jobs/job-inputs.ts'
import { hasFaulted } from '@seine/shared/lifecycle/faults.ts'
import { SealError } from '@seine/shared/storage/sealing.ts'
import { StoreUnavailableError, storeAnswerOf } from '@seine/shared/storage/store-errors.ts'
import { ApplicationFailure } from '@temporalio/activity'
import type { ActivityAttemptMarks } from './attempt-marks.ts'
import { ReportedFaults } from './reported-faults.ts'
import { whileBeating } from './while-beating.ts'

/** Details of each heartbeat of a counted activity. */
export interface ActivityAttemptNote {
  /** Earlier attempts that died or failed for an unknown reason. */
  faults: number
  /**
   * True when this attempt does not count if it ends now: it waits, the store is away, its worker shuts down, or work
   * that has died before runs beside it.
   */
  isExcused: boolean
  /**
   * Consecutive attempts, this one included, beside which work that has died before ran; absent if none exist, and in
   * heartbeats of older releases.
   */
  excusedBeside?: number
  /** Repeated faults that the metric has counted; absent in heartbeats of older releases. */
  reported?: string[]
}

/** The part of Temporal's context that counting needs. */
export interface ActivityAttemptContext {
  info: { heartbeatDetails?: unknown; startToCloseTimeoutMs?: number; activityType: string }
  cancellationSignal: AbortSignal
  /** Set when the signal is aborted. */
  cancellationDetails?: { notFound: boolean; timedOut: boolean } | undefined
  heartbeat(note: ActivityAttemptNote): void
}

export interface CountedOptions {
  /** Interval between heartbeats, milliseconds. */
  intervalMs: number
  /** Runs the work of an activity that has failed before beside no other such work, so that one does not kill others. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Returns whether other work that has died before runs in this process.
   * @param own 1 while this activity is itself such work
   */
  hasSuspectsBeside: (own: 0 | 1) => boolean
  marks: ActivityAttemptMarks
}

/** Returns how many attempts before this one died or failed, according to their last heartbeat. */
export function faultsBefore(details: unknown): number {
  const { faults, isExcused } = (details ?? {}) as Partial<ActivityAttemptNote>
  // An attempt that never sent a heartbeat has not begun, or belongs to an older release.
  if (typeof faults !== 'number') return 0
  return isExcused === true ? faults : faults + 1
}

/** Returns how many consecutive attempts before this one had work that has died before beside them. */
function excusedBesideBefore(details: unknown): number {
  const { excusedBeside } = (details ?? {}) as Partial<ActivityAttemptNote>
  return typeof excusedBeside === 'number' ? excusedBeside : 0
}

/**
 * Returns the way in which to do the work after some faults: each way is tried `temporalLimits.faultyAttemptsPerWay`
 * times.
 * @param ways from the complete to the most reduced one.
 * @param activity name of the activity, for the message.
 * @throws ApplicationFailure (non-retryable) when each way has failed.
 */
export function wayAfter<Way>(faults: number, ways: readonly Way[], activity: string): Way {
  const at = Math.floor(faults / temporalLimits.faultyAttemptsPerWay)
  if (at < ways.length) return ways[at]!
  const message = `${activity} killed its worker or failed in ${faults} attempts`
  throw ApplicationFailure.create({ type: 'AttemptsFailedError', message, nonRetryable: true })
}

/**
 * Runs one attempt at an activity and sends heartbeats that count the attempts before it.
 * @param work gets the number of attempts that died or failed before, a signal of the cancellation, and the faults that
 *   attempts have reported.
 * @throws any error of the work.
 */
export async function countingAttempts<T>(
  context: ActivityAttemptContext,
  { intervalMs, alone, hasSuspectsBeside, marks }: CountedOptions,
  work: (faults: number, signal: AbortSignal, reported: ReportedFaults) => Promise<T>,
): Promise<T> {
  const { cancellationSignal: signal } = context
  const { startToCloseTimeoutMs = 0, heartbeatDetails, activityType } = context.info
  const faults = faultsBefore(heartbeatDetails)
  const reported = new ReportedFaults(activityType, ((heartbeatDetails ?? {}) as Partial<ActivityAttemptNote>).reported)
  const mark = async (): Promise<void> => await marks.add().catch(() => undefined)
  let beganMs: number | null = null
  let own: 0 | 1 = 0
  const besideBefore = excusedBesideBefore(heartbeatDetails)
  // A worker that shuts down because of an uncaught error may have it from this work.
  const leaves = (): boolean => signal.aborted && !hasFaulted()
  const isFree = (): boolean => beganMs === null || leaves()
  const note = (isExcused: boolean, excusedBeside = besideBefore): void =>
    context.heartbeat({
      faults,
      isExcused,
      ...(excusedBeside === 0 ? {} : { excusedBeside }),
      reported: reported.names(),
    })
  const beat = (isAway = false): void => {
    // An attempt excused for another reason says nothing about the work beside it, and leaves the number as it is.
    if (isAway || isFree()) return note(true)
    const isBeside = hasSuspectsBeside(own)
    note(isBeside && besideBefore < temporalLimits.excusedBesideMax, isBeside ? besideBefore + 1 : 0)
  }
  const begin = async (counted: number): Promise<T> => {
    beganMs = performance.now()
    const ways = Math.floor(counted / temporalLimits.faultyAttemptsPerWay)
    if (ways > 0) reported.report(`${ways} × ${temporalLimits.faultyAttemptsPerWay} attempts`)
    beat()
    return await work(counted, signal, reported)
  }
  const run = async (): Promise<T> => {
    if (faults === 0) return await begin(0)
    const counted = Math.max(0, faults - (await marks.count()))
    const suspect = async (): Promise<T> => {
      own = 1
      return await begin(counted)
    }
    const result = counted === 0 ? await begin(0) : await alone(suspect)
    // If Temporal is away, its timer of heartbeats ends this attempt as if it had died.
    await mark()
    return result
  }
  const onAbort = (): void => {
    beat()
    const { notFound = false, timedOut = false } = context.cancellationDetails ?? {}
    const usedUp = startToCloseTimeoutMs > 0 && performance.now() - (beganMs ?? Infinity) >= startToCloseTimeoutMs
    if (beganMs !== null && (notFound || timedOut) && !usedUp) void mark()
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await whileBeating(beat, intervalMs, run, () => beat(true))
  } catch (error) {
    // An error of the work is its own, whatever ran beside it.
    note(isAbsence(error) || isFree())
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/**
 * Returns true for an error that says that the store is away or being restored, or that this worker lacks a key, or that
 * was caused by one. A store that answers that its bucket does not exist is being restored too.
 */
function isAbsence(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StoreUnavailableError || cause instanceof JobInputLostError) return true
    if (cause instanceof SealError) return true
    if (storeAnswerOf(cause) !== null) return true
  }
  return false
}
