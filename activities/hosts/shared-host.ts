/**
 * State of one host in a process: its users, its requests in flight, and whose turn is next. Turns are distributed
 * evenly among tenants, and within a tenant evenly among its jobs and calls.
 *
 * Pure: the current time is passed in, epoch milliseconds. Waiting is done by the desk.
 */
import { hostLimits } from './host-limits.ts'
import type { HostSign } from '@seine/shared/pages/host-sign.ts'
import type { HostUser } from '@seine/shared/pages/host-seats.ts'
import { CrawlDelays } from './crawl-delays.ts'
import { HostPace } from './host-pace.ts'
import {
  nextSlotMs,
  wholeHost,
  type HostEntries,
  type HostEntry,
  type HostPart,
  type SlotUsers,
  type TenantUsers,
} from './host-part.ts'

/** Requests in flight of a user or tenant, and the number of the start it was last served with. */
interface Served {
  inFlight: number
  served: number
}

interface User extends Served {
  key: string
  tenant: string
  seats: number
  /** Time at which the last seat was given up; null while there is one. */
  leftAtMs: number | null
}

export interface Seat {
  user: User
  /** Seats of one user get their turns in this order. */
  number: number
  waiting: boolean
  /** As in `HostUser`. */
  goesFirst: boolean
}

/** A request in flight. */
export interface Start {
  user: User
  atMs: number
}

export class SharedHost {
  readonly #pace = new HostPace()
  readonly #users = new Map<string, User>()
  readonly #tenants = new Map<string, Served>()
  readonly #waiting = new Set<Seat>()
  #seats = 0
  #joined = 0
  #inFlight = 0
  #started = 0
  #lastStartMs = -Infinity
  readonly #crawlDelays = new CrawlDelays()
  #part: HostPart = wholeHost
  /** While the first exchange with the other processes is pending, nothing starts. */
  #isJoining = false
  /**
   * True when others use the host and may not know about this process yet: it then has one request in flight at a time,
   * and with a crawl-delay none starts for `hostLimits.joinHoldMs`.
   */
  #isNewcomer = false
  #delayHoldUntilMs = -Infinity
  #slotUsers: readonly SlotUsers[] = []
  #idleSinceMs: number | null = null

  /** End of the rest that the host has asked for; in the past if none exists. */
  get pausedUntilMs(): number {
    return this.#pace.pausedUntilMs
  }

