/**
 * Computes when tried pages are due again. Retries of one host that fall due within a short time of each other are
 * gathered: they go into one slice, and one advance of the frontier starts them.
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { FrontierState } from './state/frontier-state.ts'
import { notBeforeMs } from '../hosts/host-clock.ts'
import { lanes } from './state/lane-queues.ts'

/** Tried pages of one host that wait in one lane. */
interface Waiting {
  /** Number of pages without a due time: they wait for a browser. */
  timeless: number
  /** Due times of the others, epoch milliseconds; sorted by the constructor of `RetryTimes`. */
  dueMs: number[]
}

const none: Waiting = { timeless: 0, dueMs: [] }

export class RetryTimes {
  readonly #state: FrontierState
  readonly #nowMs: number
  readonly #waiting: Readonly<Record<Lane, Map<string, Waiting>>> = { http: new Map(), browser: new Map() }

  /** @param nowMs clock of the workflow. */
  constructor(state: FrontierState, nowMs: number) {
    this.#state = state
    this.#nowMs = nowMs
    for (const seq of state.deferred) this.#add(seq)
    for (const lane of lanes) for (const { dueMs } of this.#waiting[lane].values()) dueMs.sort((a, b) => a - b)
  }

  /**
   * True while the next slice of a host in a lane should wait for retries: every page it could take now is a retry, and
   * more retries are due within `retryGatherMs` of the first.
   */
  gathers(host: string, lane: Lane): boolean {
    return !this.#hasReady(host, lane) && this.#isHeld(this.#dueTimes(host, lane))
  }

  /**
   * Returns when the frontier should be advanced although no slice has ended.
   * @param mayCut whether a slice of a host and lane could be cut; if not, the end of a running slice triggers the
   * advance.
   * @returns epoch milliseconds; null when nothing becomes due later.
   */
  wakeAtMs(mayCut: (host: string, lane: Lane) => boolean): number | null {
    const times: number[] = []
    for (const host of this.#state.queues.hosts()) {
      for (const lane of lanes) if (mayCut(host, lane)) times.push(...this.#timesOf(host, lane))
    }
    return times.length === 0 ? null : gathered(times.toSorted((a, b) => a - b))
  }

  #add(seq: number): void {
    const { url, lane, notBeforeMs: dueMs } = this.#state.entries[seq]!
    const { host } = new URL(url)
    const waiting = this.#waiting[lane].get(host) ?? { timeless: 0, dueMs: [] }
    this.#waiting[lane].set(host, waiting)
    if (dueMs > 0) waiting.dueMs.push(dueMs)
    else waiting.timeless += 1
  }

  /** Times at which the next slice of a host and lane may be cut: none or one. */
  #timesOf(host: string, lane: Lane): number[] {
    const hostMs = notBeforeMs(this.#state.hostClock(host))
    const dueMs = this.#dueTimes(host, lane)
    const retriesMs = this.#isHeld(dueMs) ? dueMs : dueMs.filter((each) => each > this.#nowMs)
    const times = retriesMs.length === 0 ? [] : [gathered(retriesMs)]
    if (hostMs > this.#nowMs && this.#hasReady(host, lane)) times.push(hostMs)
    return times.length === 0 ? [] : [Math.min(...times)]
  }

  /** True when pages that are not scheduled retries wait and the job's limit still covers them. */
  #hasReady(host: string, lane: Lane): boolean {
    const { timeless, dueMs } = this.#waiting[lane].get(host) ?? none
    const fresh = this.#state.queues.size(host, lane) - timeless - dueMs.length
    return timeless > 0 || (fresh > 0 && this.#state.budgetOf(lane) > 0)
  }

  /** Due times of retries; no retry is due before its host may be asked again. */
  #dueTimes(host: string, lane: Lane): number[] {
    const hostMs = notBeforeMs(this.#state.hostClock(host))
    return (this.#waiting[lane].get(host) ?? none).dueMs.map((each) => Math.max(each, hostMs))
  }

  #isHeld(dueMs: readonly number[]): boolean {
    return dueMs.length > 0 && dueMs[0]! <= this.#nowMs && gathered(dueMs) > this.#nowMs
  }
}

/** Returns the last of these times that is within `retryGatherMs` of the first. @param times sorted, at least one. */
function gathered(times: readonly number[]): number {
  const untilMs = times[0]! + frontierLimits.retryGatherMs
  return times.findLast((each) => each <= untilMs)!
}
