/** The figures of an extraction benchmark as text for people. */
import { alignColumns } from '../crawl/crawl-table.ts'
import { pageTypes } from './dev-set.ts'
import type { ContenderFigures } from './extraction-figures.ts'

const share = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(3))

/** A line per contender: F1 over all pages and by type, CPU. */
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
  const counts = ['pages', ...['', '', ''], ...present.map((type) => String(all[0]?.byType[type]?.pages ?? 0))]
  return alignColumns([headings, ...rows, [...counts, '', '', '', '']])
}
