/** Formats the figures of a browser benchmark as text. */
import { alignColumns } from '../crawl/crawl-table.ts'
import type { ContenderFigures, Ratio } from './browser-figures.ts'

const headings = [
  'contender',
  'at once',
  'whole',
  'pages/s',
  'ms p50',
  'ms p95',
  'requests/page',
  'CPU ms/page',
  'driver',
  'browser',
  'PSS MB',
]

const row = (figures: ContenderFigures): string[] => [
  figures.title,
  String(figures.atOnce),
  `${figures.whole}/${figures.loads}`,
  figures.pagesPerSecond.toFixed(2),
  figures.medianMs.toFixed(0),
  figures.p95Ms.toFixed(0),
  figures.requestsPerPage.toFixed(0),
  figures.cpuMsPerPage.toFixed(0),
  figures.ownCpuMsPerPage.toFixed(0),
  figures.belowCpuMsPerPage.toFixed(0),
  (figures.peakPssBytes / 1024 ** 2).toFixed(0),
]

/** One line per contender and concurrency; those with concurrency one first. */
export const browserTable = (all: readonly ContenderFigures[]): string =>
  alignColumns([headings, ...all.toSorted((a, b) => a.atOnce - b.atOnce).map(row)])

/** Median milliseconds by phase, for contenders that report phases. */
export function phaseTable(all: readonly ContenderFigures[]): string {
  const told = all.filter(({ phases }) => Object.keys(phases).length > 0)
  const names = [...new Set(told.flatMap(({ phases }) => Object.keys(phases)))]
  const rows = told.map(({ title, atOnce, phases }) => [
    title,
    String(atOnce),
    ...names.map((name) => (phases[name] ?? 0).toFixed(1)),
  ])
  return told.length === 0 ? '' : alignColumns([['phase ms, median', 'at once', ...names], ...rows])
}

const judged = (value: number, aim: number | null, reached: boolean, sign: string): string =>
  aim === null ? `${value.toFixed(2)} x` : `${value.toFixed(2)} x (aim ${sign} ${aim}${reached ? '' : ', missed'})`

/** One line per peer: the comparison of Seine with it. */
export const ratioLines = (all: readonly Ratio[]): string =>
  all
    .map(({ against, atOnce, rate, cpu, rateAim, cpuAim }) => {
      const rates = judged(rate, rateAim, rateAim !== null && rate >= rateAim, '>=')
      const cpus = judged(cpu, cpuAim, cpuAim !== null && cpu <= cpuAim, '<=')
      return `Seine against ${against}, ${atOnce} at once: pages/s ${rates}, CPU ${cpus}\n`
    })
    .join('')
