/** Reads the figures from the JSON that each benchmark writes. */
import type { ApiLoad } from '../api/api-figures.ts'
import type { LargeBatches } from '../api/large-batches.ts'
import type { ConsoleFigure } from '../console/console-figures.ts'
import { percentile, type ContenderFigures, type TurnRun } from '../browser/browser-figures.ts'
import { cpuMsPerPage, median, shareOut, type CrawlerFigures, type CrawlRun } from '../crawl/crawl-figures.ts'
import type { ContenderFigures as ExtractionFigures, PageRun } from '../extraction/extraction-figures.ts'
import { f1Of, totalScore } from '../json/field-score.ts'
import type { JsonRun } from '../json/json-table.ts'
import type { StatedRun } from '../json/stated/stated-pages.ts'
import { figuresOfCounts } from '../json/stated/stated-score.ts'
import { kindsOfTotal, totalOfRuns } from '../json/stated/stated-table.ts'
import type { ScaleFigures, ScaleRun } from '../scale/scale-figures.ts'
import type { ScrapeFigures, ScrapeRun } from '../scrape/scrape-figures.ts'
import type { StartsFigures } from '../starts/starts-figures.ts'
import { spreadOf, type Figure } from './figure.ts'

const mebibytes = (bytes: number): number => bytes / 1024 ** 2

/** A value with its rounds. */
type Measured = [measure: string, value: number, better: Figure['better'], rounds?: readonly number[]]

/** Returns the figures of a subject; what is no number was not measured. */
const figuresOf = (subject: string, measured: readonly Measured[]): Figure[] =>
  measured
    .filter(([, value]) => Number.isFinite(value))
    .map(([measure, value, better, rounds = []]) => ({ subject, measure, value, better, spread: spreadOf(rounds) }))

interface CrawlContent {
  figures: CrawlerFigures[]
  runs: CrawlRun[]
}

const cpu = 'CPU ms a page'

/** Figures of Seine alone: crawls of a new and of a warm stack, memory before a crawl, processes. */
function ownCrawlFigures(runs: readonly CrawlRun[]): Figure[] {
  const costs = cpuMsPerPage(runs)
  const crawlOf = (round: number): number => costs[runs.findIndex((run) => run.round === round)] ?? Number.NaN
  const idle = runs.map(({ idleRssBytes }) => mebibytes(idleRssBytes))
  return [
    ...figuresOf('Seine, first crawl', [[cpu, crawlOf(1), 'less']]),
    ...figuresOf('Seine, third crawl', [[cpu, crawlOf(3), 'less']]),
    ...figuresOf('Seine, idle', [['MB', median(idle), 'less', idle]]),
    ...shareOut(runs).flatMap(({ name, cpuMsPerPage: cpuMs, peakRssBytes }) => {
      const own = runs.flatMap(({ results, processes }) =>
        processes.filter((each) => each.name === name).map((each) => ({ ...each, results })),
      )
      return figuresOf(`Seine, ${name}`, [
        [cpu, cpuMs, 'less', own.map((each) => each.cpuMs / Math.max(each.results, 1))],
        ['MB', mebibytes(peakRssBytes), 'less', own.map((each) => each.peakRssBytes)],
      ])
    }),
  ]
}

export const crawlFigures = ({ figures, runs }: CrawlContent): Figure[] => [
  ...figures.flatMap(({ crawler, title, results, wallMs, cpuMsPerPage: cpuMs, peakRssBytes }) => {
    const own = runs.filter((run) => run.crawler === crawler)
    const rates = own.map((run) => (run.results * 1_000) / run.wallMs)
    return figuresOf(title, [
      ['pages a second', (results * 1_000) / wallMs, 'more', rates],
      [cpu, cpuMs, 'less', cpuMsPerPage(own)],
      ['MB', mebibytes(peakRssBytes), 'less', own.map((run) => run.peakRssBytes)],
    ])
  }),
  ...ownCrawlFigures(runs.filter(({ crawler }) => crawler === 'seine')),
]

interface ScrapeContent {
  figures: ScrapeFigures[]
  runs: ScrapeRun[]
}

