/** Reads the ledger of a job page by page, while it runs and after it has ended. */
import { LRUCache } from 'lru-cache'
import type { BatchJobInput, BatchUrls } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { batchUrlsKey, jobPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { EntryState } from '../../frontier/state/entry.ts'
import type { GenerationStore } from '../../frontier/state/generation-store.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { batchLedgerLines, batchLines, type BatchLine } from './batch-lines.ts'
import { readRecord } from '@seine/shared/jobs/job-record.ts'
import { cursorOf, positionOf } from '@seine/shared/jobs/ledger-cursor.ts'
import { readLedgerChunk } from './ledger-chunks.ts'
import { ledgerLines, type LedgerLine } from './ledger.ts'

export { BadCursorError } from '@seine/shared/jobs/ledger-cursor.ts'

export interface LedgerReaderDeps {
  store: Pick<Store, 'get' | 'getJson'>
  inputs: Pick<JobInputs, 'bare'>
  generations: Pick<GenerationStore, 'newest'>
}

export interface LedgerSelection {
  /** Only URLs in this state; null: all. */
  state: EntryState | null
  /** `nextCursor` of the previous page; null: from the beginning. */
  cursor: string | null
  /** Maximum number of lines in the page. */
  limit: number
}

/** One page of a ledger. It may be short or even empty and still have a successor. */
export interface LedgerPortion {
  lines: LedgerLine[]
  /** Continues the list; null at its end. For a running job: null at the end of what is known so far. */
  nextCursor: string | null
}

export interface LedgerReader {
  /**
   * Reads one page: URLs of a crawl in order of discovery, input lines of a batch in input order.
   * @throws BadCursorError; StoreUnavailableError; Error when the job has no input object.
   */
  page(job: JobRef, query: LedgerSelection): Promise<LedgerPortion>
}

/** Creates a reader that caches the URL lists of a few batches between calls. */
export function createLedgerReader(deps: LedgerReaderDeps): LedgerReader {
  const linesByBatch = new LRUCache<string, BatchLine[]>({ max: archiveLimits.ledgerStatesKept })

  const linesOf = async (input: BatchJobInput): Promise<BatchLine[]> => {
    const key = jobPrefix(input)
    const lines =
      linesByBatch.get(key) ?? batchLines(input, (await deps.store.getJson<BatchUrls>(batchUrlsKey(input))) ?? [])
    linesByBatch.set(key, lines)
    return lines
  }

  const liveLines = async (job: JobRef, from: number): Promise<Iterable<LedgerLine>> => {
    const input = await deps.inputs.bare(job)
    const lines = input.kind === 'batch' ? await linesOf(input) : null
    const state = await deps.generations.newest(job, input)
    if (lines !== null) return batchLedgerLines(state, lines, 'pending', from)
    return state === null ? [] : ledgerLines(state, from)
  }

  return {
    async page(job, query) {
      const from = positionOf(job.id, query.cursor)
      const status = await readRecord(deps.store, job)
      const taken = new TakenLines(query)
      let next: number | null
      if (status === null) next = taken.fill(await liveLines(job, from), from)
      else next = await fillFromChunks(deps.store, status, taken, from)
      return { lines: taken.lines, nextCursor: next === null ? null : cursorOf(job.id, next) }
    },
  }
}

/** Collects the lines of a page while it is being filled. */
class TakenLines {
  readonly lines: LedgerLine[] = []
  readonly #query: LedgerSelection

  constructor(query: LedgerSelection) {
    this.#query = query
  }

  /**
   * Takes the lines that match the query, as long as there is room.
   * @param from position of the first line offered.
   * @returns the position of the first matching line that does not fit; null when all matching lines fit.
   */
  fill(offered: Iterable<LedgerLine>, from: number): number | null {
    const { state, limit } = this.#query
    let position = from
    for (const line of offered) {
      if (state === null || line.state === state) {
        if (this.lines.length >= limit) return position
        this.lines.push(line)
      }
      position += 1
    }
    return null
  }
}

async function fillFromChunks(
  store: LedgerReaderDeps['store'],
  status: FinalStatus,
  taken: TakenLines,
  from: number,
): Promise<number | null> {
  const { ledgerChunks } = status
  const perChunk = archiveLimits.ledgerChunkLines
  const first = Math.floor(from / perChunk)
  const end = Math.min(ledgerChunks, first + archiveLimits.ledgerChunksPerRead)
  for (let chunk = first; chunk < end; chunk += 1) {
    const lines = await readLedgerChunk(store, status, chunk)
    const start = Math.max(from, chunk * perChunk)
    const next = taken.fill(lines.slice(start - chunk * perChunk), start)
    if (next !== null) return next
  }
  return end < ledgerChunks ? end * perChunk : null
}
