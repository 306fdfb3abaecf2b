/** Formats the figures of pages whose statements were removed. */
import { alignColumns } from '../../crawl/crawl-table.ts'
import { figuresOfCounts, sumOfCounts, type StatedCounts } from './stated-score.ts'
import type { StatedPart, StatedRun } from './stated-pages.ts'

const parts: readonly StatedPart[] = ['tuned', 'held-out']

/** Kinds with fewer pages are left out of the total. */
export const kindPagesMin = 20

/** Returns the kinds with enough pages for the total. */
export function kindsOfTotal(runs: readonly StatedRun[]): ReadonlySet<string> {
  const kinds = new Set(runs.map(({ kind }) => kind))
  return new Set([...kinds].filter((kind) => runs.filter((run) => run.kind === kind).length >= kindPagesMin))
}

/** Returns the counts of all properties of the kinds of the total. */
export const totalOfRuns = (runs: readonly StatedRun[], kinds: ReadonlySet<string>): StatedCounts =>
  sumOfCounts(runs.filter(({ kind }) => kinds.has(kind)).flatMap(({ counts }) => Object.values(counts)))

/** Returns a line for the total, each kind and each of its properties, with both parts side by side. */
export function statedTable(runs: readonly StatedRun[]): string {
  const kinds = kindsOfTotal(runs)
  const headings = [
    '',
    ...parts.flatMap((part) => [part, 'stated', 'shown', 'right', 'wrong', 'missed', 'P', 'R', 'F1']),
  ]
  const line = (title: string, of: (run: StatedRun) => StatedCounts[]): string[] => [
    title,
    ...parts.flatMap((part) => {
      const counted = runs.filter((run) => run.part === part).map(of)
      const sum = sumOfCounts(counted.flat())
      const { p, r, f1 } = figuresOfCounts(sum)
      const pages = counted.filter((each) => each.length > 0).length
      const { stated, shown, given, right } = sum
      // A shown value in whose place another one was given counts as wrong and as missed.
      const numbers = [pages, stated, shown, right, given - right, shown - right]
      return [...numbers.map(String), ...[p, r, f1].map((share) => share.toFixed(3))]
    }),
  ]
  const all = [...new Set(runs.map(({ kind }) => kind))]
  const lines = all.flatMap((kind) => {
    const own = runs.filter((run) => run.kind === kind)
    const properties = [...new Set(own.flatMap(({ counts }) => Object.keys(counts)))]
    return [
      line(kind, (run) => (run.kind === kind ? Object.values(run.counts) : [])),
      ...properties.map((property) =>
        line(`  ${property}`, ({ counts, ...run }) => {
          const counted = run.kind === kind ? counts[property] : undefined
          return counted === undefined ? [] : [counted]
        }),
      ),
    ]
  })
  return alignColumns([
    headings,
    line(`kinds of ${kindPagesMin} pages or more`, ({ kind, counts }) =>
      kinds.has(kind) ? Object.values(counts) : [],
    ),
    ...lines,
  ])
}
