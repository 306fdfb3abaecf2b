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
