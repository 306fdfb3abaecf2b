/** What an operator refuses besides the built-in rules, whatever else would allow it. */
import { entryRefuses, parseDenyEntry, type DenyEntry } from './deny-entry.ts'
import { readEntries } from './entry-list.ts'

/** The deny-list of a process, fixed for its life. */
export class DenyList {
  readonly #entries: readonly DenyEntry[]
  /** What is wrong with entries that cannot be read, one text each. */
  readonly problems: readonly string[]

  /** @param text value of SEINE_EGRESS_DENY: entries separated by commas. */
  constructor(text: string) {
    const { entries, problems } = readEntries(text, parseDenyEntry)
    this.#entries = entries
    this.problems = problems
  }

  /**
   * Says whether an entry refuses a host.
   * @param host a name in lower case without root dot, or a literal address without brackets.
   * @param port null = no port is known; entries for one port alone do not count then.
   */
  denies(host: string, port: number | null): boolean {
    return this.#entries.some((entry) => entryRefuses(entry, host, port))
  }
}
