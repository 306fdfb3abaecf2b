/** Shared board through which the processes of an installation exchange what they do at hosts. */
import type { HostEntries, HostEntry } from './host-part.ts'

/** Data read from the other processes. */
export interface BoardReading {
  /** Entries of the other processes, for the hosts that were asked for. */
  hosts: ReadonlyMap<string, HostEntries>
  /** Number of processes of the installation that use the board, including this one. */
  processes: number
}

export interface HostBoard {
  /**
   * Publishes the entries of this process and reads those of the others.
   * @param mine entries of this process by host.
   * @throws when the board does not answer in time.
   */
  exchange(mine: ReadonlyMap<string, HostEntry>): Promise<BoardReading>
  close(): void
}

/** Fields of an entry that hold times. */
const times = ['lastStartMs', 'restUntilMs', 'expiresMs'] as const

/** Converts an entry to another clock; a time of 0 means no time and stays 0. */
export function shifted(entry: HostEntry, byMs: number): HostEntry {
  const moved = Object.fromEntries(times.map((name) => [name, entry[name] > 0 ? entry[name] + byMs : 0]))
  const rate = entry.rate === null ? null : { ...entry.rate, learnedAtMs: entry.rate.learnedAtMs + byMs }
  const crawlDelays = entry.crawlDelays.map((delay) => ({ ...delay, learnedAtMs: delay.learnedAtMs + byMs }))
  const { slotUsers } = entry
  const slots = slotUsers && { slotUsers: slotUsers.map((one) => ({ ...one, fromMs: one.fromMs + byMs })) }
  return { ...entry, ...moved, ...slots, rate, crawlDelays }
}
