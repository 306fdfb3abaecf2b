/**
 * Page slots of a process, shared by all its slices: how many pages of jobs are in flight at a time. Tenants take
 * turns for them; among the slices of one tenant the rank of the job decides, then who came first.
 */
import { TenantLine, type InLine } from '../threads/tenant-line.ts'

/** Whose page it is. */
export type PageSlotUser = Required<InLine>

/** What a slice takes its page slots through. */
export interface SlotTaker {
  /** Takes a slot. @returns false when all are taken: `onTurn` is called once one is kept for the taker. */
  take(): boolean
  /** Gives back a slot that was taken. */
  giveBack(): void
  /** Leaves the line; a slot that was kept for the taker goes to the next. */
  withdraw(): void
}

interface Waiting extends PageSlotUser {
  keep: () => void
}

export interface PageSlotsState {
  capacity: number
  running: number
  /** Slices in line. */
  queued: number
  /** Always 0: slices wait. */
  refused: number
}

export class PageSlots {
  #capacity: number
  /** Share of the slots that one tenant leaves to the others, 0 to 1, so that one is soon free for them. */
  readonly #spareShare: number
  readonly #held = new Map<string, number>()
  readonly #line = new TenantLine<Waiting>()
  #running = 0

  /**
   * @param capacity pages in flight at most.
   * @param spareShare share of them that one tenant leaves to the others, 0 to 1.
   */
  constructor(capacity: number, spareShare: number) {
    this.#capacity = capacity
    this.#spareShare = spareShare
  }

  /** Gives out this many at most from now on; pages that hold more keep them. */
  resize(capacity: number): void {
    this.#capacity = Math.min(this.#capacity, capacity)
    // One after the other, so that each is kept for the next in line before somebody takes it out of turn.
    while (this.#capacity < capacity) {
      this.#capacity += 1
      this.#keepNext()
    }
  }

  state(): PageSlotsState {
    return { capacity: this.#capacity, running: this.#running, queued: this.#line.size, refused: 0 }
  }

  /** @param onTurn called when a slot is kept for the taker; it takes it or withdraws. */
  join(user: PageSlotUser, onTurn: () => void): SlotTaker {
    let waiting: Waiting | null = null
    let isKept = false
    const keep = (): void => {
      waiting = null
      isKept = true
      onTurn()
    }
    return {
      take: () => {
        if (isKept) {
          isKept = false
          return true
        }
        if (waiting !== null) return false
        // A free slot is of no use to those in the line: freed slots are offered to them first.
        if (this.#isFreeFor(user.tenant)) {
          this.#count(user.tenant, 1)
          return true
        }
        waiting = { ...user, keep }
        this.#line.push(waiting)
        return false
      },
      giveBack: () => this.#release(user.tenant),
      withdraw: () => {
        if (waiting !== null) this.#line.remove(waiting)
        waiting = null
        if (!isKept) return
        isKept = false
        this.#release(user.tenant)
      },
    }
  }

  #isFreeFor(tenant: string): boolean {
    const tenantMax = Math.max(1, this.#capacity - Math.floor(this.#capacity * this.#spareShare))
    return this.#running < this.#capacity && (this.#held.get(tenant) ?? 0) < tenantMax
  }

  #count(tenant: string, change: 1 | -1): void {
    const held = (this.#held.get(tenant) ?? 0) + change
    if (held === 0) this.#held.delete(tenant)
    else this.#held.set(tenant, held)
    this.#running += change
  }

  #release(tenant: string): void {
    this.#count(tenant, -1)
    this.#keepNext()
  }

  /** Keeps a free slot for the next in line that may have it. */
  #keepNext(): void {
    const next = this.#line.take((tenant) => this.#isFreeFor(tenant))
    if (next === undefined) return
    this.#count(next.tenant, 1)
    next.keep()
  }
}
