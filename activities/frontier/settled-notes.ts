/** Builds the notes of settled pages. Pure. */
import type { PageNote } from '@seine/shared/api/schemas/page-note.ts'
import type { FrontierEntry } from './state/entry.ts'
import type { FrontierState } from './state/frontier-state.ts'
import type { NotedPage } from '@seine/shared/jobs/page-notes.ts'
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
): NotedPage[] {
  return settled.seqs.flatMap((seq) => {
    const entry = entries[seq]!
    const answer = settled.answers.get(seq) ?? null
    const end = endOf(entry, answer)
    const page = { depth: entry.depth, place: answer?.place ?? null, fetchedAt: answer?.fetchedAt ?? null }
    if (list === null) return [{ note: { index: seq, url: entry.url, ...end }, page }]
    const lines = list.linesOf(seq, entries.length)
    return lines.map((index) => ({ note: { index, url: list.urls[index]!, ...end }, page }))
  })
}

/** Returns the part of a note that all input lines of a page share. */
function endOf(entry: FrontierEntry, answer: LastAnswer | null): Omit<PageNote, 'index' | 'url'> {
  const { status = null, finalUrl = null } = answer ?? {}
  const { attempts, reason, message } = entry
  if (entry.state === 'scraped') {
    return { finalUrl: entry.finalUrl ?? entry.url, status, success: true, error: null, errorCode: null, attempts }
  }
  const errorCode = reason ?? 'failed'
  return { finalUrl, status, success: false, error: message ?? errorCode, errorCode, attempts }
}
