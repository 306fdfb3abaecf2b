/** What an operator denies in addition to the built-in rules; takes precedence over everything that is allowed. */
import { entryRefuses, parseDenyEntry, type DenyEntry } from './deny-entry.ts'
import { readEntries } from './entry-list.ts'

/** The deny-list of a process, fixed for the life of the process. */
export class DenyList {
  readonly #entries: readonly DenyEntry[]
  /** Problems with invalid entries, one text each. */
  readonly problems: readonly string[]

  /** @param text value of SEINE_EGRESS_DENY: entries separated by commas. */
  constructor(text: string) {
    const { entries, problems } = readEntries(text, parseDenyEntry)
    this.#entries = entries
    this.problems = problems
  }

  /**
   * Returns true when an entry denies a host.
   * @param host a name in lower case without root dot, or a literal address without brackets.
   * @param port null: the port is unknown; entries for a single port do not apply.
   */
  denies(host: string, port: number | null): boolean {
    return this.#entries.some((entry) => entryRefuses(entry, host, port))
  }
}
