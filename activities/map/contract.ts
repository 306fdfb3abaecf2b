/** Types for mapping a site. */
import type { EgressClient } from '@seine/shared/egress/connections/contract.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { RobotsLoader } from '../frontier/robots/robots-loader.ts'
import type { PagePorts } from '@seine/shared/pages/page.ts'

export interface MapPorts extends PagePorts {
  egress: EgressClient
  /** Loads robots.txt; whether its rules are obeyed is a setting of the loader. */
  robots: RobotsLoader
  /** Product token looked up in robots.txt. */
  agentToken: string
  /** Where maps are kept for a day; null when they are not kept. */
  store: Pick<Store, 'get' | 'put'> | null
  /** Epoch milliseconds, in place of both clocks. @default the clocks of the system */
  now?: () => number
}

/** Returns the time of the machine, epoch milliseconds, for what callers and other processes read. */
export const wallNow = ({ now = Date.now }: Pick<MapPorts, 'now'>): number => now()

/** Limits of one call. */
export interface MapCall {
  /** End of the call's budget, milliseconds of `monotonicNow`. */
  deadlineMs: number
  signal: AbortSignal
}
