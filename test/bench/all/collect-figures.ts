/** Reads the figures from the JSON that each benchmark writes. */
import type { LoadFigures } from '../api/api-figures.ts'
import type { ConsoleFigure } from '../console/console-figures.ts'
import { percentile, type ContenderFigures, type TurnRun } from '../browser/browser-figures.ts'
import { cpuMsPerPage, type CrawlerFigures, type CrawlRun } from '../crawl/crawl-figures.ts'
import type { ContenderFigures as ExtractionFigures, PageRun } from '../extraction/extraction-figures.ts'
import { f1Of, totalScore } from '../json/field-score.ts'
import type { JsonRun } from '../json/json-table.ts'
import type { StatedRun } from '../json/stated/stated-pages.ts'
import { figuresOfCounts } from '../json/stated/stated-score.ts'
import { kindsOfTotal, totalOfRuns } from '../json/stated/stated-table.ts'
import type { ScaleFigures, ScaleRun } from '../scale/scale-figures.ts'
import type { ScrapeFigures, ScrapeRun } from '../scrape/scrape-figures.ts'
import { spreadOf, type Figure } from './figure.ts'

const mebibytes = (bytes: number): number => bytes / 1024 ** 2

/** A value with its rounds. */
type Measured = [measure: string, value: number, better: Figure['better'], rounds?: readonly number[]]

const figuresOf = (bench: string, subject: string, measured: readonly Measured[]): Figure[] =>
  measured.map(([measure, value, better, rounds = []]) => ({
    bench,
    subject,
    measure,
    value,
    better,
    spread: spreadOf(rounds),
  }))

interface CrawlContent {
  figures: CrawlerFigures[]
  runs: CrawlRun[]
}

/** @param bench with the class of output, for example `crawl html`. */
export const crawlFigures = (bench: string, { figures, runs }: CrawlContent): Figure[] =>
  figures.flatMap(({ crawler, title, results, wallMs, cpuMsPerPage: cpuMs, peakRssBytes }) => {
    const own = runs.filter((run) => run.crawler === crawler)
    const rates = own.map((run) => (run.results * 1_000) / run.wallMs)
    return figuresOf(bench, title, [
      ['pages a second', (results * 1_000) / wallMs, 'more', rates],
      ['CPU ms a page', cpuMs, 'less', cpuMsPerPage(own)],
      ['MB', mebibytes(peakRssBytes), 'less', own.map((run) => run.peakRssBytes)],
    ])
  })

interface ScrapeContent {
  figures: ScrapeFigures[]
  runs: ScrapeRun[]
}

export const scrapeFigures = (bench: string, { figures, runs }: ScrapeContent): Figure[] =>
  figures.flatMap(({ title, page, atOnce, p50Ms, p95Ms, pagesPerSecond, cpuMsPerPage: cpuMs }) => {
    const own = runs.filter((run) => run.title === title && run.atOnce === atOnce)
    const each = (of: (run: ScrapeRun) => number): number[] => own.map(of)
    return figuresOf(bench, `${title}, ${page}, ${atOnce} at once`, [
      ['ms p50', p50Ms, 'less', each(({ loadMs }) => percentile(loadMs, 0.5))],
      ['ms p95', p95Ms, 'less', each(({ loadMs }) => percentile(loadMs, 0.95))],
      ['pages a second', pagesPerSecond, 'more', each((run) => (run.loadMs.length * 1_000) / run.wallMs)],
      ['CPU ms a page', cpuMs, 'less', each((run) => run.cpuMs / run.loadMs.length)],
    ])
  })

interface BrowserContent {
  figures: ContenderFigures[]
  runs: TurnRun[]
}

