/** The benchmarks of `./dev bench all`, in order, and how their figures are read. */
import { parseBenchArguments, type AllBenchRequest, type BenchRequest } from '@seine/tools/bench-arguments.ts'
import {
  apiFigures,
  consoleFigures,
  browserFigures,
  crawlFigures,
  extractionFigures,
  jsonFigures,
  scaleFigures,
  scrapeFigures,
} from './collect-figures.ts'
import type { Figure } from './figure.ts'

/** One benchmark of the plan. */
export interface PlannedBench {
  name: string
  request: Exclude<BenchRequest, { bench: 'labs' | 'all' }>
  /** Reads the figures from the JSON that the benchmark wrote. */
  collect: (content: never) => Figure[]
}

/** Returns the benchmarks with peers and rounds as requested, everything else by default. */
export function benchPlan({ peers, rounds }: Pick<AllBenchRequest, 'peers' | 'rounds'>): PlannedBench[] {
  const noPeers = peers === 'none' ? ['--peers', 'none'] : []
  const inRounds = ['--rounds', String(rounds)]
  const planned = (
    name: string,
    flags: readonly string[],
    collect: (bench: string, content: never) => Figure[],
  ): PlannedBench => {
    const [bench = ''] = name.split(' ')
    const request = parseBenchArguments([bench, ...flags]) as PlannedBench['request']
    return { name, request, collect: (content) => collect(name, content) }
  }
  const crawl = (workClass: string): PlannedBench =>
    planned(`crawl ${workClass}`, ['--class', workClass, ...noPeers, ...inRounds], crawlFigures)
  return [
    crawl('html'),
    crawl('markdown'),
    crawl('main'),
    planned('scrape', inRounds, scrapeFigures),
    planned('browser', [...noPeers, ...inRounds], browserFigures),
    planned('extraction', noPeers, extractionFigures),
    planned('json', [], jsonFigures),
    planned('api', [], apiFigures),
    planned('console', [], consoleFigures),
    planned('scale', [], scaleFigures),
  ]
}
