/**
 * Computes the part of a host that a process may use, from the entries of all processes that use it. Pure: every
 * process computes its own part from the same entries, so that the parts add up to one host.
 *
 * Times are epoch milliseconds.
 */
import { hostLimits } from '@seine/shared/config/host-limits.ts'
import type { CrawlDelay } from './crawl-delays.ts'

/** A rate learned from a refusal. */
export interface LearnedRate {
  /** Starts per second of the host, over all processes. */
  startsPerSec: number
  /** Length of the rest that the refusal asked for, milliseconds. */
  restMs: number
  /** True when it is based on enough answers. */
  isSettled: boolean
  learnedAtMs: number
}

/** Published state of a process at a host. */
export interface HostEntry {
  /** Number of jobs and calls that use the host; 0 once it is no longer used. */
  users: number
  inFlight: number
  /** 0: none. */
  lastStartMs: number
  /** 0: the host has asked for no rest. */
  restUntilMs: number
  crawlDelays: readonly CrawlDelay[]
  rate: LearnedRate | null
  /** Time from which on the entry does not count. */
  expiresMs: number
}

/** Entries by process id. */
export type HostEntries = ReadonlyMap<string, HostEntry>

/** Turns by time: of `total` consecutive slots, each as long as the crawl-delay, the slots of this process. */
export interface TimeSlots {
  total: number
  /** Index of the first slot of this process. */
  from: number
  count: number
}

export interface HostPart {
  /** Share of the host's rate, 0 to 1. */
  share: number
  /** Maximum number of pages in flight of this process. */
  inFlightMax: number
  /** Null for a process that has the host to itself. */
  slots: TimeSlots | null
  /** Factor by which the crawl-delay is multiplied when it is not known whose turn it is. */
  delayFactor: number
  /** Last start by any of the other processes. */
  lastStartMs: number
}

/** Part of a process that has the host to itself. */
export const wholeHost: HostPart = {
  share: 1,
  inFlightMax: hostLimits.inFlightMax,
  slots: null,
  delayFactor: 1,
  lastStartMs: -Infinity,
}

/**
 * Computes the part of a process.
 * @param id of the process; time slots are assigned in the order of ids.
 * @param users number of users of the host in this process, at least 1.
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
    // A process that joins later waits until the others are down to their parts.
    inFlightMax: Math.max(0, Math.min(fair, hostLimits.inFlightMax - theirs)),
    slots: { total, from: sum(sharing.filter(([other]) => other < id)), count: users },
    delayFactor: 1,
    lastStartMs,
  }
}

/** Part of one of several processes that cannot see each other's entries. */
export const blindPart = (processes: number): HostPart => ({
  ...wholeHost,
  share: 1 / processes,
  inFlightMax: Math.max(1, Math.floor(hostLimits.inFlightMax / processes)),
  delayFactor: processes,
})

/**
 * Returns the next time from `fromMs` on that lies at the beginning of a slot of this process.
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
