/** The resources that the slices of a process share: page slots and time. */
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import type { LoopWindow } from './event-loop-lag.ts'
import { PageSlots, type PageSlotsState } from './page-slots.ts'
import { nextPageSlots } from './slot-pace.ts'

export class SliceResources {
  readonly pages: PageSlots
  readonly #pagesMax: number
  #running = 0

  /**
   * @param pagesMax highest number of pages in flight over all slices.
   * @param pagesAtFirst the same limit before the event loop has been measured. @default `pagesMax`
   */
  constructor(pagesMax: number, pagesAtFirst = pagesMax) {
    this.#pagesMax = pagesMax
    this.pages = new PageSlots(Math.min(pagesMax, pagesAtFirst), { spareShare: sliceLimits.spareShare, most: pagesMax })
  }

  /** State of the running slices. Slices that wait for a worker wait at Temporal and are not included. */
  state(): PageSlotsState {
    return { capacity: sliceLimits.slicesMax, running: this.#running, queued: 0, refused: 0 }
  }

  /** Adapts the number of page slots to the event loop. @param window the last window. */
  readonly noteLoop = (window: LoopWindow): void => {
    const { capacity, running, queued } = this.pages.state()
    const { jobs } = this.pages
    this.pages.resize(nextPageSlots({ capacity, running, queued, jobs, ...window }, this.#pagesMax))
  }

  /** Registers a slice that starts. @returns a function that unregisters it. */
  enter(): () => void {
    this.#running += 1
    return () => {
      this.#running -= 1
    }
  }

  /**
   * Returns how long a slice may go without a heartbeat, milliseconds. The time grows with the number of slices, since
   * each heartbeat is a write to the database of Temporal. A cancellation reaches a slice with its next heartbeat.
   * @param waits whether the slice is waiting for its hosts.
   */
  silenceMs(waits: boolean): number {
    const { silenceLoadingPerSliceMs, silenceLoadingMsMax, silencePerSliceMs } = sliceLimits
    const loadingMs = Math.min(silenceLoadingMsMax, this.#running * silenceLoadingPerSliceMs)
    return waits ? Math.max(loadingMs, this.#running * silencePerSliceMs) : loadingMs
  }

  /**
   * Returns how long a slice starts pages, milliseconds. Ending one slice and starting the next costs a fixed amount of
   * CPU. With few slices running they are short, so that links and results become available early; with many, as with
   * sites that are crawled slowly, they are long, so that the cost stays constant.
   */
  readonly timeShareMs = (): number => {
    const { timeShareMs, timeShareMsMax, timePerSliceMs } = sliceLimits
    return Math.min(timeShareMsMax, Math.max(timeShareMs, this.#running * timePerSliceMs))
  }
}
