/** The verdicts of a run on its pages: what is new, changed, the same, removed, or could not be judged. */
import { watchLimits } from '../config/watch-limits.ts'
import type { WatchTrack } from './definition.ts'
import { jsonPatch } from './json-patch.ts'
import { type PageVerdict, type PageVersion } from './runs.ts'
import { textDiff } from './text-diff.ts'

/** What a run found of a page. */
export interface ComparedPage {
  url: string
  finalUrl: string | null
  status: number | null
  title: string | null
  /** Code of the failure; null when the page has a text. */
  failure: string | null
  /** SHA-256 of its text; empty after a failure. */
  hash: string
}

/** The run that judges. */
export interface JudgingRun {
  runId: string
  at: string
}

/** A verdict and the version that is the last good one after it; null: the page has none. */
export interface Judged {
  verdict: PageVerdict
  version: PageVersion | null
}

const plainVerdict = (
  page: Pick<ComparedPage, 'url' | 'finalUrl' | 'title'>,
  before: PageVersion | null,
): PageVerdict => ({
  url: page.url,
  final_url: page.finalUrl,
  state: 'same',
  reason: null,
  title: page.title ?? before?.title ?? null,
  previous_run_id: before?.runId ?? null,
  previous_at: before?.at ?? null,
  words_added: 0,
  words_removed: 0,
  diff: null,
  diff_truncated: false,
  json_patch: null,
  flapping: false,
})

const goneReasons: Record<number, string> = { 404: 'not_found', 410: 'gone' }

/** Judges a page that has no text. */
function judgeFailed(page: ComparedPage, before: PageVersion | null): Judged {
  const gone = page.failure === 'http_status' && page.status !== null ? goneReasons[page.status] : undefined
  const plain = plainVerdict(page, before)
  if (gone !== undefined && before !== null)
    return { verdict: { ...plain, state: 'removed', reason: gone }, version: null }
  return { verdict: { ...plain, state: 'failed', reason: page.failure }, version: before }
}

/** What is known of the difference between two texts of which one cannot be read. */
const unknownDifference = {
  words_added: 0,
  words_removed: 0,
  diff: null,
  diff_truncated: false,
  json_patch: null,
}

/**
 * Returns the difference between two texts, in the form of the mode; null when it has fewer words than count as a
 * change. A difference whose words were not all counted is one.
 */
function difference(
  before: string,
  after: string,
  { mode, minChangedWords }: Pick<WatchTrack, 'mode' | 'minChangedWords'>,
) {
  const { diff, truncated, wordsAdded, wordsRemoved, uncounted } = textDiff(before, after)
  if (minChangedWords > 1 && !uncounted && wordsAdded + wordsRemoved < minChangedWords) return null
  return {
    words_added: wordsAdded,
    words_removed: wordsRemoved,
    diff,
    diff_truncated: truncated,
    json_patch: mode === 'json' ? (jsonPatch(JSON.parse(before), JSON.parse(after)) as unknown[]) : null,
  }
}

/**
 * Judges a page that was asked for in a run.
 * @param before its last good version; null: it has none.
 * @param textOf reads a text by its hash, null if it cannot be read; only called for a page whose text is another one,
 *   which then is changed, without a difference.
 * @throws the errors of `textOf`.
 */
export async function judgePage(
  page: ComparedPage,
  before: PageVersion | null,
  run: JudgingRun,
  track: Pick<WatchTrack, 'mode' | 'minChangedWords'>,
  textOf: (hash: string) => Promise<string | null>,
): Promise<Judged> {
  if (page.failure !== null) return judgeFailed(page, before)
  const plain = plainVerdict(page, before)
  const version: PageVersion = {
    url: page.url,
    finalUrl: page.finalUrl,
    title: page.title,
    hash: page.hash,
    runId: run.runId,
    at: run.at,
    earlier: before?.earlier ?? [],
  }
  if (before === null) return { verdict: { ...plain, state: 'new' }, version }
  if (before.hash === page.hash) return { verdict: plain, version }
  const [old, now] = [await textOf(before.hash), await textOf(page.hash)]
  const told = old !== null && now !== null ? difference(old, now, track) : unknownDifference
  // Compared with the older text again in the next run, so that small changes add up.
  if (told === null) return { verdict: plain, version: { ...before, finalUrl: page.finalUrl } }
  const earlier = [before.hash, ...before.earlier.filter((hash) => hash !== before.hash)]
  return {
    verdict: { ...plain, ...told, state: 'changed', flapping: before.earlier.includes(page.hash) },
    version: { ...version, earlier: earlier.slice(0, watchLimits.earlierTextsKept) },
  }
}

/** Judges a page that a run did not meet. @param isUnlinked whether it is proven that nothing links to it any more. */
export function judgeAbsent(
  before: PageVersion,
  isUnlinked: boolean,
): { verdict: PageVerdict | null; version: PageVersion | null } {
  if (!isUnlinked) return { verdict: null, version: before }
  const { url, finalUrl, title } = before
  const plain = plainVerdict({ url, finalUrl, title }, before)
  return { verdict: { ...plain, state: 'removed', reason: 'unlinked' }, version: null }
}
