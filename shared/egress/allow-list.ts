/**
 * The private targets an operator allows: entries from the environment, fixed for the life of the
 * process, and entries from a file that takes effect as soon as it is written.
 */
import { readFileSync, statSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { Logger } from '../observability/logger.ts'
import { AllowEntryError, entryCovers, parseAllowEntry, type AllowEntry } from './allow-entry.ts'

/** Says whether an address that is not public may be dialled all the same. */
export interface AddressAllowance {
  /** @param port null = on any port at all. */
  allows(address: string, port: number | null): boolean
}

/** For callers who may name public targets only. */
export const allowNothing: AddressAllowance = { allows: () => false }

export interface AllowListOptions {
  /** Value of SEINE_EGRESS_ALLOW: entries separated by commas. */
  entries: string
  /** Value of SEINE_EGRESS_ALLOW_FILE: one entry a line, `#` starts a comment; empty = no file. */
  file?: string
  /** Told about every line of the file that is left out, and about a file that cannot be read. */
  onProblem?: (problem: string) => void
}

/** The allow-list of a process. */
export class AllowList implements AddressAllowance {
  readonly #fixed: readonly AllowEntry[]
  readonly #file: string
  readonly #onProblem: (problem: string) => void
  #fromFile: readonly AllowEntry[] = []
  #fileState = 'never read'

  /** @throws AllowEntryError when an entry of the environment cannot be read. */
  constructor(options: AllowListOptions) {
    this.#fixed = options.entries
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(parseAllowEntry)
    this.#file = options.file ?? ''
    this.#onProblem = options.onProblem ?? (() => {})
  }

  /**
   * Says whether an entry covers the address on this port.
   *
   * Asked only for addresses that are not public, so the file is looked at (one `stat`) each time
   * the environment does not answer: a new entry works at once, a removed one stops at once.
   */
  allows(address: string, port: number | null): boolean {
    const covers = (entry: AllowEntry): boolean => entryCovers(entry, address, port)
    if (this.#fixed.some(covers)) return true
    if (this.#file === '') return false
    this.#refresh()
    return this.#fromFile.some(covers)
  }

  #refresh(): void {
    try {
      const stat = statSync(this.#file, { bigint: true })
      const state = `${stat.ino} ${stat.size} ${stat.mtimeNs}`
      if (state === this.#fileState) return
      this.#fromFile = this.#parse(readFileSync(this.#file, 'utf8'))
      this.#fileState = state
    } catch (error) {
      this.#fromFile = []
      const state = (error as NodeJS.ErrnoException).code ?? 'unreadable'
      if (state !== this.#fileState && state !== 'ENOENT') this.#onProblem(`the file cannot be read (${state})`)
      this.#fileState = state
    }
  }

  #parse(text: string): AllowEntry[] {
    const entries: AllowEntry[] = []
    for (const [index, line] of text.split('\n').entries()) {
      const entry = line.replace(/#.*/, '').trim()
      if (entry === '') continue
      try {
        entries.push(parseAllowEntry(entry))
      } catch (error) {
        if (!(error instanceof AllowEntryError)) throw error
        this.#onProblem(`line ${index + 1}: ${error.message}`)
      }
    }
    return entries
  }
}

/**
 * The allow-list the configuration asks for; problems of its file are logged as warnings.
 * @throws AllowEntryError when SEINE_EGRESS_ALLOW cannot be read.
 */
export function createAllowList(
  config: Pick<Config, 'SEINE_EGRESS_ALLOW' | 'SEINE_EGRESS_ALLOW_FILE'>,
  logger: Pick<Logger, 'warn'>,
): AllowList {
  return new AllowList({
    entries: config.SEINE_EGRESS_ALLOW,
    file: config.SEINE_EGRESS_ALLOW_FILE,
    onProblem: (problem) => {
      logger.warn({ problem }, 'entry of SEINE_EGRESS_ALLOW_FILE ignored')
    },
  })
}
