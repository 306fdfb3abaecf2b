/**
 * Quarantine of slices whose results make merging fail: they are first rebuilt from their segments; when that fails as
 * well, their pages fail. The stored objects are left in place for later investigation.
 */
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { SliceResult } from '@seine/shared/pages/slice-shapes.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { wayAfter } from '../faults/counted-attempts.ts'
import type { Lease } from './state/entry.ts'
import { rebuildToContinue } from './rebuilt-result.ts'
import { resultOfSlice, type FoundResult } from './slice-results.ts'

/** Error code of pages whose slice cannot be merged at all. */
export const unreadableCode = 'result_unreadable'

/** What replaces the result of a slice. */
type Substitute = 'segments' | 'failures'

export class Quarantine {
  readonly #slices: ReadonlyMap<number, Substitute>

  constructor(slices: ReadonlyMap<number, Substitute>) {
    this.#slices = slices
  }

  /** Returns the quarantine after one more failure of a slice; null when no substitute is left to try. */
  with(slice: number): Quarantine | null {
    const before = this.#slices.get(slice)
    if (before === 'failures') return null
    return new Quarantine(new Map([...this.#slices, [slice, before === undefined ? 'segments' : 'failures']]))
  }

  /**
   * Returns the quarantine after attempts that killed their worker. A slice that was being merged in several of them is
   * put aside alone. Deaths at another point may be due to any of the finished slices: after some, all are put aside.
   * @param finished slices that the advance may merge.
   * @param faults attempts that killed their worker or failed for an unknown reason.
   * @param deaths how many of them were merging which slice.
   * @throws ApplicationFailure (non-retryable) when each way has failed.
   */
  static after(finished: readonly number[], faults: number, deaths: ReadonlyMap<number, number>): Quarantine {
    const { faultyAttemptsPerWay: perWay } = temporalLimits
    const segments: number[] = []
    const failing: number[] = []
    let named = 0
    const marks = deaths.values().reduce((sum, times) => sum + times, 0)
    // Attempts that a shutdown or the fault of other work ended leave marks too, and are no faults of a slice.
    const excused = Math.max(0, marks - Math.max(0, faults - 1))
    for (const [slice, attempts] of deaths) {
      const times = Math.max(0, attempts - excused)
      // The first attempt leaves no mark. Deaths after all ways of a slice have been tried have another cause.
      named += Math.min(times, 3 * perWay - 1)
      if (times >= 2 * perWay - 1) failing.push(slice)
      else if (times >= perWay - 1) segments.push(slice)
    }
    const unnamed = Math.max(0, faults - named)
    const all = wayAfter(unnamed, Quarantine.#waysOf(finished), 'advanceFrontier')
    return new Quarantine(new Map([...every(segments, 'segments'), ...all.#slices, ...every(failing, 'failures')]))
  }

  /**
   * Returns the ways in which to merge finished slices when it is not known which of them kills the worker: as they are,
   * all from their segments, all as failures.
   */
  static #waysOf(finished: readonly number[]): readonly Quarantine[] {
    if (finished.length === 0) return [nothingQuarantined]
    const all = (substitute: Substitute) => new Quarantine(new Map(every(finished, substitute)))
    return [nothingQuarantined, all('segments'), all('failures')]
  }

  /** Returns the result to merge for a finished slice. @throws StoreUnavailableError */
  async resultOf(store: Store, job: JobRef, lease: Lease): Promise<FoundResult> {
    const fault = 'made merging fail'
    switch (this.#slices.get(lease.slice)) {
      case 'segments':
        return { result: await rebuildToContinue(store, job, lease), fault }
      case 'failures':
        return { result: failures(lease), fault }
      default:
        return await resultOfSlice(store, job, lease)
    }
  }
}

const every = (slices: readonly number[], substitute: Substitute) => slices.map((slice) => [slice, substitute] as const)

export const nothingQuarantined = new Quarantine(new Map())

function failures({ slice, seqs }: Lease): SliceResult {
  const message = 'the stored result of the page made the job fail and was left out'
  const outcomes = seqs.map((seq) => ({ seq, kind: 'failed' as const, code: unreadableCode, message }))
  return { slice, segments: [], urls: [], outcomes, hosts: [] }
}
