/**
 * Selects the next page of a slice, taking its hosts in turn. A host that is at its limit, spaced or throttled holds no
 * slot of the slice, and no host takes more than its fair share of slots. A page starts once the job may send a request
 * to the host (decided by its pacer) and it is the job's turn among all users of the host (decided by its seat).
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { HostSeat, HostPermit } from '@seine/shared/pages/host-seats.ts'
import type { HostPacer } from '../hosts/host-pacer.ts'
import type { HostSign } from '@seine/shared/pages/host-sign.ts'
import type { SlotTaker } from './page-slots.ts'
import type { SliceTime } from './slice-time.ts'

/** The next step of a slice. */
export type SliceTurn =
  /** Start this page of the list. */
  | { kind: 'page'; index: number; pacer: HostPacer; hostPermit: HostPermit }
  /**
   * Wait until this time, unless a page ends or a seat may have a permit earlier; on the clock of the pacers. No page
   * of a seat has a permit before `startsAtMs`.
   */
  | { kind: 'wait'; untilMs: number; startsAtMs: number }
  /** Wait until this time, unless a page slot of the process is reserved for the slice earlier. */
  | { kind: 'queued'; untilMs: number }
  /** Wait for a page to end. */
  | { kind: 'full' }
  /** No page is left. */
  | { kind: 'over' }

interface HostPages {
  pacer: HostPacer
  seat: HostSeat
  /** Positions in the slice's list; the next one is last. */
  waiting: number[]
}

export class PageTurns {
  readonly #hosts: HostPages[] = []
  /** Index of the host where the next round-robin step starts. */
  #at = 0

