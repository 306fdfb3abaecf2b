/** Rebuilds a missing slice result from the segments and begun marks that the attempts of the slice stored. */
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { begunPrefix, segmentPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { Bitmap } from '../segments/bitmap.ts'
import { cutOffCode, outcomeOfRecord } from '../segments/page-record.ts'
import { placedRecords } from '../segments/page-records.ts'
import { interrupted } from '../segments/slice-outcomes.ts'
import type { PageOutcome, SliceResult } from '@seine/shared/pages/slice-shapes.ts'
import type { Lease } from './state/entry.ts'

/**
 * Rebuilds the result of a slice whose job continues: pages that an attempt cut off when it was given up are fetched
 * again.
 * @throws StoreUnavailableError when the object store does not answer.
 */
export async function rebuildToContinue(
  store: Store,
  job: JobRef,
  slice: Pick<Lease, 'slice' | 'seqs'>,
): Promise<SliceResult> {
  const result = await rebuildResult(store, job, slice)
  const outcomes = result.outcomes.map((outcome) => (isCutOff(outcome) ? interrupted(outcome.seq) : outcome))
  return { ...result, outcomes }
}

const isCutOff = (outcome: PageOutcome): boolean => outcome.kind === 'failed' && outcome.code === cutOffCode

/**
 * Rebuilds the result of a slice whose job has ended. Attempts may overlap: a page counts as cut off only when no other
 * outcome of it is known, and a page that had begun stays attempted. Unreadable records are skipped, as if their pages
 * had not ended.
 * @throws StoreUnavailableError when the object store does not answer.
 */
export async function rebuildResult(
  store: Store,
  job: JobRef,
  { slice, seqs }: Pick<Lease, 'slice' | 'seqs'>,
): Promise<SliceResult> {
  const segments = await store.list(segmentPrefix(job, slice))
  const urls = new Map<string, number>()
  const indexOf = (url: string): number => {
    const index = urls.get(url) ?? urls.size
    urls.set(url, index)
    return index
  }
  const outcomes = new Map<number, PageOutcome>()
  const begun = await begunIn(store, job, slice, seqs.length)
  let stalls = 0
  for await (const { record, segment } of placedRecords(store, segments, () => undefined)) {
    if (seqs[record.index] !== record.seq) continue
    stalls += record.stalls ?? 0
    const known = outcomes.get(record.index)
    if (known === undefined || isCutOff(known)) outcomes.set(record.index, outcomeOfRecord(record, indexOf, segment))
    if (record.begun !== undefined) begun.push(new Bitmap(seqs.length, record.begun))
  }
  for (const [index, seq] of seqs.entries()) {
    if (outcomes.has(index) || !begun.some((mark) => mark.has(index))) continue
    outcomes.set(index, interrupted(seq))
  }
  return {
    slice,
    segments,
    urls: [...urls.keys()],
    outcomes: [...outcomes].toSorted(([a], [b]) => a - b).map(([, outcome]) => outcome),
    hosts: [],
    ...(stalls === 0 ? {} : { stalls }),
  }
}

/** Reads the bitmaps of begun pages that the attempts stored, one per attempt. */
async function begunIn(store: Store, job: JobRef, slice: number, pages: number): Promise<Bitmap[]> {
  const keys = await store.list(begunPrefix(job, slice))
  const marks = await Promise.all(keys.map(async (key) => await store.get(key)))
  return marks.map((mark) => new Bitmap(pages, Buffer.from(mark ?? []).toString('latin1')))
}
