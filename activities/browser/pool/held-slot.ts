/**
 * The slot of a call. While the call waits for a permit for a host it does no work, so it gives its slot back to
 * others.
 */
import type { ReturnableSlot } from '@seine/shared/pages/host-seats.ts'
import type { Slots } from './contract.ts'

/** Limits how many calls of a process may wait for hosts without a slot. */
export class WaitingCalls {
  readonly #max: number
  #count = 0

  constructor(max: number) {
    this.#max = max
  }

  /** @returns false when too many calls are waiting. */
  enter(): boolean {
    if (this.#count >= this.#max) return false
    this.#count += 1
    return true
  }

  /** Ends the wait of a call. */
  leave(): void {
    this.#count -= 1
  }
}

export class HeldSlot implements ReturnableSlot {
  readonly #slots: Slots
  readonly #tenant: string
  readonly #waiting: WaitingCalls
  #release: (() => void) | null = null
  #isGivenBack = false

  constructor(slots: Slots, tenant: string, waiting: WaitingCalls) {
    this.#slots = slots
    this.#tenant = tenant
    this.#waiting = waiting
  }

  /** True while the call waits without its slot. */
  get isGivenBack(): boolean {
    return this.#isGivenBack
  }

  /**
   * Takes the slot.
   * @param waitMaxMs longest wait in the queue, milliseconds.
   * @throws NoSlotError; the abort reason of `signal`.
   */
  async take(waitMaxMs: number, signal: AbortSignal): Promise<void> {
    this.#release = await this.#slots.take('call', waitMaxMs, signal, this.#tenant)
  }

  /** Lends the slot; the call keeps it when too many other calls wait without one. */
  giveBack(): void {
    if (this.#release === null || !this.#waiting.enter()) return
    this.#isGivenBack = true
    this.#release()
    this.#release = null
  }

  /**
   * Takes the slot again after `giveBack`, before calls that have not started.
   * @param waitMaxMs longest wait in the queue, milliseconds.
   * @throws NoSlotError; the abort reason of `signal`.
   */
  async takeAgain(waitMaxMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#isGivenBack) return
    this.#release = await this.#slots.take('call', waitMaxMs, signal, this.#tenant, true)
    this.#reclaimed()
  }

  /** Ends the use of the slot when the call is over. May be called twice. */
  end(): void {
    this.#release?.()
    this.#release = null
    if (this.#isGivenBack) this.#reclaimed()
  }

  #reclaimed(): void {
    this.#isGivenBack = false
    this.#waiting.leave()
  }
}
