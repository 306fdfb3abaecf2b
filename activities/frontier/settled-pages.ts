/** Pages that have come to their end: which they are, in the order in which they were counted, and what they were answered. */
import type { FrontierDelta, FrontierOp, StoredSettled } from './state/entry.ts'
import type { PageOutcome } from '@seine/shared/pages/slice-shapes.ts'

/** The last answer to a page. */
export interface LastAnswer {
  /** HTTP status; null without an answer, or when a worker of an older version did not say. */
  status: number | null
  /** Of a page that failed; that of a scraped one is in the frontier. */
  finalUrl: string | null
}

/** Of one generation. */
export interface SettledPages {
  /** When they were counted, epoch milliseconds. */
  atMs: number
  /** By `seq`, as the frontier counted them. */
  seqs: readonly number[]
  answers: ReadonlyMap<number, LastAnswer>
}

/** What slices tell of the pages that a generation settles. */
export class HeardAnswers {
  readonly #answers = new Map<number, LastAnswer>()

  /** Takes in what a slice tells of its pages. */
  heard(outcomes: readonly PageOutcome[]): void {
    for (const outcome of outcomes) {
      if (outcome.kind !== 'scraped' && outcome.kind !== 'failed') continue
      const { seq, kind, status = null, finalUrl = null } = outcome
      const answer = { status, finalUrl: kind === 'failed' ? finalUrl : null }
      if (answer.status !== null || answer.finalUrl !== null) this.#answers.set(seq, answer)
    }
  }

  /**
   * What a generation stores of the pages that it settles.
   * @param ops of the generation.
   * @param atMs clock of the workflow, epoch milliseconds.
   */
  stored(ops: readonly FrontierOp[], atMs: number): StoredSettled {
    const answers = settledBy(ops).flatMap((seq): StoredSettled['answers'] => {
      const answer = this.#answers.get(seq)
      return answer === undefined ? [] : [[seq, answer.status, answer.finalUrl]]
    })
    return { atMs, answers }
  }
}

/** The pages that a generation settles; none of one that older workers stored, who wrote the notes themselves. */
export function settledIn({ ops, settled }: Pick<FrontierDelta, 'ops' | 'settled'>): SettledPages {
  if (settled === undefined) return { atMs: 0, seqs: [], answers: new Map() }
  const answers = settled.answers.map(([seq, status, finalUrl]) => [seq, { status, finalUrl }] as const)
  return { atMs: settled.atMs, seqs: settledBy(ops), answers: new Map(answers) }
}

/** Pages that changes settle, in order. A page counts once it is scraped or has failed, and stays so. */
const settledBy = (ops: readonly FrontierOp[]): number[] =>
  ops.flatMap((op) => {
    return op[0] === 'change' && (op[2].state === 'scraped' || op[2].state === 'failed') ? [op[1]] : []
  })
