/**
 * Handles deterministic faults, which recur on every repetition: of a program, or of an object that cannot be read or
 * opened. Such work is repeated a few times and then done in a reduced way or given up, so that no job is retried for a
 * day.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import { SealError } from '@seine/shared/storage/sealing.ts'
import { ApplicationFailure } from '@temporalio/activity'
import { FrontierLostError } from './frontier-lost.ts'
import { ReportedFaults } from './reported-faults.ts'

/** True for a deterministic fault; false for one of the store, the network or a cancellation. */
export function isDeterministic(error: unknown): error is Error {
  if (error instanceof DamagedObjectError || error instanceof FrontierLostError) return true
  if (error instanceof PoisonedSliceError || error instanceof SealError) return true
  // A TypeError thrown by the network has the error of its socket as cause.
  const isFault = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
  return isFault && error.cause === undefined
}

/** A slice whose result makes merging fail. */
export class PoisonedSliceError extends Error {
  override readonly name = 'PoisonedSliceError'
  readonly slice: number

  constructor(slice: number, cause: Error) {
    super(`slice ${slice} cannot be merged: ${cause.name}: ${cause.message}`, { cause })
    this.slice = slice
  }
}

/** What the attempt at an activity adds to its work. */
export interface ActivityAttemptOptions {
  /** Pauses before each repetition, milliseconds; one fault more than there are pauses gives a way up. */
  pausesMs?: readonly number[] | undefined
  /**
   * Attempt at the activity, from 1: before `temporalLimits.sealAttempts`, a text that cannot be opened fails only the
   * attempt. @default every text that cannot be opened gives a way up
   */
  attempt?: number
  /** Faults that attempts at the activity have reported. @default none */
  reported?: Pick<ReportedFaults, 'report'>
}

export interface RepeatedFaultOptions<Way> extends ActivityAttemptOptions {
  /** Name of the activity, for the metric. */
  activity: string
  /** Returns the way to try after one has failed repeatedly; null gives the work up. */
  instead: (error: Error, way: Way) => Way | null
  /** Called for each way that is given up. */
  report?: (error: Error, way: Way) => void
}

/**
 * Runs work, repeats it after a deterministic fault, and switches to another way once the same fault has occurred three
 * times.
 * @param first the way to begin with.
 * @throws non-retryable ApplicationFailure named after the fault, when no way is left; SealError in the first attempts;
 *   every other fault of the work at once.
 */
export async function despiteFaults<Result, Way>(
  first: Way,
  work: (way: Way) => Promise<Result>,
  options: RepeatedFaultOptions<Way>,
): Promise<Result> {
  const { activity, instead, report, attempt = Infinity, reported = new ReportedFaults(activity) } = options
  const { pausesMs = temporalLimits.repeatedFaultPausesMs } = options
  let way = first
  let faults = new Map<string, number>()
  for (;;) {
    try {
      return await work(way)
    } catch (error) {
      if (!isDeterministic(error)) throw error
      // The keys of a process do not change, but another worker may have the key.
      const isSealed = error instanceof SealError
      if (isSealed && attempt < temporalLimits.sealAttempts) throw error
      const text = `${error.name}: ${error.message}`
      const times = (faults.get(text) ?? 0) + 1
      faults.set(text, times)
      const pauseMs = isSealed ? undefined : pausesMs[times - 1]
      if (pauseMs !== undefined) {
        await sleep(pauseMs)
        continue
      }
      reported.report(text)
      report?.(error, way)
      const next = instead(error, way)
      if (next === null) throw ApplicationFailure.create({ type: error.name, message: text, nonRetryable: true })
      way = next
      faults = new Map()
    }
  }
}