  /** @param pages positions in the slice's list in the order in which to fetch them, with their hosts. */
  constructor(pages: Iterable<{ index: number; pacer: HostPacer; seat: HostSeat }>) {
    const byPacer = new Map<HostPacer, HostPages>()
    for (const { index, pacer, seat } of pages) {
      let host = byPacer.get(pacer)
      if (host === undefined) {
        host = { pacer, seat, waiting: [] }
        byPacer.set(pacer, host)
        this.#hosts.push(host)
      }
      host.waiting.push(index)
    }
    for (const { waiting } of this.#hosts) waiting.reverse()
  }

  /**
   * Removes and returns the next page if one may start.
   * @param beforeMs a start that is due at or after this time is not waited for.
   * @param slots page slots of the process; one is taken with the page.
   */
  next(nowMs: number, beforeMs: number, slots: Pick<SlotTaker, 'take' | 'giveBack'>): SliceTurn {
    const fairShare = this.#fairShare()
    let wakeMs = Infinity
    let startsAtMs = Infinity
    let waits = false
    for (let step = 0; step < this.#hosts.length; step += 1) {
      const at = (this.#at + step) % this.#hosts.length
      const host = this.#hosts[at]!
      const { pacer, seat, waiting } = host
      const state = stateOf(host, nowMs, fairShare)
      if (state === 'ready') {
        if (!slots.take()) return { kind: 'queued', untilMs: beforeMs }
        const hostPermit = seat.tryStart()
        if (hostPermit !== null) {
          this.#at = (at + 1) % this.#hosts.length
          return { kind: 'page', index: waiting.pop()!, pacer, hostPermit }
        }
        slots.giveBack()
        const freeAtMs = nowMs + seat.pauseLeftMs()
        if (freeAtMs < beforeMs) {
          // The seat wakes the slice; otherwise the slice is over, without a permit, at the end of its time.
          wakeMs = Math.min(wakeMs, beforeMs)
          startsAtMs = Math.min(startsAtMs, freeAtMs)
          continue
        }
      }
      seat.withdraw()
      if (state === 'full') waits = true
      if (state === 'spaced' && pacer.nextStartMs < beforeMs) wakeMs = Math.min(wakeMs, pacer.nextStartMs)
    }
    if (wakeMs !== Infinity) return { kind: 'wait', untilMs: wakeMs, startsAtMs: Math.min(startsAtMs, wakeMs) }
    return waits ? { kind: 'full' } : { kind: 'over' }
  }

  /** Withdraws from all seats: no page can start for now, so the hosts' permits go to others. */
  withdraw(): void {
    for (const { seat } of this.#hosts) seat.withdraw()
  }

  /** Lowers the pages in flight on every host because this process cannot keep up. */
  slowDown(nowMs: number): void {
    for (const { pacer } of this.#hosts) pacer.slowDown(nowMs)
  }

  /** Slots of the slice for each host that has pages in flight or can still start some. */
  #fairShare(): number {
    const busy = this.#hosts.filter(
      ({ pacer, waiting }) => pacer.inFlight > 0 || (waiting.length > 0 && !pacer.isThrottled),
    )
    return Math.max(1, Math.floor(frontierLimits.sliceConcurrencyMax / Math.max(1, busy.length)))
  }
}

/** Whether the job's own limits allow the next page of a host. */
function stateOf(
  { pacer, waiting }: HostPages,
  nowMs: number,
  fairShare: number,
): 'done' | 'full' | 'spaced' | 'ready' {
  if (waiting.length === 0 || pacer.isThrottled) return 'done'
  if (pacer.isFull || pacer.inFlight >= fairShare) return 'full'
  return pacer.nextStartMs > nowMs ? 'spaced' : 'ready'
}

export interface TurnsOptions {
  turns: PageTurns
  /** Highest number of pages of the slice in flight. */
  slots: number
  /** Page slots of the process. */
  shared: SlotTaker
  /**
   * Scrapes one page and returns what it indicates about the host; after a rejection no further page starts.
   * @param hostPermit permit for the host for this page.
   */
  page: (index: number, hostPermit: HostPermit) => Promise<HostSign>
  /** Runs after every page; meanwhile the slice's slot stays taken, the host's does not. */
  afterPage: () => Promise<void>
  /** Called before every start: false ends the slice. */
  mayStart: () => boolean
  /** True while this process cannot keep up. */
  isBehind: () => boolean
  /**
   * No page starts after its end, unless one that began before it is still in flight: the slice lasts as long anyway.
   */
  time: SliceTime
  /** Clock of the pacers, milliseconds. */
  now: () => number
  /** Wakes the waiting loop; `mayStart` decides whether to end. */
  signal: AbortSignal
  /** Called at the beginning with the function that a seat calls when it may have a permit. */
  onStart?: (wake: () => void) => void
}

/**
 * Starts pages as slots and permits become free, until no more may start, then waits for those in flight.
 * @throws the first rejection of `page` or `afterPage`, once nothing is in flight.
 */
export async function takeTurns(options: TurnsOptions): Promise<void> {
  const { turns, slots, shared, mayStart, isBehind, time, now, signal } = options
  const faults: unknown[] = []
  let inFlight = 0
  /** Pages in flight that began before the end of the slice's time. */
  let inTime = 0
  let change = Promise.withResolvers<void>()
  const wake = (): void => change.resolve()

  const noteFault = (error: unknown): void => void faults.push(error)

  const run = async ({ index, pacer, hostPermit }: PageTurn, nowMs: number): Promise<void> => {
    const began = nowMs < time.endsAtMs ? 1 : 0
    time.begin()
    inFlight += 1
    inTime += began
    await paced(options, { index, pacer, hostPermit }, nowMs).catch(noteFault)
    inTime -= began
    wake()
    await options.afterPage().catch(noteFault)
    inFlight -= 1
    shared.giveBack()
    wake()
  }

  const turnAt = (nowMs: number): SliceTurn => {
    if (faults.length > 0 || !mayStart() || (nowMs >= time.endsAtMs && inTime === 0)) return { kind: 'over' }
    if (isBehind()) turns.slowDown(nowMs)
    return inFlight < slots ? turns.next(nowMs, time.endsAtMs, shared) : { kind: 'full' }
  }

  signal.addEventListener('abort', wake)
  options.onStart?.(wake)
  try {
    for (;;) {
      const nowMs = now()
      const turn = turnAt(nowMs)
      time.startsAtMs = turn.kind === 'wait' ? turn.startsAtMs : nowMs
      if (turn.kind === 'page') {
        void run(turn, nowMs)
        continue
      }
      if (turn.kind === 'queued') time.queued(nowMs)
      else shared.withdraw()
      // The hosts are not what keeps pages from starting: gives up the permits reserved for this slice.
      if (turn.kind !== 'wait') turns.withdraw()
      const isTimed = turn.kind === 'wait' || turn.kind === 'queued'
      if (!isTimed && inFlight === 0) break
      // After the end of the slice's time, the end of a page wakes it.
      const timer = isTimed && turn.untilMs > nowMs ? setTimeout(wake, turn.untilMs - nowMs) : undefined
      await change.promise
      clearTimeout(timer)
      change = Promise.withResolvers()
    }
  } finally {
    signal.removeEventListener('abort', wake)
    shared.withdraw()
    turns.withdraw()
  }
  if (faults.length > 0) throw faults[0]
}

type PageTurn = Pick<Extract<SliceTurn, { kind: 'page' }>, 'index' | 'pacer' | 'hostPermit'>

/** Runs one page and reports its start and end to the pacer and the seat of its host. */
async function paced({ page, now }: TurnsOptions, turn: PageTurn, nowMs: number): Promise<void> {
  const { index, pacer, hostPermit } = turn
  const number = pacer.start(nowMs)
  let sign: HostSign = { kind: 'none' }
  try {
    sign = await page(index, hostPermit)
  } finally {
    pacer.end(number, sign, now())
    hostPermit.end(sign)
  }
}
