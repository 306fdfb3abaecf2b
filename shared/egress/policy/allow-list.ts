/**
 * The private targets that an operator allows: entries from the environment, fixed for the life of the process, and
 * entries from a file that takes effect as soon as it is written.
 */
import { readFileSync, statSync } from 'node:fs'
import { ConfigError, type Config } from '../../config/config.ts'
import type { Logger } from '../../observability/logger.ts'
import { AllowEntryError, entryCovers, parseAllowEntry, type AllowEntry } from './allow-entry.ts'
import { DenyList } from './deny-list.ts'
import { readEntries } from './entry-list.ts'
import { parseHostPattern, patternCovers, type HostPattern } from './host-pattern.ts'
import { commaList } from '../../values/comma-list.ts'

/** What an operator allows and denies in addition to the built-in rules. All code that vets a target receives one. */
export interface AddressAllowance {
  /**
   * Returns true when an address that is not public, or is one of this machine, may nevertheless be dialled.
   * @param port null: on any port.
   */
  allows(address: string, port: number | null): boolean
  /**
   * Returns true when a host is refused, whatever `allows` returns; absent: no host is.
   * @param host a name in lower case without root dot, or a literal address without brackets.
   * @param port null: on every port.
   */
  denies?(host: string, port: number | null): boolean
  /** Returns true when a name that has a local form may be resolved; absent: none may. */
  opensName?(name: string): boolean
  /**
   * Returns true when an address is one of this machine.
   * @default as the operating system lists them
   */
  isOwn?(address: string): boolean
}

/** For callers who may only name public targets. */
export const allowNothing: AddressAllowance = { allows: () => false }

/** Returns the rules of the operator for callers who may only name public targets: denied hosts stay denied. */
export const publicOnly = (allowance: AddressAllowance): AddressAllowance => ({
  allows: () => false,
  denies: (host, port) => allowance.denies?.(host, port) ?? false,
})

export interface AllowListOptions {
  /** Value of SEINE_EGRESS_ALLOW: entries separated by commas. */
  entries: string
  /** Value of SEINE_EGRESS_ALLOW_FILE: one entry per line, `#` starts a comment; empty: no file. */
  file?: string
  /** Parsed value of SEINE_EGRESS_DENY. */
  denied?: DenyList
  /** Parsed value of SEINE_EGRESS_ALLOW_NAMES. */
  names?: readonly HostPattern[]
  /** Called for every line of the file that is ignored, and when the file cannot be read. */
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

  /** @throws AllowEntryError when an entry of the environment is invalid. */
  constructor(options: AllowListOptions) {
    this.#fixed = commaList(options.entries).map(parseAllowEntry)
    this.#file = options.file ?? ''
    this.#denied = options.denied
    this.#names = options.names ?? []
    this.#onProblem = options.onProblem ?? (() => {})
  }

  /**
   * Returns true when an entry covers the address on this port.
   *
   * Called only for addresses that are not public or are of this machine, so the file can be checked (one `stat`) each
   * time no entry of the environment matches: added and removed entries take effect immediately.
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

/** The settings that determine what may be dialled. */
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
 * Returns what the configuration allows and denies; problems of the file are logged as warnings.
 * @throws ConfigError naming every invalid entry of every setting.
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
