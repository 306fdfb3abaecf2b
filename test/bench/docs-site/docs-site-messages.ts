/** Messages between the docs site and its program. Types only. */
import type { RequestCounts } from './request-counts.ts'

export type SiteMessage = { port: number } | SiteReport

export type SiteQuestion = 'counts' | 'reset'

export interface SiteReport {
  counts: RequestCounts
  /** CPU of the site since the last reset, milliseconds. */
  cpuMs: number
}
