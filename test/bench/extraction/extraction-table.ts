/** Formats the figures of an extraction benchmark as text. */
import { alignColumns } from '../crawl/crawl-table.ts'
import { pageTypes } from './dev-set.ts'
import type { ContenderFigures } from './extraction-figures.ts'
import type { MetadataScore } from './metadata-score.ts'

const share = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(3))

/** One line per contender: F1 over all pages and by type, CPU. */
export function extractionTable(all: readonly ContenderFigures[]): string {
  const present = pageTypes.filter((type) => all.some(({ byType }) => byType[type] !== undefined))
  const headings = ['contender', 'F1', 'P', 'R', ...present, 'CPU ms mean', 'median', 'max', 'failed']
  const rows = all.map((figures) => [
    figures.contender,
    share(figures.f1),
    share(figures.precision),
    share(figures.recall),
    ...present.map((type) => share(figures.byType[type]?.f1)),
    figures.cpuMsMean.toFixed(1),
    figures.cpuMsMedian.toFixed(1),
    `${figures.cpuMsMax.toFixed(0)} (${figures.slowest})`,
    String(figures.failed),
  ])
  const counts = ['pages', '', '', '', ...present.map((type) => String(all[0]?.byType[type]?.pages ?? 0))]
  return alignColumns([headings, ...rows, [...counts, '', '', '', '']])
}

/** How a converter does on the examples of CommonMark. */
export interface RoundTrip {
  title: string
  /** Examples that a reader sees changed after the round trip, and their total. */
  changed: number
  of: number
  /** Examples without raw HTML whose tree is not exactly the same, and their total. */
  inexact: number
  plain: number
}

/** One line per contender: how many CommonMark examples its Markdown round trip leaves unchanged. */
export const roundTripLines = (all: readonly RoundTrip[]): string =>
  all
    .map(
      ({ title, changed, of, inexact, plain }) =>
        `${title}: ${of - changed} of ${of} CommonMark examples come back (${percent(1 - changed / of)}); ` +
        `of those without raw HTML ${plain - inexact} of ${plain} exactly (${percent(1 - inexact / plain)})\n`,
    )
    .join('')

/** Share of pages on which each fact is correct, among the pages that have it. */
export const metadataLine = (scores: readonly MetadataScore[]): string =>
  (['title', 'author', 'date'] as const)
    .map((fact) => {
      const known = scores.filter((score) => score[fact] !== null)
      const right = known.filter((score) => score[fact] === true)
      return `${fact} ${(right.length / Math.max(1, known.length)).toFixed(3)} of ${known.length}`
    })
    .join(', ')

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`
