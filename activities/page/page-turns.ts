/**
 * Who is next: pages of a slice, host by host in turn. A host that is full, spaced or throttled
 * holds no slot of the slice, and no host takes more than its fair share of them.
 */
import { frontierLimits } from '@seine/shared/config/limits.ts'
import type { HostPacer, HostSign } from './host-pacer.ts'

/** What may be done now. */
export type Turn =
  /** Start this page of the list. */
  | { kind: 'page'; index: number; pacer: HostPacer }
  /** Nothing before this time, unless a page ends first; by the clock of the pacers. */
  | { kind: 'wait'; untilMs: number }
  /** Nothing before a page ends. */
  | { kind: 'full' }
  /** Nothing any more. */
  | { kind: 'over' }

interface Line {
  pacer: HostPacer
  /** Positions in the slice's list, next one last. */
  waiting: number[]
}

export class PageTurns {
  readonly #lines: Line[] = []
  /** Where the round through the hosts goes on. */
  #at = 0

  /** @param pages positions in the slice's list in the order they are wanted, with their hosts. */
  constructor(pages: Iterable<{ index: number; pacer: HostPacer }>) {
    const byPacer = new Map<HostPacer, Line>()
    for (const { index, pacer } of pages) {
      let line = byPacer.get(pacer)
      if (line === undefined) {
        line = { pacer, waiting: [] }
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
   */
  next(nowMs: number, beforeMs: number): Turn {
    const fairShare = this.#fairShare()
    let wakeMs = Infinity
    let waits = false
    for (let step = 0; step < this.#lines.length; step += 1) {
      const at = (this.#at + step) % this.#lines.length
      const { pacer, waiting } = this.#lines[at]!
      if (waiting.length === 0 || pacer.isThrottled) continue
      if (pacer.isFull || pacer.inFlight >= fairShare) {
        waits = true
      } else if (pacer.nextStartMs > nowMs) {
        if (pacer.nextStartMs < beforeMs) wakeMs = Math.min(wakeMs, pacer.nextStartMs)
      } else {
        this.#at = (at + 1) % this.#lines.length
        return { kind: 'page', index: waiting.pop()!, pacer }
      }
    }
    if (wakeMs !== Infinity) return { kind: 'wait', untilMs: wakeMs }
    return waits ? { kind: 'full' } : { kind: 'over' }
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

export interface TurnsOptions {
  turns: PageTurns
  /** Pages in flight at most. */
  slots: number
  /** Scrapes one page and says what it learned of the host; when it rejects nothing more is started. */
  page: (index: number) => Promise<HostSign>
  /** Runs after every page: holds up its slot of the slice, not its host. */
  afterPage: () => Promise<void>
  /** Asked before every start: false ends the slice. */
  mayStart: () => boolean
  /** True while this process cannot keep up. */
  isBehind: () => boolean
  /** No page starts later, unless one that began before is still in flight: the slice lasts as long anyway. */
  endsAtMs: number
  /** Clock of the pacers, milliseconds. */
  now: () => number
  /** Wakes those who wait; `mayStart` says whether it is over. */
  signal: AbortSignal
}

/**
 * Starts pages as their turns come, until none may start any more; then waits for those in flight.
 * @throws the first rejection of `page` or `afterPage`, once nothing is in flight.
 */
export async function takeTurns(options: TurnsOptions): Promise<void> {
  const { turns, slots, mayStart, isBehind, endsAtMs, now, signal } = options
  const faults: unknown[] = []
  let inFlight = 0
  /** Of those in flight, the ones that began in time. */
  let inTime = 0
  let change = Promise.withResolvers<void>()
  const wake = (): void => change.resolve()

  const noteFault = (error: unknown): void => void faults.push(error)

  const run = async (index: number, pacer: HostPacer, nowMs: number): Promise<void> => {
    const began = nowMs < endsAtMs ? 1 : 0
    inFlight += 1
    inTime += began
    await paced(options, index, pacer, nowMs).catch(noteFault)
    inTime -= began
    wake()
    await options.afterPage().catch(noteFault)
    inFlight -= 1
    wake()
  }

  const turnAt = (nowMs: number): Turn => {
    if (faults.length > 0 || !mayStart() || (nowMs >= endsAtMs && inTime === 0)) return { kind: 'over' }
    if (isBehind()) turns.slowDown(nowMs)
    return inFlight < slots ? turns.next(nowMs, endsAtMs) : { kind: 'full' }
  }

  signal.addEventListener('abort', wake)
  try {
    for (;;) {
      const nowMs = now()
      const turn = turnAt(nowMs)
      if (turn.kind === 'page') {
        void run(turn.index, turn.pacer, nowMs)
        continue
      }
      if (turn.kind !== 'wait' && inFlight === 0) break
      const timer = turn.kind === 'wait' ? setTimeout(wake, Math.max(1, turn.untilMs - nowMs)) : undefined
      await change.promise
      clearTimeout(timer)
      change = Promise.withResolvers()
    }
  } finally {
    signal.removeEventListener('abort', wake)
  }
  if (faults.length > 0) throw faults[0]
}

/** One page, with its host told of its start and its end. */
async function paced({ page, now }: TurnsOptions, index: number, pacer: HostPacer, nowMs: number): Promise<void> {
  const number = pacer.start(nowMs)
  let sign: HostSign = { kind: 'none' }
  try {
    sign = await page(index)
  } finally {
    pacer.end(number, sign, now())
  }
}
