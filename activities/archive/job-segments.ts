/** Reads the pages of an ended job from its segments. */
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import { pageRecords, type OnDamage } from '../segments/page-records.ts'
import { StoredPages } from '../segments/stored-pages.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'

/**
 * Yields the records of a job, in slice order. When the frontier was rebuilt, records carry the sequence numbers of the
 * lost frontier; they get the number that their URL has now and are skipped when the URL is unknown. Records whose
 * outputs are lost are skipped too.
 * @param damaged called for each segment that cannot be read completely, and for each record whose outputs are lost.
 * @throws StoreUnavailableError
 */
export async function* jobRecords(
  store: Pick<Store, 'get'>,
  state: FrontierState,
  damaged: OnDamage,
): AsyncGenerator<PageRecord> {
  const pages = new StoredPages(store)
  for await (const record of bareJobRecords(store, state, damaged)) {
    const whole = await wholeRecord(pages, record, damaged)
    if (whole !== null) yield whole
  }
}

/** Yields the records as they are stored: outputs of unchanged pages of a watch are not read. @see jobRecords */
export async function* bareJobRecords(
  store: Pick<Store, 'get'>,
  state: FrontierState,
  damaged: OnDamage,
): AsyncGenerator<PageRecord> {
  const segments = state.merged.toSorted((a, b) => a.slice - b.slice).flatMap((merged) => merged.segments)
  for await (const record of pageRecords(store, segments, damaged)) {
    if (state.entries[record.seq]?.url === record.url) {
      yield record
      continue
    }
    const found = state.find(record.url)
    if (found !== null) yield { ...record, seq: found.seq }
  }
}

/**
 * Reads the outputs of a record wherever they are stored.
 * @returns null when they are lost; `damaged` is called then.
 * @throws StoreUnavailableError
 */
export async function wholeRecord(
  pages: StoredPages,
  record: PageRecord,
  damaged: OnDamage,
): Promise<PageRecord | null> {
  const whole = await pages.whole(record)
  if (whole === null) damaged({ segment: record.stored!.pack, why: `the outputs of ${record.url} cannot be read` })
  return whole
}
