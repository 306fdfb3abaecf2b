/** Costs of load turns, and ratios between contenders. */
import { browserAims } from '../aims.ts'
import { median } from '../crawl/crawl-figures.ts'
import type { PageLoad } from './contender.ts'

/** One turn of one contender. */
export interface TurnRun {
  contender: string
  round: number
  atOnce: number
  wallMs: number
  loads: PageLoad[]
  /** Number of requests the site received in the turn. */
  requests: number
  /** CPU of the process itself, milliseconds; `belowCpuMs` is that of its descendants, the browsers. */
  ownCpuMs: number
  belowCpuMs: number
  peakPssBytes: number
}

/** A contender at one concurrency, over all rounds. */
export interface ContenderFigures {
  contender: string
  title: string
  atOnce: number
  rounds: number
  loads: number
  whole: number
  /** Median of the rounds, like all figures that do not concern a single load. */
  pagesPerSecond: number
  medianMs: number
  p95Ms: number
  requestsPerPage: number
  ownCpuMsPerPage: number
  belowCpuMsPerPage: number
  cpuMsPerPage: number
  peakPssBytes: number
  /** Median milliseconds by phase; empty when the contender does not report phases. */
  phases: Record<string, number>
}

/** Returns the value below which a share of all values lies (nearest rank). NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

function phaseMedians(loads: readonly PageLoad[]): Record<string, number> {
  const names = new Set(loads.flatMap(({ phases }) => Object.keys(phases ?? {})))
  return Object.fromEntries([...names].map((name) => [name, median(loads.map(({ phases }) => phases?.[name] ?? 0))]))
}

/** Summarises the turns of one contender at one concurrency; there must be at least one. */
export function summariseTurns(title: string, runs: readonly TurnRun[]): ContenderFigures {
  const loads = runs.flatMap((run) => run.loads)
  const each = (of: (run: TurnRun) => number): number => median(runs.map((run) => of(run) / run.loads.length))
  return {
    contender: runs[0]?.contender ?? '',
    title,
    atOnce: runs[0]?.atOnce ?? 0,
    rounds: runs.length,
    loads: loads.length,
    whole: loads.filter(({ whole }) => whole).length,
    pagesPerSecond: 1_000 / each(({ wallMs }) => wallMs),
    medianMs: median(loads.map(({ ms }) => ms)),
    p95Ms: percentile(
      loads.map(({ ms }) => ms),
      0.95,
    ),
    requestsPerPage: each(({ requests }) => requests),
    ownCpuMsPerPage: each(({ ownCpuMs }) => ownCpuMs),
    belowCpuMsPerPage: each(({ belowCpuMs }) => belowCpuMs),
    cpuMsPerPage: each(({ ownCpuMs, belowCpuMs }) => ownCpuMs + belowCpuMs),
    peakPssBytes: median(runs.map(({ peakPssBytes }) => peakPssBytes)),
    phases: phaseMedians(loads),
  }
}

/** A contender compared with another at the same concurrency. */
export interface Ratio {
  contender: string
  against: string
  atOnce: number
  /** Ratio of pages per second, and ratio of CPU per page. */
  rate: number
  cpu: number
  /** Target minimum of the rate and maximum of the CPU; null when there is no target. */
  rateAim: number | null
  cpuAim: number | null
}

/** Compares Seine, recording all traffic, with every peer. */
export function ratios(all: readonly ContenderFigures[]): Ratio[] {
  const ours = all.filter(({ contender }) => contender === 'seine-network')
  return ours.flatMap(({ contender, atOnce, pagesPerSecond, cpuMsPerPage }) =>
    all
      .filter((peer) => peer.atOnce === atOnce && !peer.contender.startsWith('seine'))
      .map((peer) => ({
        contender,
        against: peer.contender,
        atOnce,
        rate: pagesPerSecond / peer.pagesPerSecond,
        cpu: cpuMsPerPage / peer.cpuMsPerPage,
        ...(browserAims[peer.contender] ?? { rateAim: null, cpuAim: null }),
      })),
  )
}
