/**
 * The host desk of a process: every page, of any job or call, gets its permit for its host here. Waiting seats are
 * woken when a permit is free; there is no polling.
 *
 * With a board, the desks of all processes share each host. Requests to a host that comes into use wait for the first
 * exchange; after that the entries of all hosts are exchanged about twice a second.
 */
import { hostLimits } from './host-limits.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { HostSeat, HostSeats, HostUser } from '@seine/shared/pages/host-seats.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import type { IsExempt } from './exempt-hosts.ts'
import type { HostBoard } from './host-board.ts'
import { blindPart, partOf } from './host-part.ts'
import { SharedHostQueue } from './shared-host-queue.ts'
import { openSeat } from './open-seat.ts'

/** A board and the id of this process on it. */
export interface SharedBoard {
  board: HostBoard
  id: string
}

export interface HostDeskOptions {
  /** Returns epoch milliseconds; must not go back. @default the clock of the process */
  now?: () => number
  /** Returns a number from 0 to 1; spreads pauses. @default Math.random */
  random?: () => number
  /** Which users may request a host without a permit. @default none */
  isExempt?: IsExempt
  /** Null: hosts are shared only within this process. @default null */
  shared?: SharedBoard | null
}

export class HostDesk implements HostSeats {
  readonly #options: Required<HostDeskOptions>
  /** Ordered by the last time a user joined. */
  readonly #hosts = new Map<string, SharedHostQueue>()
  /** Hosts whose entries are exchanged; these are never forgotten. */
  readonly #onBoard = new Map<string, SharedHostQueue>()
  #timer: NodeJS.Timeout | undefined
  #isExchanging = false
  #isClosed = false
  /** True after a failed exchange: new hosts do not wait for the next one. */
  #isAway = false
  /** Number of processes of the installation, by the last exchange that succeeded. */
  #processes = 1
  #lastExchangeMs = -Infinity

  constructor({
    now = monotonicNow,
    random = Math.random,
    isExempt = () => false,
    shared = null,
  }: HostDeskOptions = {}) {
    this.#options = { now, random, isExempt, shared }
  }

  join(host: string, user: HostUser, onFree: () => void): HostSeat {
    if (this.#options.isExempt(user, host)) return openSeat
    const queue = this.#hosts.get(host) ?? new SharedHostQueue(this.#options)
    // Inserted again, so that the least recently used hosts come first.
    this.#hosts.delete(host)
    this.#hosts.set(host, queue)
    const seat = queue.join(user, onFree)
    if (this.#options.shared !== null && !this.#onBoard.has(host)) {
      this.#onBoard.set(host, queue)
      if (this.#isAway) queue.host.takePart(blindPart(this.#processes))
      else queue.host.beginJoining()
      this.#exchangeAfter(0)
    }
    this.#forget()
    return seat
  }

  /** Ends the exchange; the entries on the board expire. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#options.shared?.board.close()
  }

  #forget(): void {
    const nowMs = this.#options.now()
    for (const [name, { host }] of this.#hosts) {
      if (!host.isForgettable(nowMs)) return
      // After a freeze of the process, the board may not have received yet that the host is no longer used.
      if (this.#onBoard.has(name)) continue
      this.#hosts.delete(name)
    }
  }

  #exchangeAfter(ms: number): void {
    if (this.#isExchanging || this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#exchange(), ms)
    // Requests that wait for a permit keep the process alive; the exchange must not.
    this.#timer.unref()
  }

  async #exchange(): Promise<void> {
    const { shared, now } = this.#options
    if (shared === null) return
    this.#isExchanging = true
    const exchanged = new Map(this.#onBoard)
    try {
      const mine = new Map([...exchanged].map(([name, { host }]) => [name, host.entry(now())]))
      const { hosts, processes } = await shared.board.exchange(mine)
      metrics.hostExchanges.inc({ outcome: 'ok' })
      this.#isAway = false
      this.#processes = processes
      this.#lastExchangeMs = now()
      for (const [name, { host }] of exchanged) {
        const others = hosts.get(name) ?? new Map()
        const own = { users: host.users, tenants: host.tenantUsers, slotUsers: mine.get(name)?.slotUsers }
        host.share(partOf(shared.id, own, others, now()), others, now())
        // Once the board has received that the host is no longer used here, no further exchange is needed.
        if (mine.get(name)?.users === 0 && !host.isUsed(now())) this.#onBoard.delete(name)
      }
    } catch {
      this.#isAway = true
      metrics.hostExchanges.inc({ outcome: 'failed' })
      this.#goOnBlindly(exchanged)
    } finally {
      this.#isExchanging = false
    }
    if (this.#onBoard.size > 0) {
      const isJoined = this.#onBoard.keys().some((name) => !exchanged.has(name))
      this.#exchangeAfter(isJoined ? 0 : hostLimits.exchangeIntervalMs)
    }
    for (const queue of exchanged.values()) queue.wake()
  }

  /**
   * Continues without the board: the last parts stay valid for a time, then each process uses an even part of every
   * host.
   */
  #goOnBlindly(hosts: ReadonlyMap<string, SharedHostQueue>): void {
    const isStale = this.#options.now() - this.#lastExchangeMs > hostLimits.partsKeptMs
    for (const [name, { host }] of hosts) {
      if (isStale || host.isJoining) host.takePart(blindPart(this.#processes))
      if (!host.isUsed(this.#options.now())) this.#onBoard.delete(name)
    }
  }
}
