/** What one crawl cost, and what many cost together. */
import type { ProcessFigures } from '../processes/process-meter.ts'
import type { CrawlerName } from './crawler.ts'

/** One crawl of one crawler. */
export interface CrawlRun {
  crawler: CrawlerName
  round: number
  /** Distinct pages that the site has served. */
  pages: number
  /** Further answers of the site for the same pages. */
  repeats: number
  requests: number
  /** Distinct whole pages among the results. */
  results: number
  wallMs: number
  /** CPU of all its processes while it crawled. */
  cpuMs: number
  /** CPU of the same processes in a second of doing nothing, before the crawl. */
  idleCpuMsPerSecond: number
  peakRssBytes: number
  inFlightMax: number
  processes: ProcessFigures[]
}

/** A crawler over all rounds; medians. */
export interface CrawlerFigures {
  crawler: CrawlerName
  title: string
  rounds: number
  pages: number
  results: number
  repeats: number
  wallMs: number
  /** Without what the processes use when they do nothing. */
  cpuMsPerPage: number
  peakRssBytes: number
}

/** One process of a crawler over all rounds; medians. */
export interface ProcessShare {
  name: string
  /** Idle CPU included. */
  cpuMsPerPage: number
  peakRssBytes: number
}

/** Middle value; of an even number the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * CPU per page of each run. What idle processes use is taken off at the lowest rate seen in any
 * round: a stack that was still warming up must not be credited with that.
 */
export function cpuMsPerPage(runs: readonly CrawlRun[]): number[] {
  const idle = Math.min(...runs.map(({ idleCpuMsPerSecond }) => idleCpuMsPerSecond))
  return runs.map(({ cpuMs, wallMs, results }) => (cpuMs - (idle * wallMs) / 1_000) / Math.max(results, 1))
}

/** Medians of one crawler's runs, of which there is at least one. */
export function summarise(crawler: CrawlerName, title: string, runs: readonly CrawlRun[]): CrawlerFigures {
  const middle = (of: (run: CrawlRun) => number): number => median(runs.map(of))
  return {
    crawler,
    title,
    rounds: runs.length,
    pages: middle(({ pages }) => pages),
    results: middle(({ results }) => results),
    repeats: middle(({ repeats }) => repeats),
    wallMs: middle(({ wallMs }) => wallMs),
    cpuMsPerPage: median(cpuMsPerPage(runs)),
    peakRssBytes: middle(({ peakRssBytes }) => peakRssBytes),
  }
}

/** What each process of a crawler had in its runs. */
export function shareOut(runs: readonly CrawlRun[]): ProcessShare[] {
  const all = runs.flatMap(({ processes, results }) => processes.map((process) => ({ ...process, results })))
  return [...Map.groupBy(all, ({ name }) => name)].map(([name, own]) => ({
    name,
    cpuMsPerPage: median(own.map(({ cpuMs, results }) => cpuMs / Math.max(results, 1))),
    peakRssBytes: median(own.map(({ peakRssBytes }) => peakRssBytes)),
  }))
}
