/** What mapping a site takes. */
import type { EgressClient } from '@seine/shared/egress/connections/contract.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { RobotsLoader } from '../frontier/robots/robots-loader.ts'
import type { PagePorts } from '@seine/shared/pages/page.ts'

export interface MapPorts extends PagePorts {
  egress: EgressClient
  /** Whether rules are obeyed is a setting of the loader. */
  robots: RobotsLoader
  /** Product token looked up in robots.txt. */
  agentToken: string
  /** Where maps are kept for a day; null = nowhere. */
  store: Pick<Store, 'get' | 'put'> | null
  /** Epoch milliseconds. @default the clock */
  now?: () => number
}

/** The bounds of one call. */
export interface MapCall {
  /** End of the call's budget, epoch milliseconds. */
  deadlineMs: number
  signal: AbortSignal
}
