/**
 * Who is next: pages of a slice, host by host in turn. A host that is full, spaced or throttled
 * holds no slot of the slice, and no host takes more than its fair share of them. A page starts once
 * the job may ask the host (its pacer) and it is the job's turn among all users of the host (its seat).
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { HostSeat, HostTurn } from '@seine/shared/pages/host-seats.ts'
import type { HostPacer } from '../hosts/host-pacer.ts'
import type { HostSign } from '@seine/shared/pages/host-sign.ts'
import type { SlotTaker } from './page-slots.ts'
import type { SliceTime } from './slice-time.ts'

/** What may be done now. */
export type SliceTurn =
  /** Start this page of the list. */
  | { kind: 'page'; index: number; pacer: HostPacer; hostTurn: HostTurn }
  /**
   * Nothing before this time, unless a page ends or a seat may have a turn first; by the clock of the pacers.
   * No page of a seat has a turn before `startsAtMs`.
   */
  | { kind: 'wait'; untilMs: number; startsAtMs: number }
  /** Nothing before this time, unless a page slot of the process is kept for the slice first. */
  | { kind: 'line'; untilMs: number }
  /** Nothing before a page ends. */
  | { kind: 'full' }
  /** Nothing any more. */
  | { kind: 'over' }

interface Line {
  pacer: HostPacer
  seat: HostSeat
  /** Positions in the slice's list, next one last. */
  waiting: number[]
}

export class PageTurns {
  readonly #lines: Line[] = []
  /** Where the round through the hosts goes on. */
  #at = 0

