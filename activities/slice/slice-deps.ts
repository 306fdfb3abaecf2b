/** What a slice needs, and its Temporal side. */
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import type { RobotsLoader } from '../frontier/robots/robots-loader.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import type { SessionAccess } from '../session/contract.ts'
import type { PagePorts } from '@seine/shared/pages/page.ts'
import type { EventLoopLag } from './event-loop-lag.ts'
import type { SliceRoom } from './slice-room.ts'
import type { Solo } from './solo.ts'

export interface SliceDeps extends PagePorts {
  store: Store
  /** How long a write is repeated while the store is away, milliseconds. */
  storePatienceMs: number
  inputs: JobInputs
  /** Pages that one slice may have in flight, over all its hosts. */
  pagesInFlightMax: number
  /** What all slices of the process share. */
  room: SliceRoom
  robots: RobotsLoader
  /** Product token looked up in robots.txt. */
  agentToken: string
  obeyRobots: boolean
  /** Suspects of all slices of this worker go one at a time: two would be blamed for one death. */
  suspects: Solo
  /** Of this process; a slice asks less of its hosts while it is behind. */
  lag: Pick<EventLoopLag, 'isBehind'>
  /** Null or absent where there are none. */
  sessions?: SessionAccess | null
}

/** The Temporal side of a slice, so that the work itself can be tested without a server. */
export interface SliceContext {
  /** 1 for the first attempt. */
  attempt: number
  previous: SliceHeartbeat | null
  /** Aborts when the slice is to stop; the reason is a `SliceStop`. */
  signal: AbortSignal
  /** @param details null while nothing is known of the slice. */
  heartbeat: (details: SliceHeartbeat | null) => void
}
