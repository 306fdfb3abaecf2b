/** Pages that a generation settles: which pages, in the order they were counted, and their last answers. */
import type { FrontierDelta, FrontierOp, StoredSettled } from './state/entry.ts'
import type { SliceResult } from '@seine/shared/pages/slice-shapes.ts'
import { segmentName } from '@seine/shared/storage/object-keys.ts'
import type { RecordPlace } from '@seine/shared/api/schemas/page-note.ts'

/** The last answer to a page request. */
export interface LastAnswer {
  /** HTTP status; null without an answer, or when an older worker did not report it. */
  status: number | null
  /** Final URL of a failed page; null for a scraped page, whose final URL is in the frontier. */
  finalUrl: string | null
  /** Where the record of the page is; null if none exists, or an older worker did not report it. */
  place: RecordPlace | null
  /** When the page was fetched, ISO 8601; null when it was not, or as above. */
  fetchedAt: string | null
}

/** The settled pages of one generation. */
export interface SettledPages {
  /** When they were counted, epoch milliseconds. */
  atMs: number
  /** `seq` of each page, in the order the frontier counted them. */
  seqs: readonly number[]
  answers: ReadonlyMap<number, LastAnswer>
}

/** Collects the answers that slices report for the pages a generation settles. */
export class ReportedAnswers {
  readonly #answers = new Map<number, LastAnswer>()

  /** Records the answers in the outcomes of a slice. */
  record({ outcomes, segments }: Pick<SliceResult, 'outcomes' | 'segments'>): void {
    for (const outcome of outcomes) {
      if (outcome.kind !== 'scraped' && outcome.kind !== 'failed') continue
      const { seq, kind, status = null, finalUrl = null, place, fetchedAt = null } = outcome
      const segment = place === undefined ? undefined : segments[place[0]]
      this.#answers.set(seq, {
        status,
        finalUrl: kind === 'failed' ? finalUrl : null,
        place: place === undefined || segment === undefined ? null : [segmentName(segment), place[1]],
        fetchedAt,
      })
    }
  }

  /**
   * Returns what a generation stores about the pages that it settles.
   * @param ops operations of the generation.
   * @param atMs clock of the workflow, epoch milliseconds.
   */
  stored(ops: readonly FrontierOp[], atMs: number): StoredSettled {
    const answers = settledBy(ops).flatMap((seq): StoredSettled['answers'] => {
      const answer = this.#answers.get(seq)
      if (answer === undefined) return []
      const { status, finalUrl, place, fetchedAt } = answer
      if (place !== null) return [[seq, status, finalUrl, place, fetchedAt]]
      return status === null && finalUrl === null ? [] : [[seq, status, finalUrl]]
    })
    return { atMs, answers }
  }
}

/**
 * Returns the pages that a generation settles; none for a generation stored by older workers, which wrote the notes
 * themselves.
 */
export function settledIn({ ops, settled }: Pick<FrontierDelta, 'ops' | 'settled'>): SettledPages {
  if (settled === undefined) return { atMs: 0, seqs: [], answers: new Map() }
  const answers = settled.answers.map(([seq, status, finalUrl, place = null, fetchedAt = null]) => {
    return [seq, { status, finalUrl, place, fetchedAt }] as const
  })
  return { atMs: settled.atMs, seqs: settledBy(ops), answers: new Map(answers) }
}

/**
 * Returns the pages that operations settle, in order. A page counts once it is scraped or has failed; that state is
 * final.
 */
const settledBy = (ops: readonly FrontierOp[]): number[] =>
  ops.flatMap((op) => {
    return op[0] === 'change' && (op[2].state === 'scraped' || op[2].state === 'failed') ? [op[1]] : []
  })
