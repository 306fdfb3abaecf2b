/** Formats the sources of wrong values on tuned sites: where rules of filling err, with an example of each. */
import { alignColumns } from '../../crawl/crawl-table.ts'
import type { StatedRun } from './stated-pages.ts'

const sourcesShownMax = 10
const exampleMaxCharacters = 60

/** Values of one property that were read from one kind of source. */
interface SourceCounts {
  title: string
  right: number
  wrong: number
  /** Page, given value and stated value of the first wrong one. */
  example: string[]
}

/** Returns a line for each of the sources with most wrong values, by kind and property. @param runs of any sites. */
export function wrongSourcesTable(runs: readonly StatedRun[]): string {
  const bySource = new Map<string, SourceCounts>()
  for (const { id, kind, counts, answers } of runs) {
    if (answers === undefined) continue
    for (const [property, { given, right }] of Object.entries(counts)) {
      if (given === 0) continue
      const source = sourceOf(answers.sources, property)
      const title = `${kind} ${property} (${source})`
      const sum = bySource.get(title) ?? { title, right: 0, wrong: 0, example: [] }
      bySource.set(title, sum)
      sum.right += right
      sum.wrong += given - right
      if (given > right && sum.example.length === 0)
        sum.example = [id, shortened(answers.given[property]), shortened(answers.stated[property])]
    }
  }
  const worst = [...bySource.values()].filter(({ wrong }) => wrong > 0).toSorted((a, b) => b.wrong - a.wrong)
  return alignColumns([
    ['source', 'wrong', 'right', 'page', 'given', 'stated'],
    ...worst
      .slice(0, sourcesShownMax)
      .map(({ title, right, wrong, example }) => [title, String(wrong), String(right), ...example]),
  ])
}

/** Source of a value, or of the first item of a list. */
const sourceOf = (sources: Record<string, string>, property: string): string =>
  sources[`/${property}`] ?? sources[`/${property}/0`] ?? 'unknown'

const shortened = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/\s+/g, ' ').slice(0, exampleMaxCharacters)