  /** @param pages positions in the slice's list in the order they are wanted, with their hosts. */
  constructor(pages: Iterable<{ index: number; pacer: HostPacer; seat: HostSeat }>) {
    const byPacer = new Map<HostPacer, Line>()
    for (const { index, pacer, seat } of pages) {
      let line = byPacer.get(pacer)
      if (line === undefined) {
        line = { pacer, seat, waiting: [] }
        byPacer.set(pacer, line)
        this.#lines.push(line)
      }
      line.waiting.push(index)
    }
    for (const { waiting } of this.#lines) waiting.reverse()
  }

  /**
   * Takes the next page out, if one may start.
   * @param beforeMs no start that is due later is waited for.
   * @param slots of the process; one is taken with the page.
   */
  next(nowMs: number, beforeMs: number, slots: Pick<SlotTaker, 'take' | 'giveBack'>): SliceTurn {
    const fairShare = this.#fairShare()
    let wakeMs = Infinity
    let startsAtMs = Infinity
    let waits = false
    for (let step = 0; step < this.#lines.length; step += 1) {
      const at = (this.#at + step) % this.#lines.length
      const line = this.#lines[at]!
      const { pacer, seat, waiting } = line
      const state = stateOf(line, nowMs, fairShare)
      if (state === 'ready') {
        if (!slots.take()) return { kind: 'line', untilMs: beforeMs }
        const hostTurn = seat.tryStart()
        if (hostTurn !== null) {
          this.#at = (at + 1) % this.#lines.length
          return { kind: 'page', index: waiting.pop()!, pacer, hostTurn }
        }
        slots.giveBack()
        const freeAtMs = nowMs + seat.restMs()
        if (freeAtMs < beforeMs) {
          // The seat wakes the slice; at the end of the slice's time it is over without a turn.
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

  /** No page can start for now: others have the turns of the hosts. */
  withdraw(): void {
    for (const { seat } of this.#lines) seat.withdraw()
  }

  /** This process cannot keep up: less is asked of every host. */
  slowDown(nowMs: number): void {
    for (const { pacer } of this.#lines) pacer.slowDown(nowMs)
  }

  /** Slots of the slice for each host that still has use for some. */
  #fairShare(): number {
    const busy = this.#lines.filter(
      ({ pacer, waiting }) => pacer.inFlight > 0 || (waiting.length > 0 && !pacer.isThrottled),
    )
    return Math.max(1, Math.floor(frontierLimits.sliceConcurrencyMax / Math.max(1, busy.length)))
  }
}

/** What the job itself has to say of the next page of a host. */
function stateOf({ pacer, waiting }: Line, nowMs: number, fairShare: number): 'done' | 'full' | 'spaced' | 'ready' {
  if (waiting.length === 0 || pacer.isThrottled) return 'done'
  if (pacer.isFull || pacer.inFlight >= fairShare) return 'full'
  return pacer.nextStartMs > nowMs ? 'spaced' : 'ready'
}

export interface TurnsOptions {
  turns: PageTurns
  /** Pages of the slice in flight at most. */
  slots: number
  /** Page slots of the process. */
  shared: SlotTaker
  /**
   * Scrapes one page and says what it learned of the host; when it rejects nothing more is started.
   * @param hostTurn of the page.
   */
  page: (index: number, hostTurn: HostTurn) => Promise<HostSign>
  /** Runs after every page: holds up its slot of the slice, not its host. */
  afterPage: () => Promise<void>
  /** Asked before every start: false ends the slice. */
  mayStart: () => boolean
  /** True while this process cannot keep up. */
  isBehind: () => boolean
  /** No page starts after its end, unless one that began before is still in flight: the slice lasts as long anyway. */
  time: SliceTime
  /** Clock of the pacers, milliseconds. */
  now: () => number
  /** Wakes those who wait; `mayStart` says whether it is over. */
  signal: AbortSignal
  /** Called at the beginning with what a seat calls when it may have a turn. */
  onTurn?: (wake: () => void) => void
}

/**
 * Starts pages as their turns come, until none may start any more; then waits for those in flight.
 * @throws the first rejection of `page` or `afterPage`, once nothing is in flight.
 */
export async function takeTurns(options: TurnsOptions): Promise<void> {
  const { turns, slots, shared, mayStart, isBehind, time, now, signal } = options
  const faults: unknown[] = []
  let inFlight = 0
  /** Of those in flight, the ones that began in time. */
  let inTime = 0
  let change = Promise.withResolvers<void>()
  const wake = (): void => change.resolve()

  const noteFault = (error: unknown): void => void faults.push(error)

  const run = async ({ index, pacer, hostTurn }: PageTurn, nowMs: number): Promise<void> => {
    const began = nowMs < time.endsAtMs ? 1 : 0
    time.begin()
    inFlight += 1
    inTime += began
    await paced(options, { index, pacer, hostTurn }, nowMs).catch(noteFault)
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
  options.onTurn?.(wake)
  try {
    for (;;) {
      const nowMs = now()
      const turn = turnAt(nowMs)
      time.startsAtMs = turn.kind === 'wait' ? turn.startsAtMs : nowMs
      if (turn.kind === 'page') {
        void run(turn, nowMs)
        continue
      }
      if (turn.kind === 'line') time.inLine(nowMs)
      else shared.withdraw()
      // What keeps pages from starting is not the hosts: none of them is kept for this slice.
      if (turn.kind !== 'wait') turns.withdraw()
      const isTimed = turn.kind === 'wait' || turn.kind === 'line'
      if (!isTimed && inFlight === 0) break
      // Past the time of the slice the end of a page wakes it.
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

type PageTurn = Pick<Extract<SliceTurn, { kind: 'page' }>, 'index' | 'pacer' | 'hostTurn'>

/** One page, with its host told of its start and its end. */
async function paced({ page, now }: TurnsOptions, turn: PageTurn, nowMs: number): Promise<void> {
  const { index, pacer, hostTurn } = turn
  const number = pacer.start(nowMs)
  let sign: HostSign = { kind: 'none' }
  try {
    sign = await page(index, hostTurn)
  } finally {
    pacer.end(number, sign, now())
    hostTurn.end(sign)
  }
}
