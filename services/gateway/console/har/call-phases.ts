/** Reads the timings of a call; those of HAR 1.2 and of the service have the same names and meaning. */
import { captureViewLimits } from '../calls/capture-limits.ts'
import type { CallPhases } from '../calls/captured-call.ts'
import { amountOf, membersOf } from './json-reading.ts'

/** @param timings milliseconds, -1 for a part that does not apply; `ssl` is part of `connect`. */
export function callPhases(timings: unknown): CallPhases {
  const given = membersOf(timings)
  const part = (name: string): number => amountOf(given[name], captureViewLimits.spanMaxMs) ?? 0
  const tls = part('ssl')
  return {
    blocked: part('blocked'),
    dns: part('dns'),
    connect: Math.max(0, part('connect') - tls),
    tls,
    send: part('send'),
    wait: part('wait'),
    receive: part('receive'),
  }
}

/** Sum of all parts, milliseconds. */
export const phasesMs = (phases: CallPhases): number => Object.values(phases).reduce((sum: number, ms) => sum + ms, 0)