export const browserFigures = (bench: string, { figures, runs }: BrowserContent): Figure[] =>
  figures.flatMap(({ contender, title, atOnce, medianMs, pagesPerSecond, cpuMsPerPage: cpuMs, peakPssBytes }) => {
    const own = runs.filter((run) => run.contender === contender && run.atOnce === atOnce)
    const each = (of: (run: TurnRun) => number): number[] => own.map(of)
    return figuresOf(bench, `${title}, ${atOnce} at once`, [
      ['ms p50', medianMs, 'less', each(({ loads }) => percentile(loads.map(({ ms }) => ms), 0.5))], // prettier-ignore
      ['pages a second', pagesPerSecond, 'more', each((run) => (run.loads.length * 1_000) / run.wallMs)],
      ['CPU ms a page', cpuMs, 'less', each((run) => (run.ownCpuMs + run.belowCpuMs) / run.loads.length)],
      ['MB', mebibytes(peakPssBytes), 'less', each((run) => run.peakPssBytes)],
    ])
  })

interface ExtractionContent {
  figures: ExtractionFigures[]
  runs: PageRun[]
}

export const extractionFigures = (bench: string, { figures, runs }: ExtractionContent): Figure[] =>
  figures.flatMap(({ contender, f1, cpuMsMean, cpuMsMedian }) => {
    const cpuMs = runs.filter((run) => run.contender === contender).map((run) => run.cpuMs)
    return figuresOf(bench, contender, [
      ['F1', f1, 'more'],
      ['CPU ms a page, mean', cpuMsMean, 'less'],
      ['median', cpuMsMedian, 'less'],
      ['p99', percentile(cpuMs, 0.99), 'less'],
    ])
  })

/** @param content fields of pages, in sets. */
export function jsonFigures(bench: string, { runs, stated }: { runs: JsonRun[]; stated: StatedRun[] }): Figure[] {
  const sets = ['all', ...new Set(runs.map(({ set }) => set))]
  const kinds = kindsOfTotal(stated)
  const ofStatements = [...new Set(stated.map(({ part }) => part))].flatMap((part) => {
    const { f1 } = figuresOfCounts(
      totalOfRuns(
        stated.filter((run) => run.part === part),
        kinds,
      ),
    )
    return figuresOf(bench, `Seine, statements of real pages: ${part}`, [['F1 of fields', f1, 'more']])
  })
  const written = sets.flatMap((name) => {
    const own = runs.filter(({ set }) => name === 'all' || set === name)
    const f1 = f1Of(totalScore(own.map(({ score }) => score)))
    return figuresOf(bench, `Seine, pages: ${name}`, [['F1 of fields', f1, 'more']])
  })
  return [...written, ...ofStatements]
}

export const apiFigures = (bench: string, { figures }: { figures: LoadFigures[] }): Figure[] =>
  figures.flatMap(({ title, perSecond, p50Ms, p99Ms }) =>
    figuresOf(bench, `Seine, ${title}`, [
      ['a second', perSecond, 'more'],
      ['ms p50', p50Ms, 'less'],
      ['ms p99', p99Ms, 'less'],
    ]),
  )

/** Shares of a core are left out: they are differences of a thousandth, and the benchmark itself checks their mark. */
export const consoleFigures = (bench: string, { figures }: { figures: ConsoleFigure[] }): Figure[] =>
  figures
    .filter(({ unit }) => unit !== '%')
    .flatMap(({ title, value, unit }) => figuresOf(bench, `Seine, ${title}`, [[unit, value, 'less']]))

interface ScaleContent {
  runs: (Pick<ScaleRun, 'jobs' | 'peakRssBytes'> & { figures: ScaleFigures })[]
}

export const scaleFigures = (bench: string, { runs }: ScaleContent): Figure[] =>
  runs.flatMap(({ jobs, peakRssBytes, figures }) =>
    figuresOf(bench, `Seine, ${jobs} ${jobs === 1 ? 'job' : 'jobs'}`, [
      ['pages a second', figures.pagesPerSecond, 'more'],
      ['CPU ms a page', figures.cpuMsPerPage, 'less'],
      ['without the work on pages', figures.orchestrationCpuMsPerPage, 'less'],
      ['MB', mebibytes(peakRssBytes), 'less'],
    ]),
  )
