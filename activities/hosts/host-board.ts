/** Where the processes of an installation tell each other what they do at hosts. */
import type { HostEntries, HostEntry } from './host-part.ts'

/** What the other processes say. */
export interface BoardReading {
  /** Of the hosts that were asked for. */
  hosts: ReadonlyMap<string, HostEntries>
  /** Processes of the installation that use the board, this one included. */
  processes: number
}

export interface HostBoard {
  /**
   * Puts up the entries of this process and reads those of the others, all in one round trip.
   * @param mine by host.
   * @throws when the board does not answer in time.
   */
  exchange(mine: ReadonlyMap<string, HostEntry>): Promise<BoardReading>
  close(): void
}
