/**
 * The private targets an operator allows: entries from the environment, fixed for the life of the
 * process, and entries from a file that takes effect as soon as it is written.
 */
import { readFileSync, statSync } from 'node:fs'
import { ConfigError, type Config } from '../../config/config.ts'
import type { Logger } from '../../observability/logger.ts'
import { AllowEntryError, entryCovers, parseAllowEntry, type AllowEntry } from './allow-entry.ts'
import { DenyList } from './deny-list.ts'
import { readEntries } from './entry-list.ts'
import { parseHostPattern, patternCovers, type HostPattern } from './host-pattern.ts'

/** What an operator opens and refuses beyond the built-in rules. All code that vets a target is given one. */
export interface AddressAllowance {
  /**
   * Says whether an address that is not public, or is one of this machine, may be dialled all the same.
   * @param port null = on any port at all.
   */
  allows(address: string, port: number | null): boolean
  /**
   * Says whether a host is refused, whatever `allows` says; absent = none is.
   * @param host a name in lower case without root dot, or a literal address without brackets.
   * @param port null = on every port.
   */
  denies?(host: string, port: number | null): boolean
  /** Says whether a name that is local by its form may be asked for; absent = none may. */
  opensName?(name: string): boolean
  /** Says whether an address is one of this machine. @default as the operating system lists them */
  isOwn?(address: string): boolean
}

/** For callers who may name public targets only. */
export const allowNothing: AddressAllowance = { allows: () => false }

/** The same operator's rules for callers who may name public targets only: what is refused stays refused. */
export const publicOnly = (allowance: AddressAllowance): AddressAllowance => ({
  allows: () => false,
  denies: (host, port) => allowance.denies?.(host, port) ?? false,
})

export interface AllowListOptions {
  /** Value of SEINE_EGRESS_ALLOW: entries separated by commas. */
  entries: string
  /** Value of SEINE_EGRESS_ALLOW_FILE: one entry a line, `#` starts a comment; empty = no file. */
  file?: string
  /** Value of SEINE_EGRESS_DENY, read. */
  denied?: DenyList
  /** Value of SEINE_EGRESS_ALLOW_NAMES, read. */
  names?: readonly HostPattern[]
  /** Told about every line of the file that is left out, and about a file that cannot be read. */
  onProblem?: (problem: string) => void
}

/** The allow-list of a process. */
export class AllowList implements AddressAllowance {
  readonly #fixed: readonly AllowEntry[]
  readonly #file: string
  readonly #denied: DenyList | undefined
  readonly #names: readonly HostPattern[]
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
    this.#denied = options.denied
    this.#names = options.names ?? []
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

  denies(host: string, port: number | null): boolean {
    return this.#denied?.denies(host, port) ?? false
  }

  opensName(name: string): boolean {
    return this.#names.some((pattern) => patternCovers(pattern, name))
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

/** The settings that say what may be dialled. */
type EgressSettings = Pick<Config, 'SEINE_EGRESS_ALLOW' | 'SEINE_EGRESS_ALLOW_FILE'> &
  Partial<Pick<Config, 'SEINE_EGRESS_ALLOW_NAMES' | 'SEINE_EGRESS_DENY'>>

function allowEntryOf(text: string): AllowEntry | string {
  try {
    return parseAllowEntry(text)
  } catch (error) {
    if (error instanceof AllowEntryError) return error.problem
    throw error
  }
}

/**
 * What the configuration opens and refuses; problems of the file are logged as warnings.
 * @throws ConfigError naming every entry of every setting that cannot be read.
 */
export function createAllowList(config: EgressSettings, logger: Pick<Logger, 'warn'>): AllowList {
  const denied = new DenyList(config.SEINE_EGRESS_DENY ?? '')
  const names = readEntries(config.SEINE_EGRESS_ALLOW_NAMES ?? '', parseHostPattern)
  const problems = Object.entries({
    SEINE_EGRESS_ALLOW: readEntries(config.SEINE_EGRESS_ALLOW, allowEntryOf).problems,
    SEINE_EGRESS_ALLOW_NAMES: names.problems,
    SEINE_EGRESS_DENY: denied.problems,
  }).flatMap(([setting, found]) => found.map((problem) => `${setting}: ${problem}`))
  if (problems.length > 0) throw new ConfigError(`invalid configuration\n  ${problems.join('\n  ')}`)
  return new AllowList({
    entries: config.SEINE_EGRESS_ALLOW,
    file: config.SEINE_EGRESS_ALLOW_FILE,
    denied,
    names: names.entries,
    onProblem: (problem) => {
      logger.warn({ problem }, 'entry of SEINE_EGRESS_ALLOW_FILE ignored')
    },
  })
}
