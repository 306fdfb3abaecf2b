/** Formats the figures of the json benchmark as text. */
import { alignColumns } from '../crawl/crawl-table.ts'
import { f1Of, totalScore, type FieldScore } from './field-score.ts'

/** Result of one page. */
export interface JsonRun {
  set: string
  name: string
  kind: string
  score: FieldScore
  /** Whether the value conforms to its schema. */
  valid: boolean
  /** Time in the extraction thread, milliseconds. */
  ms: number
}

const figure = (value: number): string => value.toFixed(3)

function line(title: string, runs: readonly JsonRun[]): string[] {
  const total = totalScore(runs.map(({ score }) => score))
  const pages = runs.map(({ score }) => f1Of(score))
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  return [
    title,
    String(runs.length),
    figure(f1Of(total)),
    figure(total.right / Math.max(1, total.given)),
    figure(total.right / Math.max(1, total.wanted)),
    figure(mean(pages)),
    `${runs.filter(({ valid }) => valid).length}`,
    mean(runs.map(({ ms }) => ms)).toFixed(1),
  ]
}

/** Returns one line for all pages, one for each set and one for each kind. */
export function jsonTable(runs: readonly JsonRun[]): string {
  const groups = (key: 'set' | 'kind'): string[][] =>
    [...new Set(runs.map((run) => run[key]))].toSorted().map((name) =>
      line(
        name,
        runs.filter((run) => run[key] === name),
      ),
    )
  const headings = ['pages of', 'pages', 'F1 of fields', 'P', 'R', 'mean F1 of a page', 'valid', 'ms a page']
  return alignColumns([headings, line('all', runs), ...groups('set'), ...groups('kind')])
}
