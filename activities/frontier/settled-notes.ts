/** Builds the notes of settled pages. Pure. */
import type { PageNote } from '@seine/shared/api/schemas/page-note.ts'
import type { FrontierEntry } from './state/entry.ts'
import type { FrontierState } from './state/frontier-state.ts'
import type { BatchList } from '@seine/shared/jobs/batch-list.ts'
import type { LastAnswer, SettledPages } from './settled-pages.ts'

/**
 * Returns the notes of settled pages in order: one per page of a crawl, one per input line of a batch, like the
 * counters.
 * @param state frontier in which the pages are settled.
 * @param settled the pages and their last answers.
 * @param list input list of a batch; null for a crawl.
 */
export function settledNotes(
  { entries }: Pick<FrontierState, 'entries'>,
  settled: SettledPages,
  list: BatchList | null,
): PageNote[] {
  return settled.seqs.flatMap((seq) => {
    const entry = entries[seq]!
    const end = endOf(entry, settled.answers.get(seq) ?? null)
    if (list === null) return [{ index: seq, url: entry.url, ...end }]
    return list.linesOf(seq, entries.length).map((index) => ({ index, url: list.urls[index]!, ...end }))
  })
}

/** Returns the part of a note that all input lines of a page share. */
function endOf(entry: FrontierEntry, answer: LastAnswer | null): Omit<PageNote, 'index' | 'url'> {
  const { status, finalUrl } = answer ?? { status: null, finalUrl: null }
  const { attempts, reason, message } = entry
  if (entry.state === 'scraped') {
    return { finalUrl: entry.finalUrl ?? entry.url, status, success: true, error: null, errorCode: null, attempts }
  }
  const errorCode = reason ?? 'failed'
  return { finalUrl, status, success: false, error: message ?? errorCode, errorCode, attempts }
}
