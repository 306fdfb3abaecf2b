/** Reads the results of finished slices for the frontier. A missing result is read again after pauses, then rebuilt. */
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { PageOutcome, SliceResult } from '@seine/shared/pages/slice-shapes.ts'
import type { Lease } from './state/entry.ts'
import { readAgain, type Reading } from '../faults/read-again.ts'
import { rebuildToContinue } from './rebuilt-result.ts'

/** State of a stored result. */
export type LeftResult = { kind: 'whole'; result: SliceResult } | { kind: 'none' } | { kind: 'damaged'; why: string }

/** A result, and the fault of the stored result it replaces. */
export interface FoundResult {
  result: SliceResult
  /** Why the result had to be rebuilt; null when it is the one that the slice stored. */
  fault: string | null
}

/**
 * Returns the result of a finished slice. The activity of the slice ended only after the result was stored, so a
 * missing or damaged result has been lost: it is read again after pauses, then rebuilt from what the slice stored page
 * by page.
 * @throws StoreUnavailableError when the object store does not answer.
 */
export async function resultOfSlice(store: Store, job: JobRef, lease: Lease): Promise<FoundResult> {
  const reading = await readAgain(async () => readingOf(await leftResult(store, job, lease)))
  if (reading.kind === 'read') return { result: reading.value, fault: null }
  return { result: await rebuildToContinue(store, job, lease), fault: reading.why }
}

function readingOf(left: LeftResult): Reading<SliceResult> {
  if (left.kind === 'whole') return { kind: 'read', value: left.result }
  return { kind: 'fault', why: left.kind === 'none' ? 'was lost' : `cannot be read (${left.why})` }
}

/** Reads the stored result of a leased slice. @throws StoreUnavailableError */
export async function leftResult(store: Pick<Store, 'getJson'>, job: JobRef, lease: Lease): Promise<LeftResult> {
  try {
    const result = await store.getJson<unknown>(sliceResultKey(job, lease.slice))
    if (result === null) return { kind: 'none' }
    return isResult(result, lease) ? { kind: 'whole', result } : { kind: 'damaged', why: 'it does not fit its slice' }
  } catch (error) {
    if (!(error instanceof DamagedObjectError)) throw error
    return { kind: 'damaged', why: error.why }
  }
}

/** Checks what merging relies on: the lists are arrays, and the pages and links they refer to exist. */
function isResult(value: unknown, { seqs }: Lease): value is SliceResult {
  if (typeof value !== 'object' || value === null) return false
  const { segments, urls, outcomes, hosts } = value as Partial<Record<keyof SliceResult, unknown>>
  if (!Array.isArray(segments) || !Array.isArray(urls) || !Array.isArray(outcomes) || !Array.isArray(hosts))
    return false
  if (![...segments, ...urls].every((text) => typeof text === 'string')) return false
  const known = new Set(seqs)
  return outcomes.every((outcome) => isOutcome(outcome, known, urls.length))
}

function isOutcome(value: unknown, seqs: ReadonlySet<number>, urls: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  const outcome = value as PageOutcome
  if (!seqs.has(outcome.seq)) return false
  if (outcome.kind !== 'scraped' && outcome.kind !== 'links_only') return true
  return Array.isArray(outcome.links) && outcome.links.every((link) => Number.isInteger(link) && link < urls)
}

/** The warning about a lost result that callers see. */
export const lostResultWarning = (lease: Lease, { outcomes }: SliceResult, fault: string): string => {
  const kept = outcomes.filter(({ kind }) => kind !== 'deferred').length
  const left = lease.seqs.length - kept
  return `the result of slice ${lease.slice} ${fault}: ${kept} of its pages were taken from their segments, ${left} are fetched again`
}
