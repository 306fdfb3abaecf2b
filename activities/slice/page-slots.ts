/**
 * Page slots of a process, shared by all its slices: they limit how many pages of jobs are in flight at a time. Tenants
 * take turns for slots; among the slices of one tenant, the rank of the job decides, then the order of arrival.
 */
import { TenantQueue, type QueuedItem } from '../threads/tenant-queue.ts'

/** The slice that uses a slot: its tenant and rank, and the job it belongs to. */
export interface PageSlotUser extends Required<QueuedItem> {
  readonly jobId: string
}

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
  /** Slots held, by tenant. */
  readonly #held = new Map<string, number>()
  /** Slots held and places in the queue, by job. */
  readonly #jobs = new Map<string, number>()
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

  /** Number of jobs that have a page in flight or a slice in the queue. */
  get jobs(): number {
    return this.#jobs.size
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
          this.#count(user, 1)
          return true
        }
        waiting = { ...user, keep }
        this.#queue.push(waiting)
        add(this.#jobs, user.jobId, 1)
        return false
      },
      giveBack: () => this.#release(user),
      withdraw: () => {
        if (waiting !== null) {
          this.#queue.remove(waiting)
          add(this.#jobs, user.jobId, -1)
        }
        waiting = null
        if (!isKept) return
        isKept = false
        this.#release(user)
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

  #count({ tenant, jobId }: PageSlotUser, change: 1 | -1): void {
    add(this.#held, tenant, change)
    add(this.#jobs, jobId, change)
    this.#running += change
  }

  #release(user: PageSlotUser): void {
    this.#count(user, -1)
    this.#keepNext()
  }

  /**
   * Reserves free slots for the next slices in the queue that may have them. A slot that is given back may permit two:
   * one for the slot itself, and one for a tenant that has no page in flight any more.
   */
  #keepNext(): void {
    for (;;) {
      const next = this.#queue.take((tenant) => this.#isFreeFor(tenant))
      if (next === undefined) return
      add(this.#jobs, next.jobId, -1)
      this.#count(next, 1)
      next.keep()
    }
  }
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
