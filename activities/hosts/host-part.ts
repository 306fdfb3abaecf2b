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

/** Number of users by tenant. */
export type TenantUsers = Readonly<Record<string, number>>

/** Number of users of a process that counts for the time slots from a time on. */
export interface SlotUsers {
  users: number
  /** The same by tenant; absent in entries of older releases. */
  tenants?: TenantUsers | undefined
  fromMs: number
}

/** Published state of a process at a host. */
export interface HostEntry {
  /** Number of jobs and calls that use the host; 0 once it is no longer used. */
  users: number
  /** The same by tenant. Absent in entries of older releases: all processes then go by users, whatever their tenants. */
  tenants?: TenantUsers
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
  tenants?: TenantUsers | undefined
  slotUsers?: readonly SlotUsers[] | undefined
}

/** Entries by process id. */
export type HostEntries = ReadonlyMap<string, HostEntry>

/** Turns by time: of `total` consecutive slots, each as long as the crawl-delay, the slots of this process. */
export interface TimeSlots {
  /** Time from which on these slots apply, until those that follow; slots that begin earlier do not change. */
  fromMs: number
  total: number
  /** First place of this process in a cycle of `total` places, and the number of its places, which are in a row. */
  from: number
  count: number
  /** Places from one slot to the next, without a common divisor with `total`. 1: the slots of a process are in a row. */
  step: number
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
 * @param own users of the host in this process, at least 1, as published; without `slotUsers` they count at once.
 * @param others entries of the other processes.
 */
export function partOf(id: string, own: PublishedUsers, others: HostEntries, nowMs: number): HostPart {
  const live = [...others].filter(([, { expiresMs }]) => expiresMs > nowMs)
  const lastStartMs = Math.max(-Infinity, ...live.map(([, entry]) => entry.lastStartMs))
  const sharing = live.filter(([, entry]) => entry.users > 0)
  if (sharing.length === 0) return { ...wholeHost, lastStartMs }
  const [share] = sharesOf([own, ...sharing.map(([, entry]) => entry)]).shares as [number]
  const theirs = sharing.reduce((pages, [, { inFlight }]) => pages + inFlight, 0)
  const fair = Math.max(1, Math.floor(hostLimits.inFlightMax * share + roundingMax))
  return {
    share,
    // A process that joins later waits until the others are down to their parts.
    inFlightMax: Math.max(0, Math.min(fair, hostLimits.inFlightMax - theirs)),
    slots: slotsOf(id, countsOf(own), live),
    delayFactor: 1,
    lastStartMs,
  }
}

/** Errors of sums of fractions are smaller than this. */
const roundingMax = 1e-9

/**
 * Divides a host among processes: evenly among its tenants, and the part of a tenant evenly among its users. When it is
 * not known of one of the processes whose users it has, evenly among all users.
 * @returns the share of each process, 0 to 1, a number of slots in which each has at least one, and their step.
 */
function sharesOf(all: readonly Pick<PublishedUsers, 'users' | 'tenants'>[]): {
  shares: number[]
  slots: number
  step: number
} {
  const known = all.flatMap(({ users, tenants }) => (users > 0 ? [tenants] : []))
  const sums = new Map<string, number>()
  for (const tenants of known) {
    for (const [tenant, users] of Object.entries(tenants ?? {})) sums.set(tenant, (sums.get(tenant) ?? 0) + users)
  }
  // With one tenant, both rules are the same.
  if (sums.size < 2 || known.includes(undefined)) {
    const total = all.reduce((sum, { users }) => sum + users, 0)
    // As in older releases, with which these slots may be shared.
    return { shares: all.map(({ users }) => (total === 0 ? 0 : users / total)), slots: total, step: 1 }
  }
  const shares = all.map(({ users, tenants }) =>
    users === 0
      ? 0
      : Object.entries(tenants ?? {}).reduce((sum, [tenant, count]) => sum + count / sums.get(tenant)! / sums.size, 0),
  )
  const users = [...sums.values()]
  const enough = Math.max(hostLimits.slotsMax, sums.size * Math.max(...users))
  const multiple = users.reduce((one, other) => Math.min(enough, (one / commonDivisor(one, other)) * other), 1)
  const exact = sums.size * multiple
  const slots =
    multiple === enough || exact > enough
      ? enough
      : exact / shares.map((share) => Math.round(share * exact)).reduce(commonDivisor, 0)
  return { shares, slots, step: spreadingStep(slots) }
}

/**
 * Returns a step that spreads the slots of each process over the cycle: in a row, those of one process could take hours
 * with a long crawl-delay. Steps near the golden section of the cycle leave no place long without a visit (three-gap
 * theorem).
 */
function spreadingStep(total: number): number {
  let step = Math.max(1, Math.round(total * goldenSection))
  while (commonDivisor(total, step) > 1) step -= 1
  return step
}

const goldenSection = (Math.sqrt(5) - 1) / 2

/** Returns the greatest common divisor of two whole numbers; that of 0 and a number is the number. */
function commonDivisor(one: number, other: number): number {
  let [divisor, rest] = [one, other]
  while (rest > 0) [divisor, rest] = [rest, divisor % rest]
  return divisor
}

/** Returns the time slots of a process, from each change of the number of users of any process on. */
function slotsOf(id: string, own: readonly SlotUsers[], others: readonly [string, HostEntry][]): TimeSlots[] {
  const theirs = others.map(([process, entry]): [string, readonly SlotUsers[]] => [process, countsOf(entry)])
  // In the order of ids, so that every process computes the same bounds.
  const all = [...theirs, [id, own] as const].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const ownAt = all.findIndex(([process]) => process === id)
  const times = [...new Set(all.flatMap(([, counts]) => counts.map(({ fromMs }) => fromMs)))]
  return times
    .toSorted((one, other) => one - other)
    .map((fromMs) => {
      const { shares, slots, step } = sharesOf(all.map(([, counts]) => usersAt(counts, fromMs)))
      const before = shares.slice(0, ownAt).reduce((sum, share) => sum + share, 0)
      const from = Math.round(before * slots)
      return { fromMs, total: slots, from, count: Math.round((before + shares[ownAt]!) * slots) - from, step }
    })
}

const countsOf = ({ users, tenants, slotUsers }: PublishedUsers): readonly SlotUsers[] =>
  slotUsers ?? [{ users, tenants, fromMs: 0 }]

const noUsers: SlotUsers = { users: 0, fromMs: 0 }

const usersAt = (counts: readonly SlotUsers[], atMs: number): SlotUsers =>
  counts.findLast(({ fromMs }) => fromMs <= atMs) ?? noUsers

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
    const at = ((slot % applying.total) * applying.step) % applying.total
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
