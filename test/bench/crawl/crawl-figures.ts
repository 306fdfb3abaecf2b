/** The cost of one crawl, and of several crawls together. */
import type { ProcessFigures } from '../processes/process-meter.ts'
import type { CrawlerName } from './crawler.ts'

/** One crawl of one crawler. */
export interface CrawlRun {
  crawler: CrawlerName
  round: number
  /** Number of distinct pages that the site has served. */
  pages: number
  /** Additional answers of the site for the same pages. */
  repeats: number
  requests: number
  /** Number of distinct complete pages among the results. */
  results: number
  wallMs: number
  /** CPU of all its processes during the crawl. */
  cpuMs: number
  /** CPU of the same processes per second while idle, before the crawl. */
  idleCpuMsPerSecond: number
  /** Memory of the same processes together while idle. */
  idleRssBytes: number
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
  /** Without the CPU that the processes use while idle. */
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

/** Returns the middle value; for an even number of values the mean of the middle two. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * Returns the CPU per page of each run. Idle CPU is subtracted at the lowest rate of any round: a stack that was still
 * warming up must not be credited for it.
 */
export function cpuMsPerPage(runs: readonly CrawlRun[]): number[] {
  const idle = Math.min(...runs.map(({ idleCpuMsPerSecond }) => idleCpuMsPerSecond))
  return runs.map(({ cpuMs, wallMs, results }) => (cpuMs - (idle * wallMs) / 1_000) / Math.max(results, 1))
}

/** Returns the medians of one crawler's runs; there must be at least one. */
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

/** Returns the share of each process in a crawler's runs. */
export function shareOut(runs: readonly CrawlRun[]): ProcessShare[] {
  const all = runs.flatMap(({ processes, results }) => processes.map((process) => ({ ...process, results })))
  return [...Map.groupBy(all, ({ name }) => name)].map(([name, own]) => ({
    name,
    cpuMsPerPage: median(own.map(({ cpuMs, results }) => cpuMs / Math.max(results, 1))),
    peakRssBytes: median(own.map(({ peakRssBytes }) => peakRssBytes)),
  }))
}
