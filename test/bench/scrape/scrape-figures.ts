/** Durations and costs of synchronous scrapes, as figures and as text. */
import type { ProcessFigures } from '../processes/process-meter.ts'
import { percentile } from '../browser/browser-figures.ts'
import { alignColumns } from '../crawl/crawl-table.ts'
import { median } from '../crawl/crawl-figures.ts'

/** One turn of one contender. */
export interface ScrapeRun {
  title: string
  page: 'article' | 'application'
  atOnce: number
  wallMs: number
  /** Milliseconds of each load. */
  loadMs: number[]
  whole: number
  /** CPU of all its processes. */
  cpuMs: number
  peakRssBytes: number
  processes: ProcessFigures[]
}

export interface ScrapeFigures {
  title: string
  page: ScrapeRun['page']
  atOnce: number
  loads: number
  whole: number
  p50Ms: number
  p95Ms: number
  pagesPerSecond: number
  cpuMsPerPage: number
  peakRssBytes: number
}

/** Summarises the turns of each contender at each concurrency. */
export function summariseScrapes(runs: readonly ScrapeRun[]): ScrapeFigures[] {
  const groups = Map.groupBy(runs, ({ title, atOnce }) => `${atOnce} ${title}`)
  return [...groups.values()].map((own) => {
    const [first] = own
    const loadMs = own.flatMap((run) => run.loadMs)
    return {
      title: first!.title,
      page: first!.page,
      atOnce: first!.atOnce,
      loads: loadMs.length,
      whole: own.reduce((sum, { whole }) => sum + whole, 0),
      p50Ms: median(loadMs),
      p95Ms: percentile(loadMs, 0.95),
      pagesPerSecond: median(own.map((run) => (run.loadMs.length * 1_000) / run.wallMs)),
      cpuMsPerPage: median(own.map((run) => run.cpuMs / run.loadMs.length)),
      peakRssBytes: Math.max(...own.map((run) => run.peakRssBytes)),
    }
  })
}

const headings = ['contender', 'page', 'at once', 'whole', 'ms p50', 'ms p95', 'pages/s', 'CPU ms/page', 'RSS MB']

/** One line per contender and concurrency. */
export const scrapeTable = (all: readonly ScrapeFigures[]): string =>
  alignColumns([
    headings,
    ...all
      .toSorted((a, b) => a.page.localeCompare(b.page) * -1 || a.atOnce - b.atOnce)
      .map((figures) => [
        figures.title,
        figures.page,
        String(figures.atOnce),
        `${figures.whole}/${figures.loads}`,
        figures.p50Ms.toFixed(1),
        figures.p95Ms.toFixed(1),
        figures.pagesPerSecond.toFixed(1),
        figures.cpuMsPerPage.toFixed(1),
        (figures.peakRssBytes / 1024 ** 2).toFixed(0),
      ]),
  ])
