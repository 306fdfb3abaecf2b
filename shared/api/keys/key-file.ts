/** The API key file of a process: reloaded when it changes, or when a link to it points to another file. */
import { readChanged } from '../../lifecycle/changed-file.ts'
import { gatewayLimits } from '../../config/limits.ts'
import type { Logger } from '../../observability/logger.ts'
import { ApiKeysError, joinApiKeys, readApiKeys, type ApiKeyEntry } from './api-keys-file.ts'
import { errorMessage } from '../../values/error-message.ts'
import { commaList } from '../../values/comma-list.ts'

/** One file of the list, as last read. */
interface KnownFile {
  path: string
  mark: string
  entries: readonly ApiKeyEntry[]
}

/** Holds the entries of one key file, or of several together. */
export class KeyFile {
  readonly #files: KnownFile[]
  readonly #logger: Logger
  #entries: readonly ApiKeyEntry[] = []
  #checkedAtMs = Number.NEGATIVE_INFINITY
  /** The current problem with the files, as logged; empty if none exists. */
  #problem = ''

  private constructor(paths: readonly string[], logger: Logger) {
    this.#files = paths.map((path) => ({ path, mark: '', entries: [] }))
    this.#logger = logger
  }

  /**
   * Opens a key file.
   * @param list path of the file, or several paths separated by commas; empty: no file and no entries.
   * @throws ApiKeysError when a file cannot be read or is not a list of keys, or when two files share an id or a key.
   */
  static async open(list: string, logger: Logger): Promise<KeyFile> {
    const file = new KeyFile(commaList(list), logger)
    try {
      await file.#reload()
    } catch (error) {
      if (error instanceof ApiKeysError) throw error
      throw new ApiKeysError(`the API key file ${list} cannot be read`, { cause: error })
    }
    return file
  }

  /**
   * Returns the entries, as the same array until a file changes. Files are checked at most once a second. While a file
   * is invalid or missing, the entries last read stay valid, and the problem is logged once.
   */
  async entries(): Promise<readonly ApiKeyEntry[]> {
    if (this.#files.length === 0 || performance.now() - this.#checkedAtMs < gatewayLimits.apiKeysRecheckMs) {
      return this.#entries
    }
    try {
      await this.#reload()
      this.#problem = ''
    } catch (error) {
      const problem = errorMessage(error)
      if (problem !== this.#problem) {
        this.#logger.error({ err: error }, 'API keys not reloaded; the keys read earlier stay valid')
      }
      this.#problem = problem
    }
    return this.#entries
  }

  async #reload(): Promise<void> {
    this.#checkedAtMs = performance.now()
    const changes = await Promise.all(this.#files.map(async ({ path, mark }) => await readChanged(path, mark)))
    if (changes.every((change) => change === null)) return
    const now = this.#files.map((file, index): KnownFile => {
      const change = changes[index] ?? null
      return change === null ? file : { path: file.path, mark: change.mark, entries: readApiKeys(change.text) }
    })
    this.#entries = joinApiKeys(now.map(({ entries }) => entries))
    now.forEach((file, index) => (this.#files[index] = file))
    this.#logger.info({ keys: this.#entries.length }, 'API keys read')
  }
}
