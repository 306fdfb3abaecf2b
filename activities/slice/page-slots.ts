/**
 * Page slots of a process, shared by all its slices: they limit how many pages of jobs are in flight at a time. Tenants
 * take turns for slots; among the slices of one tenant, the rank of the job decides, then the order of arrival.
 */
import { TenantQueue, type QueuedItem } from '../threads/tenant-queue.ts'

/** The tenant and rank of the slice that uses a slot. */
export type PageSlotUser = Required<QueuedItem>

/** The interface through which a slice takes page slots. */
export interface SlotTaker {
  /** Takes a slot. @returns false when all are taken; `onReserved` is called once a slot is reserved for the slice. */
  take(): boolean
  /** Gives back a slot. */
  giveBack(): void
  /** Leaves the queue; a slot reserved for this slice goes to the next one. */
  withdraw(): void
}

interface Waiting extends PageSlotUser {
  keep: () => void
}

export interface PageSlotsState {
  capacity: number
  running: number
  /** Slices in the queue. */
  queued: number
  /** Always 0: slices wait and are never refused. */
  refused: number
}

export class PageSlots {
  #capacity: number
  /** Share of the slots that one tenant leaves to others, 0 to 1, so that a slot soon becomes free for them. */
  readonly #spareShare: number
  readonly #most: number
  readonly #held = new Map<string, number>()
  readonly #queue = new TenantQueue<Waiting>()
  #running = 0

  /**
   * @param capacity highest number of pages in flight, except for the first page of a tenant.
   * @param options `spareShare`: share of the slots that one tenant leaves to others, 0 to 1; `most`: highest number of
   *   pages in flight with these first pages. @default `most`: `capacity`, after it has changed too
   */
  constructor(capacity: number, { spareShare, most = 0 }: { spareShare: number; most?: number }) {
    this.#capacity = capacity
    this.#spareShare = spareShare
    this.#most = most
  }

  /** Changes the capacity; pages that already hold more slots keep them. */
  resize(capacity: number): void {
    this.#capacity = Math.min(this.#capacity, capacity)
    // Adds slots one at a time, so that each is reserved for the next in the queue before another slice can take it.
    while (this.#capacity < capacity) {
      this.#capacity += 1
      this.#keepNext()
    }
  }

  state(): PageSlotsState {
    return { capacity: this.#capacity, running: this.#running, queued: this.#queue.size, refused: 0 }
  }

  /** @param onReserved called when a slot is reserved for the slice, which then takes it or withdraws. */
  join(user: PageSlotUser, onReserved: () => void): SlotTaker {
    let waiting: Waiting | null = null
    let isKept = false
    const keep = (): void => {
      waiting = null
      isKept = true
      onReserved()
    }
    return {
      take: () => {
        if (isKept) {
          isKept = false
          return true
        }
        if (waiting !== null) return false
        // Freed slots are offered to the queue first: a slot that is still free cannot be used by any queued slice.
        if (this.#isFreeFor(user.tenant)) {
          this.#count(user.tenant, 1)
          return true
        }
        waiting = { ...user, keep }
        this.#queue.push(waiting)
        return false
      },
      giveBack: () => this.#release(user.tenant),
      withdraw: () => {
        if (waiting !== null) this.#queue.remove(waiting)
        waiting = null
        if (!isKept) return
        isKept = false
        this.#release(user.tenant)
      },
    }
  }

  /** A tenant without a page in flight does not wait for the pages of others, which may take a minute each. */
  #isFreeFor(tenant: string): boolean {
    const held = this.#held.get(tenant) ?? 0
    if (held === 0) return this.#running < Math.max(this.#most, this.#capacity)
    const tenantMax = Math.max(1, this.#capacity - Math.floor(this.#capacity * this.#spareShare))
    return this.#running < this.#capacity && held < tenantMax
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

  /** Reserves a free slot for the next slice in the queue that may have it. */
  #keepNext(): void {
    const next = this.#queue.take((tenant) => this.#isFreeFor(tenant))
    if (next === undefined) return
    this.#count(next.tenant, 1)
    next.keep()
  }
}
