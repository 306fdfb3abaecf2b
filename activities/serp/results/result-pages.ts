/** Requests page after page of an engine until there are enough results. */
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import type { SerpEntry } from '@seine/shared/api/schemas/serp-result.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import type { BackendAnswer, Drift, Failure, FoundParts, Refusal, SerpBounds } from './contract.ts'
import { listOf, ResultList, type RawEntry } from './result-list.ts'

/** How many results an engine has on its first page, and on each later page. */
export interface EnginePaging {
  first: number
  later: number
}

/** One page of an engine that is queried page by page. */
export interface EnginePage {
  kind: 'page'
  organic: RawEntry[]
  /** Absent when the back-end does not return ads. */
  ads?: RawEntry[]
  /** The other parts in the form of the API; parts that the back-end cannot supply are absent. */
  rest: Omit<FoundParts, 'organic' | 'ads' | 'hasNext'>
  hasNext: boolean | null
  warnings: string[]
}

/** Number of results before a page; pages are counted from 1. */
export const offsetOf = (page: number, { first, later }: EnginePaging): number =>
  page <= 1 ? 0 : first + (page - 2) * later

/** Returns the page that contains the result at this offset. */
const pageAt = (offset: number, { first, later }: EnginePaging): number =>
  offset < first ? 1 : 2 + Math.floor((offset - first) / later)

/**
 * Returns how many pages a search may request. A page that is one or two results short does not justify another
 * request, which would return the first results of the next page of the answer. When several pages are needed, a few
 * extra are allowed to fill up.
 */
function pagesFor({ mode, page, numResults }: SerpTask, paging: EnginePaging, firstPage: number): number {
  const span = pageAt(page * numResults - 1, paging) - firstPage + 1
  return mode === 'fast' || span === 1 ? 1 : Math.min(serpLimits.pagesMax, span + serpLimits.pagesExtra)
}

/**
 * Collects the results of a search.
 * @param read reads one page of the engine, counted from 1.
 * @returns the results; the answer for the first page when it had no results to collect.
 * @throws any error of `read`.
 */
export async function collectPages(
  task: SerpTask,
  paging: EnginePaging,
  { deadlineMs, signal }: SerpBounds,
  read: (page: number) => Promise<EnginePage | Refusal | Failure | Drift>,
): Promise<BackendAnswer> {
  const offset = (task.page - 1) * task.numResults
  const firstPage = pageAt(offset, paging)
  const list = new ResultList({ first: offset + 1, skip: offset - offsetOf(firstPage, paging), max: task.numResults })
  const pagesMax = pagesFor(task, paging, firstPage)
  const warnings: string[] = []
  let rest: EnginePage['rest'] = {}
  let ads: SerpEntry[] | undefined
  let hasNext: boolean | null = null
  let refused: Refusal | undefined
  for (let page = firstPage; page < firstPage + pagesMax; page++) {
    const isFirst = page === firstPage
    if (!isFirst && deadlineMs - monotonicNow() < serpLimits.attemptMinMs) {
      warnings.push('fewer_results: the time budget was used up')
      break
    }
    signal.throwIfAborted()
    const answer = await read(page)
    if (answer.kind !== 'page') {
      if (isFirst) return answer
      // A page beyond the last one does not indicate a changed layout.
      if (answer.kind === 'drift') hasNext = false
      else warnings.push(`fewer_results: page ${page}: ${answer.detail}`)
      if (answer.kind === 'blocked') refused = answer
      break
    }
    if (isFirst) {
      rest = answer.rest
      ads = answer.ads === undefined ? undefined : listOf(answer.ads, page, serpLimits.adsMax)
    }
    warnings.push(...answer.warnings)
    const fresh = list.add(answer.organic, page)
    hasNext = answer.hasNext
    // Some engines repeat the last page when asked for pages beyond it.
    if (fresh === 0) hasNext = false
    if (list.isFull || hasNext === false) break
  }
  const isShort = !list.isFull && hasNext !== false && list.entries.length > 0
  if (task.mode === 'fast' && isShort && task.numResults > paging.first) {
    warnings.push('fewer_results: `fast` takes one page')
  }
  return {
    kind: 'results',
    parts: {
      organic: list.entries,
      ...(ads === undefined ? {} : { ads }),
      ...rest,
      hasNext: list.overflown ? true : hasNext,
    },
    warnings: [...new Set(warnings)],
    ...(refused === undefined ? {} : { refused }),
  }
}
