/**
 * Quarantine of slices whose results make merging fail: they are first rebuilt from their segments; when that fails as
 * well, their pages fail. The stored objects are left in place for later investigation.
 */
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { SliceResult } from '@seine/shared/pages/slice-shapes.ts'
import type { Lease } from './state/entry.ts'
import { rebuildResult } from './rebuilt-result.ts'
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
   * Returns the ways in which to merge finished slices when one of them, it is not known which, kills the worker: as
   * they are, all from their segments, all as failures.
   */
  static waysOf(finished: readonly number[]): readonly Quarantine[] {
    const all = (substitute: Substitute) => new Quarantine(new Map(finished.map((slice) => [slice, substitute])))
    return finished.length === 0 ? [nothingQuarantined] : [nothingQuarantined, all('segments'), all('failures')]
  }

  /** Returns the result to merge for a finished slice. @throws StoreUnavailableError */
  async resultOf(store: Store, job: JobRef, lease: Lease): Promise<FoundResult> {
    const fault = 'made merging fail'
    switch (this.#slices.get(lease.slice)) {
      case 'segments':
        return { result: await rebuildResult(store, job, lease), fault }
      case 'failures':
        return { result: failures(lease), fault }
      default:
        return await resultOfSlice(store, job, lease)
    }
  }
}

export const nothingQuarantined = new Quarantine(new Map())

function failures({ slice, seqs }: Lease): SliceResult {
  const message = 'the stored result of the page made the job fail and was left out'
  const outcomes = seqs.map((seq) => ({ seq, kind: 'failed' as const, code: unreadableCode, message }))
  return { slice, segments: [], urls: [], outcomes, hosts: [] }
}
