/** Formats the results of API loads as text. */
import { alignColumns } from '../crawl/crawl-table.ts'
import type { LoopTurns } from './loop-turns.ts'

/** One kind of call in one load. */
export interface LoadFigures {
  title: string
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Answers other than 2xx, timeouts, lost connections. */
  failed: number
}

/** One kind of call, and the gateway during its load. */
export interface ApiLoad extends LoadFigures, LoopTurns {}

const headings = ['load', 'requests', 'per s', 'p50 ms', 'p99 ms', 'max ms', 'failed', 'block ms', 'turn CPU ms']

/** One line per kind of call, in the order in which they were made. */
export const loadTable = (all: readonly ApiLoad[]): string =>
  alignColumns([
    headings,
    ...all.map(({ title, requests, perSecond, p50Ms, p99Ms, maxMs, failed, blockMs, turnCpuMs }) => [
      title,
      String(requests),
      perSecond.toFixed(0),
      p50Ms.toFixed(0),
      p99Ms.toFixed(0),
      maxMs.toFixed(0),
      String(failed),
      blockMs.toFixed(0),
      turnCpuMs.toFixed(0),
    ]),
  ])
