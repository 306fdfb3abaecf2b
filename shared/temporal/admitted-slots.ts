/**
 * Slots of a Temporal worker that are given out according to the capacity of the process, instead of a fixed number.
 */
import type { ActivitySlotInfo, CustomSlotSupplier, SlotPermit, WorkerTuner } from '@temporalio/worker'
import { temporalLimits } from '../config/limits.ts'

export interface AdmittedSlotsOptions {
  /** Number of slots that are always given out. */
  least: number
  most: number
  /** Whether the process has room for another activity. */
  mayAdmit: () => boolean
}

interface Waiting {
  resolve: (permit: SlotPermit) => void
}

/**
 * The slot supplier. Beyond `least` slots it gives out one at a time with a pause after each, so that the load of the
 * last one shows before the next is given out.
 */
export class AdmittedSlots implements CustomSlotSupplier<ActivitySlotInfo> {
  readonly type = 'custom'
  readonly #options: AdmittedSlotsOptions
  readonly #waiting = new Set<Waiting>()
  #issued = 0
  #used = 0
  #timer: NodeJS.Timeout | null = null

  constructor(options: AdmittedSlotsOptions) {
    this.#options = options
  }

  /**
   * Slots that activities use, and all issued slots, including those that wait for a task with a poll of the server.
   */
  get state(): { used: number; issued: number } {
    return { used: this.#used, issued: this.#issued }
  }

  async reserveSlot(_context: unknown, abortSignal: AbortSignal): Promise<SlotPermit> {
    abortSignal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<SlotPermit>()
    const waiting: Waiting = { resolve }
    const leave = (): void => {
      this.#waiting.delete(waiting)
      reject(new DOMException('the slot is no longer wanted', 'AbortError'))
    }
    abortSignal.addEventListener('abort', leave, { once: true })
    this.#waiting.add(waiting)
    this.#giveOut()
    try {
      return await promise
    } finally {
      abortSignal.removeEventListener('abort', leave)
    }
  }

  /** Nothing is started eagerly: slices are polled for in turns of tenants. */
  tryReserveSlot(): SlotPermit | null {
    return null
  }

  markSlotUsed(): void {
    this.#used += 1
  }

  releaseSlot({ slotInfo }: { slotInfo?: ActivitySlotInfo }): void {
    this.#issued -= 1
    if (slotInfo !== undefined) this.#used -= 1
    this.#giveOut()
  }

  #giveOut(): void {
    const { least, most, mayAdmit } = this.#options
    for (const waiting of this.#waiting) {
      const isFree = this.#issued < least
      // The pause after the last slot beyond `least` is not over.
      if (!isFree && this.#timer !== null) return
      if (!isFree) this.#pause()
      if (!isFree && (this.#issued >= most || !mayAdmit())) return
      this.#issued += 1
      this.#waiting.delete(waiting)
      waiting.resolve({})
    }
  }

  #pause(): void {
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#giveOut()
    }, temporalLimits.slotPauseMs)
    this.#timer.unref()
  }
}

/** Returns a tuner for a worker that only runs activities. */
export const activityTuner = (slots: AdmittedSlots): WorkerTuner => ({
  activityTaskSlotSupplier: slots,
  workflowTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
  localActivityTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
  nexusTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
})