export const scrapeFigures = ({ figures, runs }: ScrapeContent): Figure[] =>
  figures.flatMap(({ title, page, atOnce, p50Ms, p95Ms, pagesPerSecond, cpuMsPerPage: cpuMs, peakRssBytes }) => {
    const own = runs.filter((run) => run.title === title && run.atOnce === atOnce)
    const each = (of: (run: ScrapeRun) => number): number[] => own.map(of)
    const subject = `${title}, ${page}, ${atOnce} at once`
    const names = new Set(own.flatMap(({ processes }) => processes.map(({ name }) => name)))
    // A peer is one process, whose figures are those of the peer.
    const parts = names.size > 1 ? [...names] : []
    return [
      ...figuresOf(subject, [
        ['ms p50', p50Ms, 'less', each(({ loadMs }) => percentile(loadMs, 0.5))],
        ['ms p95', p95Ms, 'less', each(({ loadMs }) => percentile(loadMs, 0.95))],
        ['pages a second', pagesPerSecond, 'more', each((run) => (run.loadMs.length * 1_000) / run.wallMs)],
        [cpu, cpuMs, 'less', each((run) => run.cpuMs / run.loadMs.length)],
        ['MB', mebibytes(peakRssBytes), 'less', each((run) => run.peakRssBytes)],
      ]),
      ...parts.flatMap((name) => {
        const costs = own.flatMap(({ processes, loadMs }) =>
          processes.filter((process) => process.name === name).map((process) => process.cpuMs / loadMs.length),
        )
        const sizes = own.flatMap(({ processes }) => processes.filter((process) => process.name === name))
        return figuresOf(`${subject}, ${name}`, [
          [cpu, median(costs), 'less', costs],
          ['MB', mebibytes(Math.max(...sizes.map((process) => process.peakRssBytes))), 'less'],
        ])
      }),
    ]
  })

interface BrowserContent {
  figures: ContenderFigures[]
  runs: TurnRun[]
}

export const browserFigures = ({ figures, runs }: BrowserContent): Figure[] =>
  figures.flatMap((all) => {
    const { contender, title, atOnce, medianMs, pagesPerSecond, cpuMsPerPage: cpuMs, peakPssBytes } = all
    const own = runs.filter((run) => run.contender === contender && run.atOnce === atOnce)
    const each = (of: (run: TurnRun) => number): number[] => own.map(of)
    return figuresOf(`${title}, ${atOnce} at once`, [
      ['ms p50', medianMs, 'less', each(({ loads }) => percentile(loads.map(({ ms }) => ms), 0.5))], // prettier-ignore
      ['pages a second', pagesPerSecond, 'more', each((run) => (run.loads.length * 1_000) / run.wallMs)],
      [cpu, cpuMs, 'less', each((run) => (run.ownCpuMs + run.belowCpuMs) / run.loads.length)],
      ['of the driver', all.ownCpuMsPerPage, 'less', each((run) => run.ownCpuMs / run.loads.length)],
      ['of the browser', all.belowCpuMsPerPage, 'less', each((run) => run.belowCpuMs / run.loads.length)],
      ['MB', mebibytes(peakPssBytes), 'less', each((run) => run.peakPssBytes)],
    ])
  })

interface ExtractionContent {
  figures: ExtractionFigures[]
  runs: PageRun[]
}

export const extractionFigures = ({ figures, runs }: ExtractionContent): Figure[] =>
  figures.flatMap(({ contender, f1, cpuMsMean, cpuMsMedian }) => {
    const cpuMs = runs.filter((run) => run.contender === contender).map((run) => run.cpuMs)
    return figuresOf(contender, [
      ['F1', f1, 'more'],
      [`${cpu}, mean`, cpuMsMean, 'less'],
      ['median', cpuMsMedian, 'less'],
      ['p99', percentile(cpuMs, 0.99), 'less'],
    ])
  })

