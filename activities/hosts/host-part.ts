/**
 * Computes the part of a host that a process may use, from the entries of all processes that use it. Pure: every
 * process computes its own part from the same entries, so that the parts add up to one host.
 *
 * Times are epoch milliseconds.
 */
import { hostLimits } from './host-limits.ts'
import type { CrawlDelay } from './crawl-delays.ts'

/** A rate learned from a refusal. */
export interface LearnedRate {
  /** Starts per second of the host, over all processes. */
  startsPerSec: number
  /** Length of the pause that the refusal asked for, milliseconds. */
  restMs: number
  /** True when it is based on enough answers. */
  isSettled: boolean
  learnedAtMs: number
}

/** Number of users of a process that counts for the time slots from a time on. */
export interface SlotUsers {
  users: number
  fromMs: number
}

/** Published state of a process at a host. */
export interface HostEntry {
  /** Number of jobs and calls that use the host; 0 once it is no longer used. */
  users: number
  /**
   * Numbers of users by time, the earliest first. A change is published before it counts, so that all processes change
   * to the new time slots at the same moment. Absent in entries of 0.1: `users` counts at once.
   */
  slotUsers?: readonly SlotUsers[]
  inFlight: number
  /** 0: none. */
  lastStartMs: number
  /** 0: the host has asked for no pause. */
  restUntilMs: number
  crawlDelays: readonly CrawlDelay[]
  rate: LearnedRate | null
  /** Time from which on the entry does not count. */
  expiresMs: number
}

/** What an entry says of its users. */
interface PublishedUsers {
  users: number
  slotUsers?: readonly SlotUsers[] | undefined
}

/** Entries by process id. */
export type HostEntries = ReadonlyMap<string, HostEntry>

/** Turns by time: of `total` consecutive slots, each as long as the crawl-delay, the slots of this process. */
export interface TimeSlots {
  /** Time from which on these slots apply, until those that follow; slots that begin earlier do not change. */
  fromMs: number
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
  /** By time, the earliest first; null for a process that has the host to itself. */
  slots: readonly TimeSlots[] | null
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
 * @param slotUsers of this process, as published; without it, `users` counts at once.
 */
export function partOf(
  id: string,
  users: number,
  others: HostEntries,
  nowMs: number,
  slotUsers?: readonly SlotUsers[],
): HostPart {
  const live = [...others].filter(([, { expiresMs }]) => expiresMs > nowMs)
  const lastStartMs = Math.max(-Infinity, ...live.map(([, entry]) => entry.lastStartMs))
  const sharing = live.filter(([, entry]) => entry.users > 0)
  if (sharing.length === 0) return { ...wholeHost, lastStartMs }
  const total = sharing.reduce((sum, [, entry]) => sum + entry.users, users)
  const theirs = sharing.reduce((pages, [, { inFlight }]) => pages + inFlight, 0)
  const fair = Math.max(1, Math.floor((hostLimits.inFlightMax * users) / total))
  return {
    share: users / total,
    // A process that joins later waits until the others are down to their parts.
    inFlightMax: Math.max(0, Math.min(fair, hostLimits.inFlightMax - theirs)),
    slots: slotsOf(id, countsOf({ users, slotUsers }), live),
    delayFactor: 1,
    lastStartMs,
  }
}

/** Returns the time slots of a process, from each change of the number of users of any process on. */
function slotsOf(id: string, own: readonly SlotUsers[], others: readonly [string, HostEntry][]): TimeSlots[] {
  const all = others.map(([process, entry]) => ({ isBefore: process < id, counts: countsOf(entry) }))
  const changes = [own, ...all.map(({ counts }) => counts)].flat().map(({ fromMs }) => fromMs)
  const times = [...new Set(changes)].toSorted((one, other) => one - other)
  return times.map((fromMs) => {
    const count = usersAt(own, fromMs)
    const theirs = all.map(({ isBefore, counts }) => ({ isBefore, users: usersAt(counts, fromMs) }))
    const from = theirs.reduce((sum, { isBefore, users }) => sum + (isBefore ? users : 0), 0)
    return { fromMs, total: theirs.reduce((sum, { users }) => sum + users, count), from, count }
  })
}

const countsOf = ({ users, slotUsers }: PublishedUsers): readonly SlotUsers[] => slotUsers ?? [{ users, fromMs: 0 }]

const usersAt = (counts: readonly SlotUsers[], atMs: number): number =>
  counts.findLast(({ fromMs }) => fromMs <= atMs)?.users ?? 0

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
export function nextSlotMs(fromMs: number, delayMs: number, slots: readonly TimeSlots[]): number {
  const isOwn = (slot: number): boolean => {
    const applying = slots.findLast((one) => one.fromMs <= slot * delayMs)
    if (applying === undefined || applying.total === 0) return false
    const at = slot % applying.total
    return at >= applying.from && at < applying.from + applying.count
  }
  const slot = Math.floor(fromMs / delayMs)
  const last = slots.at(-1)!
  // From the last change on, one of `total` slots in a row is one of this process.
  const end = Math.max(slot, Math.ceil(last.fromMs / delayMs)) + Math.max(1, last.total)
  if (isOwn(slot) && fromMs - slot * delayMs <= delayMs * hostLimits.slotLatenessShare) return fromMs
  for (let next = slot + 1; next <= end; next += 1) if (isOwn(next)) return next * delayMs
  return end * delayMs
}
