/** The dependencies of a slice, and the Temporal context it runs in. */
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import type { RobotsLoader } from '../frontier/robots/robots-loader.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import type { SessionAccess } from '../session/contract.ts'
import type { PagePorts } from '@seine/shared/pages/page.ts'
import type { StoredPages } from '../segments/stored-pages.ts'
import type { EventLoopLag } from './event-loop-lag.ts'
import type { SliceResources } from './slice-resources.ts'
import type { Turns } from '@seine/shared/lifecycle/in-turns.ts'

export interface SliceDeps extends PagePorts {
  store: Store
  /** How long a write is repeated while the store is unavailable, milliseconds. */
  storePatienceMs: number
  inputs: JobInputs
  /** Highest number of pages in flight for one slice, over all its hosts. */
  pagesInFlightMax: number
  /** Resources shared by all slices of the process. */
  resources: SliceResources
  robots: RobotsLoader
  /** Product token looked up in robots.txt. */
  agentToken: string
  obeyRobots: boolean
  /**
   * Runs the suspect pages of all slices of this worker one at a time: with two in flight, both would be blamed for one
   * crash of the worker.
   */
  suspects: Turns
  /** Event loop lag of this process; while it is behind, a slice sends fewer requests to its hosts. */
  lag: Pick<EventLoopLag, 'isBehind'>
  /** Pages stored by runs of watches, shared by all slices of the process; absent: each slice reads them itself. */
  storedPages?: StoredPages
  /** Null or absent when this process has no access to sessions. */
  sessions?: SessionAccess | null
}

/** The Temporal side of a slice, abstracted so that the slice can be tested without a server. */
export interface SliceContext {
  /** 1 for the first attempt. */
  attempt: number
  previous: SliceHeartbeat | null
  /** Aborts when the slice must stop; the reason is a `SliceStop`. */
  signal: AbortSignal
  /** @param details null while nothing is known about the slice. */
  heartbeat: (details: SliceHeartbeat | null) => void
}
