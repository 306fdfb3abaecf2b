/**
 * Counts, in the heartbeats of an activity, its attempts that killed their worker or failed for a reason that nothing
 * else handles. Temporal would repeat such an activity until its time is over; after a few such attempts it does its
 * work in a reduced way instead.
 */
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { JobInputLostError } from '@seine/shared/jobs/job-inputs.ts'
import { hasFaulted } from '@seine/shared/lifecycle/faults.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { ApplicationFailure } from '@temporalio/activity'
import type { AttemptMarks } from './attempt-marks.ts'
import { whileBeating } from './while-beating.ts'

/** Details of each heartbeat of a counted activity. */
export interface AttemptNote {
  /** Earlier attempts that died or failed for an unknown reason. */
  faults: number
  /** True when this attempt does not count if it ends now: it waits, the store is away, or its worker shuts down. */
  isExcused: boolean
}

/** The part of Temporal's context that counting needs. */
export interface AttemptContext {
  info: { heartbeatDetails?: unknown; startToCloseTimeoutMs?: number }
  cancellationSignal: AbortSignal
  /** Set when the signal is aborted. */
  cancellationDetails?: { notFound: boolean; timedOut: boolean } | undefined
  heartbeat(note: AttemptNote): void
}

export interface CountedOptions {
  /** Interval between heartbeats, milliseconds. */
  intervalMs: number
  /** Runs the work of an activity that has failed before beside no other such work, so that one does not kill others. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  marks: AttemptMarks
}

/** Returns how many attempts before this one died or failed, as their last heartbeat tells. */
export function faultsBefore(details: unknown): number {
  const { faults, isExcused } = (details ?? {}) as Partial<AttemptNote>
  // An attempt that never sent a heartbeat has not begun, or belongs to an older release.
  if (typeof faults !== 'number') return 0
  return isExcused === true ? faults : faults + 1
}

/**
 * Returns the way in which to do the work after some faults: each way is tried `temporalLimits.faultyAttemptsPerWay`
 * times.
 * @param ways from the complete to the most reduced one.
 * @param activity name of the activity, for metric and message.
 * @throws ApplicationFailure (non-retryable) when each way has failed.
 */
export function wayAfter<Way>(faults: number, ways: readonly Way[], activity: string): Way {
  const { faultyAttemptsPerWay } = temporalLimits
  if (faults > 0 && faults % faultyAttemptsPerWay === 0) metrics.repeatedFaults.inc({ activity })
  const at = Math.floor(faults / faultyAttemptsPerWay)
  if (at < ways.length) return ways[at]!
  const message = `${activity} killed its worker or failed in ${faults} attempts`
  throw ApplicationFailure.create({ type: 'AttemptsFailedError', message, nonRetryable: true })
}

/**
 * Runs one attempt at an activity and sends heartbeats that count the attempts before it.
 * @param work gets the number of attempts that died or failed before, and a signal of the cancellation.
 * @throws any error of the work.
 */
export async function countingAttempts<T>(
  context: AttemptContext,
  { intervalMs, alone, marks }: CountedOptions,
  work: (faults: number, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { cancellationSignal: signal } = context
  const { startToCloseTimeoutMs = 0 } = context.info
  const faults = faultsBefore(context.info.heartbeatDetails)
  const beganMs = performance.now()
  let isWorking = false
  // A worker that shuts down because of an uncaught error may have it from this work.
  const leaves = (): boolean => signal.aborted && !hasFaulted()
  const beat = (isAway = false): void => context.heartbeat({ faults, isExcused: isAway || !isWorking || leaves() })
  const begin = async (): Promise<T> => {
    // Read only when it matters, which is seldom.
    const outlived = faults < temporalLimits.faultyAttemptsPerWay ? 0 : await marks.count()
    isWorking = true
    beat()
    return await work(Math.max(0, faults - outlived), signal)
  }
  const onAbort = (): void => {
    beat()
    const { notFound = false, timedOut = false } = context.cancellationDetails ?? {}
    const usedUp = startToCloseTimeoutMs > 0 && performance.now() - beganMs >= startToCloseTimeoutMs
    if (isWorking && (notFound || timedOut) && !usedUp) void marks.add().catch(() => undefined)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const run = async (): Promise<T> => await (faults === 0 ? begin() : alone(begin))
    return await whileBeating(beat, intervalMs, run, () => beat(true))
  } catch (error) {
    beat(isAbsence(error))
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Returns true for an error that says that the store is away or being restored, or that was caused by one. */
function isAbsence(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StoreUnavailableError || cause instanceof JobInputLostError) return true
  }
  return false
}
