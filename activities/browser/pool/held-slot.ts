/** The slot of a call. While the call waits for its turn at a host it does no work, and others have the slot. */
import type { LentSlot } from '@seine/shared/pages/host-seats.ts'
import type { Slots } from './contract.ts'

/** Bounds how many calls of a process wait for hosts without a slot. */
export class WaitingCalls {
  readonly #max: number
  #count = 0

  constructor(max: number) {
    this.#max = max
  }

  /** @returns false when there are too many. */
  enter(): boolean {
    if (this.#count >= this.#max) return false
    this.#count += 1
    return true
  }

  leave(): void {
    this.#count -= 1
  }
}

export class HeldSlot implements LentSlot {
  readonly #slots: Slots
  readonly #tenant: string
  readonly #waiting: WaitingCalls
  #release: (() => void) | null = null
  #isLent = false

  constructor(slots: Slots, tenant: string, waiting: WaitingCalls) {
    this.#slots = slots
    this.#tenant = tenant
    this.#waiting = waiting
  }

  get isLent(): boolean {
    return this.#isLent
  }

  /**
   * @param waitMaxMs longest wait in the queue.
   * @throws NoSlotError, or the reason of `signal`.
   */
  async take(waitMaxMs: number, signal: AbortSignal): Promise<void> {
    this.#release = await this.#slots.take('call', waitMaxMs, signal, this.#tenant)
  }

  /** The call keeps its slot while too many others wait without one. */
  giveBack(): void {
    if (this.#release === null || !this.#waiting.enter()) return
    this.#isLent = true
    this.#release()
    this.#release = null
  }

  async takeAgain(waitMaxMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#isLent) return
    this.#release = await this.#slots.take('call', waitMaxMs, signal, this.#tenant, true)
    this.#reclaimed()
  }

  /** The call is over. May be called twice. */
  end(): void {
    this.#release?.()
    this.#release = null
    if (this.#isLent) this.#reclaimed()
  }

  #reclaimed(): void {
    this.#isLent = false
    this.#waiting.leave()
  }
}
