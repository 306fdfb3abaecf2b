/**
 * Slices whose results make merging fail: first they are rebuilt from their segments, and where that fails as well
 * their pages fail. What was stored stays where it is, for whoever looks into it.
 */
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { SliceResult } from '@seine/shared/pages/slice-shapes.ts'
import type { Lease } from './state/entry.ts'
import { rebuildResult } from './rebuilt-result.ts'
import { resultOfSlice, type FoundResult } from './slice-results.ts'

/** Code of pages whose slice cannot be merged in any way. */
export const unreadableCode = 'result_unreadable'

/** What is taken of a slice in place of its result. */
type Substitute = 'segments' | 'failures'

export class Quarantine {
  readonly #slices: ReadonlyMap<number, Substitute>

  constructor(slices: ReadonlyMap<number, Substitute>) {
    this.#slices = slices
  }

  /** The quarantine with a slice that has failed once more; null when nothing is left to be tried of it. */
  with(slice: number): Quarantine | null {
    const before = this.#slices.get(slice)
    if (before === 'failures') return null
    return new Quarantine(new Map([...this.#slices, [slice, before === undefined ? 'segments' : 'failures']]))
  }

  /** What is merged of a finished slice. @throws StoreUnavailableError */
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
  const message = 'what was stored of the page made the job fail, and was left out'
  const outcomes = seqs.map((seq) => ({ seq, kind: 'failed' as const, code: unreadableCode, message }))
  return { slice, segments: [], urls: [], outcomes, hosts: [] }
}
