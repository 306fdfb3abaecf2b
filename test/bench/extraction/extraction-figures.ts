/** Sums up the results of an extraction benchmark by contender and page type. */
import type { PageType } from './dev-set.ts'
import type { WordScore } from './word-score.ts'

/** One contender on one page. */
export interface PageRun extends WordScore {
  contender: string
  id: string
  type: PageType
  cpuMs: number
  /** Error message; null when there is a result. */
  error: string | null
}

export interface TypeFigures extends WordScore {
  pages: number
}

export interface ContenderFigures extends TypeFigures {
  contender: string
  byType: Partial<Record<PageType, TypeFigures>>
  cpuMsMean: number
  cpuMsMedian: number
  cpuMsMax: number
  /** The slowest page. */
  slowest: string
  failed: number
}

const mean = (runs: readonly PageRun[], of: (run: PageRun) => number): number =>
  runs.reduce((sum, run) => sum + of(run), 0) / Math.max(1, runs.length)

const scores = (runs: readonly PageRun[]): TypeFigures => ({
  pages: runs.length,
  precision: mean(runs, ({ precision }) => precision),
  recall: mean(runs, ({ recall }) => recall),
  f1: mean(runs, ({ f1 }) => f1),
})

/** Returns the figures of each contender, in the order in which they first appear; a failed page scores 0. */
export function summarise(all: readonly PageRun[]): ContenderFigures[] {
  const names = [...new Set(all.map(({ contender }) => contender))]
  return names.map((contender) => {
    const runs = all.filter((run) => run.contender === contender)
    const types = [...new Set(runs.map(({ type }) => type))]
    const byCost = runs.toSorted((a, b) => a.cpuMs - b.cpuMs)
    return {
      contender,
      ...scores(runs),
      byType: Object.fromEntries(types.map((type) => [type, scores(runs.filter((run) => run.type === type))])),
      cpuMsMean: mean(runs, ({ cpuMs }) => cpuMs),
      cpuMsMedian: byCost[Math.floor(byCost.length / 2)]?.cpuMs ?? 0,
      cpuMsMax: byCost.at(-1)?.cpuMs ?? 0,
      slowest: byCost.at(-1)?.id ?? '',
      failed: runs.filter(({ error }) => error !== null).length,
    }
  })
}
