/** What the slices of a process share: its page slots, and its time. */
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { PageSlots, type PageSlotsState } from './page-slots.ts'
import { nextPageSlots } from './slot-pace.ts'

export class SliceRoom {
  readonly pages: PageSlots
  readonly #pagesMax: number
  #underWay = 0

  /**
   * @param pagesMax pages in flight at most, over all slices.
   * @param pagesAtFirst the same before the event loop has been measured. @default `pagesMax`
   */
  constructor(pagesMax: number, pagesAtFirst = pagesMax) {
    this.#pagesMax = pagesMax
    this.pages = new PageSlots(Math.min(pagesMax, pagesAtFirst), sliceLimits.spareShare)
  }

  /** Slices that run. Those that wait for a worker do so at Temporal. */
  state(): PageSlotsState {
    return { capacity: sliceLimits.slicesMax, running: this.#underWay, queued: 0, refused: 0 }
  }

  /** Fewer pages at a time while the event loop is late. @param lagMs mean delay of its last window, milliseconds. */
  readonly noteLag = (lagMs: number): void => {
    const isBehind = lagMs >= sliceLimits.pageSlotsLagMs
    const { capacity, running, queued } = this.pages.state()
    this.pages.resize(nextPageSlots({ capacity, running, queued, isBehind }, this.#pagesMax))
  }

  /** A slice begins. @returns ends it. */
  enter(): () => void {
    this.#underWay += 1
    return () => {
      this.#underWay -= 1
    }
  }

  /**
   * How long a slice goes without a heartbeat, milliseconds: the more slices there are, the longer, since each beat is
   * a write in the database of Temporal. A cancellation reaches a slice with its next heartbeat.
   * @param waits it waits for its hosts.
   */
  silenceMs(waits: boolean): number {
    const { silenceLoadingPerSliceMs, silenceLoadingMsMax, silencePerSliceMs } = sliceLimits
    const loadingMs = Math.min(silenceLoadingMsMax, this.#underWay * silenceLoadingPerSliceMs)
    return waits ? Math.max(loadingMs, this.#underWay * silencePerSliceMs) : loadingMs
  }

  /**
   * How long a slice goes on starting pages, milliseconds. Ending one and beginning the next costs the installation
   * a fixed amount of CPU: with few slices under way they are short, so that links and results are known early; with
   * many of them, as with polite sites, they are long, so that the cost stays the same.
   */
  readonly timeShareMs = (): number => {
    const { timeShareMs, timeShareMsMax, timePerSliceMs } = sliceLimits
    return Math.min(timeShareMsMax, Math.max(timeShareMs, this.#underWay * timePerSliceMs))
  }
}
