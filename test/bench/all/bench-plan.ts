/** The benchmarks of `./dev bench all`, in order, and how their figures are read. */
import {
  parseBenchArguments,
  plannedBenchNames,
  type AllBenchRequest,
  type BenchRequest,
} from '@seine/tools/bench-arguments.ts'
import {
  apiFigures,
  browserFigures,
  consoleFigures,
  crawlFigures,
  extractionFigures,
  jsonFigures,
  scaleFigures,
  scrapeFigures,
  startFigures,
} from './collect-figures.ts'
import type { Figure } from './figure.ts'
import { planLimits } from './plan-limits.ts'

/** One benchmark of the plan. */
export interface PlannedBench {
  /** Its command with the variant: `crawl html`. */
  name: string
  request: Exclude<BenchRequest, { bench: 'labs' | 'all' }>
  /** Reads the figures from the JSON that the benchmark wrote. */
  collect: (content: never) => Figure[]
}

/** Returns the requested benchmarks in the order in which they run. */
export function benchPlan({ only, peers, rounds }: Pick<AllBenchRequest, 'only' | 'peers' | 'rounds'>): PlannedBench[] {
  const noPeers = peers === 'none' ? ['--peers', 'none'] : []
  const inRounds = ['--rounds', String(rounds)]
  const planned = (name: string, flags: readonly string[], collect: PlannedBench['collect']): PlannedBench => {
    const [bench = ''] = name.split(' ')
    return { name, request: parseBenchArguments([bench, ...flags]) as PlannedBench['request'], collect }
  }
  const { crawlRoundsMin, extractionPeersPages, consoleSeconds, scaleJobs, scalePages } = planLimits
  const crawlRounds = ['--rounds', String(Math.max(rounds, crawlRoundsMin))]
  const crawl = (workClass: string): PlannedBench =>
    planned(`crawl ${workClass}`, ['--class', workClass, ...noPeers, ...crawlRounds], crawlFigures)
  const all = [
    crawl('html'),
    crawl('markdown'),
    crawl('main'),
    planned('scrape', inRounds, scrapeFigures),
    // The aims are multiples of bare Puppeteer, which needs no installation.
    planned('browser', [...(peers === 'none' ? ['--peers', 'puppeteer'] : []), ...inRounds], browserFigures),
    planned('extraction', ['--peers', 'none'], extractionFigures),
    ...(peers === 'none'
      ? []
      : [planned('extraction peers', ['--pages', String(extractionPeersPages)], extractionFigures)]),
    planned('json', [], jsonFigures),
    planned('api', [], apiFigures),
    planned('starts', [], startFigures),
    planned('console', ['--seconds', String(consoleSeconds)], consoleFigures),
    planned('scale', ['--jobs', scaleJobs.join(','), '--pages', String(scalePages)], scaleFigures),
  ]
  return all.filter(({ request: { bench } }) => only.includes(bench))
}

/** The names of all benchmarks of the plan, in its order. */
export const planNames = (): string[] =>
  benchPlan({ only: [...plannedBenchNames], peers: 'all', rounds: 1 }).map(({ name }) => name)