  get hasWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** Seats that wait for a turn. */
  get waiting(): Seat[] {
    return [...this.#waiting]
  }

  /** Whether the host has a user now, or had one a moment ago. */
  isUsed(nowMs: number): boolean {
    return this.#idleSinceMs === null || nowMs - this.#idleSinceMs < hostLimits.userKeptMs
  }

  /** Returns the entry of this process for the board. */
  entry(nowMs: number): HostEntry {
    this.#forgetUsers(nowMs)
    const isUsed = this.isUsed(nowMs)
    const { pausedUntilMs, rate } = this.#pace
    const users = isUsed ? this.users : 0
    const tenants = isUsed ? this.tenantUsers : {}
    this.#planSlots(users, tenants, nowMs)
    return {
      users,
      tenants,
      slotUsers: this.#slotUsers,
      inFlight: this.#inFlight,
      lastStartMs: Math.max(0, this.#lastStartMs),
      // A rest that is over could lie in the future by the clock of a process that reads it after that clock was set.
      restUntilMs: pausedUntilMs > nowMs ? pausedUntilMs : 0,
      crawlDelays: this.#crawlDelays.list(),
      rate,
      expiresMs: isUsed ? nowMs + hostLimits.entryKeptMs : Math.max(nowMs + hostLimits.forgetAfterMs, pausedUntilMs),
    }
  }

  /** Number of users of the host in this process, at least 1. */
  get users(): number {
    return Math.max(1, this.#users.size)
  }

  /** The same by tenant. A host without users has one of no tenant. */
  get tenantUsers(): TenantUsers {
    if (this.#users.size === 0) return { '': 1 }
    const counts: Record<string, number> = {}
    for (const tenant of [...this.#users.values()].map((user) => user.tenant).toSorted())
      counts[tenant] = (counts[tenant] ?? 0) + 1
    return counts
  }

  get isJoining(): boolean {
    return this.#isJoining
  }

  /** Marks the host as joining: nothing starts until `share` or `takePart` is called. */
  beginJoining(): void {
    this.#isJoining = true
  }

  /** Takes over the entries of the other processes. @param part of this process, computed from them. */
  share(part: HostPart, others: HostEntries, nowMs: number): void {
    const isNewcomer = this.#isJoining && part.slots !== null
    if (isNewcomer) this.#delayHoldUntilMs = nowMs + hostLimits.joinHoldMs
    this.takePart(part)
    this.#isNewcomer = isNewcomer
    for (const { restUntilMs, rate, crawlDelays } of others.values()) {
      this.#pace.adopt(restUntilMs, rate, nowMs)
      this.#crawlDelays.adopt(crawlDelays)
    }
  }

  /** Takes a part without entries of the other processes. */
  takePart(part: HostPart): void {
    this.#isJoining = false
    this.#isNewcomer = false
    this.#part = part
  }

  join({ tenant, work, goesFirst = false }: HostUser): Seat {
    const key = JSON.stringify([tenant, work])
    let user = this.#users.get(key)
    if (user === undefined) {
      user = { key, tenant, seats: 0, inFlight: 0, served: 0, leftAtMs: null }
      this.#users.set(key, user)
    }
    user.seats += 1
    user.leftAtMs = null
    this.#seats += 1
    this.#idleSinceMs = null
    if (!this.#tenants.has(tenant)) this.#tenants.set(tenant, { inFlight: 0, served: 0 })
    this.#joined += 1
    return { user, number: this.#joined, waiting: false, goesFirst }
  }

  leave(seat: Seat, nowMs: number): void {
    this.withdraw(seat)
    seat.user.seats -= 1
    this.#seats -= 1
    if (seat.user.seats === 0) seat.user.leftAtMs = nowMs
    this.#noteIdle(nowMs)
    this.#forgetUsers(nowMs)
  }

  withdraw(seat: Seat): void {
    seat.waiting = false
    this.#waiting.delete(seat)
  }

  /** Starts a request. @returns null when the seat has to wait; it is then among the waiting seats. */
  start(seat: Seat, nowMs: number): Start | null {
    if (!this.#mayStart(seat, nowMs)) {
      seat.waiting = true
      this.#waiting.add(seat)
      return null
    }
    this.withdraw(seat)
    const { user } = seat
    const tenant = this.#tenants.get(user.tenant)!
    this.#started += 1
    this.#inFlight += 1
    for (const counted of [user, tenant]) {
      counted.inFlight += 1
      counted.served = this.#started
    }
    this.#noteStart(nowMs)
    return { user, atMs: nowMs }
  }

  /**
   * Records that a request in flight is made again. @returns its time: now, or when the clocks of the host allow it.
   */
  repeat(start: Start, nowMs: number): number {
    start.atMs = Math.max(nowMs, this.nextStartMs(nowMs))
    this.#noteStart(start.atMs)
    return start.atMs
  }

  /** Records the end of a request. @param jitter 0 to 1, for pauses that the host did not name. */
  end({ user, atMs }: Start, sign: HostSign, nowMs: number, jitter: number): void {
    this.#inFlight -= 1
    user.inFlight -= 1
    this.#tenants.get(user.tenant)!.inFlight -= 1
    this.#pace.end(sign, atMs, nowMs, this.#part.share, jitter)
    this.#noteIdle(nowMs)
  }

  /** Records a crawl-delay. @returns whether it differs from the one that this process read last. */
  bindCrawlDelay(origin: string, delayMs: number, nowMs: number): boolean {
    return this.#crawlDelays.learn(origin, delayMs, nowMs)
  }

  /** Returns the waiting seats that may start now, in the order of their turns. */
  due(nowMs: number): Seat[] {
    if (!this.#isDue(nowMs)) return []
    const waiting = [...this.#waiting]
    const first = waiting.filter(({ goesFirst }) => goesFirst)
    const free = Math.max(0, this.#free(nowMs) - first.length)
    if (free === 0) return first
    const ranked = waiting.filter(({ goesFirst }) => !goesFirst).map((seat) => ({ seat, rank: this.#rank(seat) }))
    ranked.sort((one, other) => (comesBefore(one.rank, other.rank) ? -1 : 1))
    return [...first, ...ranked.slice(0, free).map(({ seat }) => seat)]
  }

  /** Earliest next start by the clocks of the host; in the past when only requests in flight prevent a start. */
  nextStartMs(nowMs: number): number {
    const paceMs = Math.max(this.#pace.pausedUntilMs, this.#pace.nextStartMs)
    const delayMs = this.#crawlDelays.longestMs
    if (delayMs === null) return paceMs
    const { slots, delayFactor, lastStartMs } = this.#part
    const ownMs = this.#lastStartMs + delayMs * delayFactor
    // In slots, a start may be late by a share of a slot.
    const othersMs = lastStartMs + delayMs * (slots === null ? 1 : 1 - hostLimits.slotLatenessShare)
    const dueMs = Math.max(paceMs, ownMs, othersMs, this.#delayHoldUntilMs)
    return slots === null ? dueMs : nextSlotMs(Math.max(dueMs, nowMs), delayMs, slots)
  }

  /** Whether the host can be forgotten without loss of information. */
  isForgettable(nowMs: number): boolean {
    if (this.#idleSinceMs === null) return false
    return nowMs >= Math.max(this.#idleSinceMs + hostLimits.forgetAfterMs, this.#pace.pausedUntilMs)
  }

  /** Records the number of users: a change counts once all processes have read it. */
  #planSlots(users: number, tenants: TenantUsers, nowMs: number): void {
    const current = this.#slotUsers.findLastIndex(({ fromMs }) => fromMs <= nowMs)
    const planned = this.#slotUsers.slice(Math.max(0, current))
    // The number of users is the sum of those of the tenants.
    const isChanged = JSON.stringify(planned.at(-1)?.tenants) !== JSON.stringify(tenants)
    this.#slotUsers = isChanged ? [...planned, { users, tenants, fromMs: nowMs + hostLimits.joinHoldMs }] : planned
  }

  #noteStart(atMs: number): void {
    this.#lastStartMs = atMs
    this.#pace.start(atMs, this.#part.share)
  }

  #mayStart(seat: Seat, nowMs: number): boolean {
    if (seat.goesFirst) return this.#isDue(nowMs)
    const isBefore = (other: Seat): boolean => other.goesFirst || comesBefore(this.#rank(other), this.#rank(seat))
    const before = [...this.#waiting].filter((other) => other !== seat && isBefore(other))
    return before.length < this.#free(nowMs)
  }

  /** Whether the clocks of the host allow a start now. */
  #isDue(nowMs: number): boolean {
    return !this.#isJoining && nowMs >= this.nextStartMs(nowMs)
  }

  /** Number of turns that are free now. */
  #free(nowMs: number): number {
    if (!this.#isDue(nowMs)) return 0
    const { inFlightMax } = this.#part
    const room = Math.max(0, (this.#isNewcomer ? Math.min(1, inFlightMax) : inFlightMax) - this.#inFlight)
    const isSpaced = this.#crawlDelays.longestMs !== null || this.#pace.isSpaced
    return isSpaced ? Math.min(1, room) : room
  }

  #rank({ user, number }: Seat): number[] {
    const tenant = this.#tenants.get(user.tenant)!
    return [tenant.inFlight, tenant.served, user.inFlight, user.served, number]
  }

  #noteIdle(nowMs: number): void {
    if (this.#seats === 0 && this.#inFlight === 0) this.#idleSinceMs = nowMs
  }

  /** Users that left a moment ago keep their place in the order: the slices of a job follow each other. */
  #forgetUsers(nowMs: number): void {
    for (const [key, { leftAtMs, inFlight }] of this.#users) {
      if (leftAtMs !== null && inFlight === 0 && nowMs - leftAtMs >= hostLimits.userKeptMs) this.#users.delete(key)
    }
    const tenants = new Set([...this.#users.values()].map(({ tenant }) => tenant))
    for (const tenant of this.#tenants.keys()) if (!tenants.has(tenant)) this.#tenants.delete(tenant)
  }
}

/** Whether the first rank is lower, compared by the first position that differs. */
function comesBefore(one: readonly number[], other: readonly number[]): boolean {
  for (const [at, value] of one.entries()) if (value !== other[at]) return value < other[at]!
  return false
}
