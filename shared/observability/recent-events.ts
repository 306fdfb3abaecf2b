/** Events that count for service levels, by minute, for the last hour. */
import { serviceLevelLimits } from '../config/service-level-limits.ts'

/** Counts of a service level. */
export interface LevelEvents {
  total: number
  bad: number
}

const minuteMs = 60_000

/** Counts the events of the last hour. @typeParam Name service levels that events count for. */
export class RecentEvents<Name extends string> {
  readonly #minutes = new Map<number, Partial<Record<Name, LevelEvents>>>()

  /** Counts an event. @param nowMs epoch milliseconds. */
  add(name: Name, bad: boolean, nowMs: number): void {
    const at = Math.floor(nowMs / minuteMs)
    let minute = this.#minutes.get(at)
    if (minute === undefined) {
      minute = {}
      this.#minutes.set(at, minute)
      this.#forget(nowMs)
    }
    const events = (minute[name] ??= { total: 0, bad: 0 })
    events.total += 1
    if (bad) events.bad += 1
  }

  /** Returns the counts of the last hour. @param nowMs epoch milliseconds. */
  sum(name: Name, nowMs: number): LevelEvents {
    this.#forget(nowMs)
    const sum = { total: 0, bad: 0 }
    for (const { [name]: events } of this.#minutes.values()) {
      sum.total += events?.total ?? 0
      sum.bad += events?.bad ?? 0
    }
    return sum
  }

  #forget(nowMs: number): void {
    const first = Math.floor((nowMs - serviceLevelLimits.windowMs) / minuteMs)
    for (const at of this.#minutes.keys()) if (at <= first) this.#minutes.delete(at)
  }
}