/** @param content fields of pages, in sets. */
export function jsonFigures({ runs, stated }: { runs: JsonRun[]; stated: StatedRun[] }): Figure[] {
  const sets = ['all', ...new Set(runs.map(({ set }) => set))]
  const kinds = kindsOfTotal(stated)
  const ofStatements = [...new Set(stated.map(({ part }) => part))].flatMap((part) => {
    const { f1 } = figuresOfCounts(
      totalOfRuns(
        stated.filter((run) => run.part === part),
        kinds,
      ),
    )
    return figuresOf(`Seine, statements of real pages: ${part}`, [['F1 of fields', f1, 'more']])
  })
  const written = sets.flatMap((name) => {
    const own = runs.filter(({ set }) => name === 'all' || set === name)
    const f1 = f1Of(totalScore(own.map(({ score }) => score)))
    return figuresOf(`Seine, pages: ${name}`, [['F1 of fields', f1, 'more']])
  })
  return [...written, ...ofStatements]
}

/** One line for each rate of starts, and one for each process. */
export const startFigures = ({ figures }: { figures: StartsFigures[] }): Figure[] =>
  figures.flatMap(({ perSecond, p50Ms, p99Ms, cpuMsPerJob, processes }) => {
    const subject = `Seine, ${perSecond} a second`
    return [
      ...figuresOf(subject, [
        ['ms p50', p50Ms, 'less'],
        ['ms p99', p99Ms, 'less'],
        ['CPU ms a job', cpuMsPerJob, 'less'],
      ]),
      ...processes.flatMap((each) =>
        figuresOf(`${subject}, ${each.name}`, [['CPU ms a job', each.cpuMsPerJob, 'less']]),
      ),
    ]
  })

interface ApiContent {
  figures: ApiLoad[]
  /** Listeners that received an event. */
  told: number
  batches: LargeBatches
}

export const apiFigures = ({ figures, told, batches }: ApiContent): Figure[] => [
  ...figures.flatMap(({ title, perSecond, p50Ms, p99Ms, blockMs, turnCpuMs }) =>
    figuresOf(`Seine, ${title}`, [
      ['a second', perSecond, 'more'],
      ['ms p50', p50Ms, 'less'],
      ['ms p99', p99Ms, 'less'],
      ['longest turn of the gateway, ms', blockMs, 'less'],
      ['its CPU', turnCpuMs, 'less'],
    ]),
  ),
  ...figuresOf('Seine, listeners', [['with an event', told, 'more']]),
  ...figuresOf('Seine, starts of the largest batch', [
    ['ms p50', batches.p50Ms, 'less'],
    ['longest turn of the gateway, ms', batches.longest.blockMs, 'less'],
    ['its CPU', batches.longest.turnCpuMs, 'less'],
  ]),
]

/** Shares of a core are left out: they are differences of a thousandth, and the benchmark itself checks their mark. */
export const consoleFigures = ({ figures }: { figures: ConsoleFigure[] }): Figure[] =>
  figures
    .filter(({ unit }) => unit !== '%')
    .flatMap(({ title, value, unit }) => figuresOf(`Seine, ${title}`, [[unit, value, 'less']]))

interface ScaleContent {
  runs: (Pick<ScaleRun, 'jobs' | 'peakRssBytes'> & { figures: ScaleFigures })[]
}

export const scaleFigures = ({ runs }: ScaleContent): Figure[] =>
  runs.flatMap(({ jobs, peakRssBytes, figures }) => {
    const subject = `Seine, ${jobs} ${jobs === 1 ? 'job' : 'jobs'}`
    return [
      ...figuresOf(subject, [
        ['pages a second', figures.pagesPerSecond, 'more'],
        [cpu, figures.cpuMsPerPage, 'less'],
        ['without the work on pages', figures.orchestrationCpuMsPerPage, 'less'],
        ['MB', mebibytes(peakRssBytes), 'less'],
      ]),
      ...figures.shares.flatMap(({ role, cpuMsPerPage: cpuMs, peakRssBytes: bytes }) =>
        figuresOf(`${subject}, ${role}`, [
          [cpu, cpuMs, 'less'],
          ['MB', mebibytes(bytes), 'less'],
        ]),
      ),
    ]
  })
