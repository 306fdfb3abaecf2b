/**
 * When a job ends early, slices are still leased. What they made durable belongs to the job: their
 * results where they left one, else the segments and marks found in the store.
 */
import type { JobInput } from '@seine/shared/api/job-input.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { begunPrefix, segmentPrefix, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { HeardAnswers } from '../events/settled-pages.ts'
import type { Lease } from '../frontier/entry.ts'
import type { FrontierState } from '../frontier/frontier-state.ts'
import { mergeSlice } from '../frontier/merge-slice.ts'
import { Bitmap } from '../page/bitmap.ts'
import { cutOffCode, outcomeOf } from '../page/page-record.ts'
import type { PageOutcome, SliceResult } from '../page/slice-shapes.ts'
import { pageRecords } from '../page/page-records.ts'

/**
 * Merges every outstanding slice into the frontier in memory; nothing is written.
 * @param answers takes in what the slices tell of their pages.
 */
export async function absorbLeases(
  store: Store,
  input: JobInput,
  state: FrontierState,
  nowMs: number,
  answers: HeardAnswers,
): Promise<void> {
  for (const lease of [...state.leases.values()].toSorted((a, b) => a.slice - b.slice)) {
    const left = await store.getJson<SliceResult>(sliceResultKey(input, lease.slice))
    const result = left ?? (await rebuildResult(store, input, lease))
    answers.heard(result.outcomes)
    await mergeSlice(state, input, lease, result, [], nowMs)
  }
}

/** A result from segments alone. Attempts may overlap; a page counts as cut off only if nothing else is known. */
async function rebuildResult(store: Store, job: JobRef, { slice, seqs }: Lease): Promise<SliceResult> {
  const segments = await store.list(segmentPrefix(job, slice))
  const urls = new Map<string, number>()
  const indexOf = (url: string): number => {
    const index = urls.get(url) ?? urls.size
    urls.set(url, index)
    return index
  }
  const outcomes = new Map<number, PageOutcome>()
  for await (const record of pageRecords(store, segments)) {
    const known = outcomes.get(record.index)
    const better = known === undefined || (known.kind === 'failed' && known.code === cutOffCode)
    if (better) outcomes.set(record.index, outcomeOf(record, indexOf))
  }
  const begun = await begunIn(store, job, slice, seqs.length)
  for (const [index, seq] of seqs.entries()) {
    if (outcomes.has(index) || !begun.some((mark) => mark.has(index))) continue
    outcomes.set(index, { seq, kind: 'deferred', code: 'interrupted', charged: false, delayMs: 1 })
  }
  return {
    slice,
    segments,
    urls: [...urls.keys()],
    outcomes: [...outcomes].toSorted(([a], [b]) => a - b).map(([, outcome]) => outcome),
    hosts: [],
  }
}

/** Pages that have begun, by the mark of every attempt: they were told as attempted and stay so. */
async function begunIn(store: Store, job: JobRef, slice: number, pages: number): Promise<Bitmap[]> {
  const keys = await store.list(begunPrefix(job, slice))
  const marks = await Promise.all(keys.map(async (key) => await store.get(key)))
  return marks.map((mark) => new Bitmap(pages, Buffer.from(mark ?? []).toString('latin1')))
}
