/**
 * What part of a host a process has, by what all processes that use the host say of it. Pure: every process
 * computes its own part from the same entries, so that the parts together make one host.
 *
 * Times are epoch milliseconds.
 */
import { hostLimits } from '@seine/shared/config/host-limits.ts'
import type { CrawlDelay } from './crawl-delays.ts'

/** A rate that a refusal has taught. */
export interface LearnedRate {
  /** Of the host, over all processes. */
  startsPerSec: number
  /** How long the rest was that the refusal asked for, milliseconds. */
  restMs: number
  /** Whether it rests on enough answers. */
  isSettled: boolean
  learnedAtMs: number
}

/** What a process says of itself at a host. */
export interface HostEntry {
  /** Jobs and calls that use the host; 0 once it is used no more. */
  users: number
  inFlight: number
  /** 0 = none. */
  lastStartMs: number
  /** 0 = the host has asked for no rest. */
  restUntilMs: number
  crawlDelays: readonly CrawlDelay[]
  rate: LearnedRate | null
  /** From then on the entry does not count. */
  expiresMs: number
}

/** Entries by process. */
export type HostEntries = ReadonlyMap<string, HostEntry>

/** Turns by time: of `total` slots in a row, each as long as the crawl-delay, those of this process. */
export interface TimeSlots {
  total: number
  /** First of this process. */
  from: number
  count: number
}

export interface HostPart {
  /** Of the host's rate, 0 to 1. */
  share: number
  /** Pages in flight here at most. */
  inFlightMax: number
  /** Null for a process that has the host for itself. */
  slots: TimeSlots | null
  /** The crawl-delay is kept so many times over, where it is not known whose turn it is. */
  delayFactor: number
  /** Of the other processes. */
  lastStartMs: number
}

/** Of a process that has the host for itself. */
export const wholeHost: HostPart = {
  share: 1,
  inFlightMax: hostLimits.inFlightMax,
  slots: null,
  delayFactor: 1,
  lastStartMs: -Infinity,
}

/**
 * The part of a process.
 * @param id of the process; parts are in the order of ids.
 * @param users of the host in this process, at least 1.
 * @param others entries of the other processes.
 */
export function partOf(id: string, users: number, others: HostEntries, nowMs: number): HostPart {
  const live = [...others].filter(([, { expiresMs }]) => expiresMs > nowMs)
  const lastStartMs = Math.max(-Infinity, ...live.map(([, entry]) => entry.lastStartMs))
  const sharing = live.filter(([, entry]) => entry.users > 0)
  if (sharing.length === 0) return { ...wholeHost, lastStartMs }
  const sum = (all: typeof live): number => all.reduce((total, [, entry]) => total + entry.users, 0)
  const total = users + sum(sharing)
  const theirs = sharing.reduce((pages, [, { inFlight }]) => pages + inFlight, 0)
  const fair = Math.max(1, Math.floor((hostLimits.inFlightMax * users) / total))
  return {
    share: users / total,
    // Who has come later waits until the others are down to their parts.
    inFlightMax: Math.max(0, Math.min(fair, hostLimits.inFlightMax - theirs)),
    slots: { total, from: sum(sharing.filter(([other]) => other < id)), count: users },
    delayFactor: 1,
    lastStartMs,
  }
}

/** The part of one of several processes that do not know of each other's doings. */
export const blindPart = (processes: number): HostPart => ({
  ...wholeHost,
  share: 1 / processes,
  inFlightMax: Math.max(1, Math.floor(hostLimits.inFlightMax / processes)),
  delayFactor: processes,
})

/**
 * The next time from `fromMs` on that lies at the beginning of a slot of this process.
 * @param delayMs length of a slot.
 */
export function nextSlotMs(fromMs: number, delayMs: number, { total, from, count }: TimeSlots): number {
  const isOwn = (slot: number): boolean => {
    const at = slot % total
    return at >= from && at < from + count
  }
  const slot = Math.floor(fromMs / delayMs)
  if (isOwn(slot) && fromMs - slot * delayMs <= delayMs * hostLimits.slotLatenessShare) return fromMs
  for (let next = slot + 1; next <= slot + total; next += 1) if (isOwn(next)) return next * delayMs
  return (slot + total) * delayMs
}
