/** The API key file of a process: read again when it changes, also when a link to it is turned to another file. */
import { open } from 'node:fs/promises'
import { gatewayLimits } from '../../config/limits.ts'
import type { Logger } from '../../observability/logger.ts'
import { ApiKeysError, joinApiKeys, readApiKeys, type ApiKeyEntry } from './api-keys-file.ts'

/** What is read of a file, and by what a change of it is known. */
interface Version {
  text: string
  mark: string
}

/** The file as it is, unless its mark is still the same. Opened once, so that mark and text are of one file. */
async function readChanged(path: string, mark: string): Promise<Version | null> {
  const file = await open(path)
  try {
    const { dev, ino, size, mtimeNs } = await file.stat({ bigint: true })
    const now = [dev, ino, size, mtimeNs].join(':')
    return now === mark ? null : { text: await file.readFile('utf8'), mark: now }
  } finally {
    await file.close()
  }
}

/** One file of the list, as it was read last. */
interface KnownFile {
  path: string
  mark: string
  entries: readonly ApiKeyEntry[]
}

/** `/a.json, /b.json` → both paths. */
const pathsIn = (list: string): string[] =>
  list
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')

/** The entries of a key file, or of several together. */
export class KeyFile {
  readonly #files: KnownFile[]
  readonly #logger: Logger
  #entries: readonly ApiKeyEntry[] = []
  #checkedAtMs = Number.NEGATIVE_INFINITY
  /** What is wrong with the file now, as it was logged. */
  #problem = ''

  private constructor(paths: readonly string[], logger: Logger) {
    this.#files = paths.map((path) => ({ path, mark: '', entries: [] }))
    this.#logger = logger
  }

  /**
   * Opens a key file.
   * @param list its path, or several separated by commas; empty = there is none: there are no entries.
   * @throws ApiKeysError when a file is missing or no list of keys, or two of them have a key in common.
   */
  static async open(list: string, logger: Logger): Promise<KeyFile> {
    const file = new KeyFile(pathsIn(list), logger)
    try {
      await file.#reload()
    } catch (error) {
      if (error instanceof ApiKeysError) throw error
      throw new ApiKeysError(`the API key file ${list} cannot be read`, { cause: error })
    }
    return file
  }

  /**
   * The entries; the same list until a file has changed. They are looked at again at most once a second;
   * while one is broken or gone the entries last read hold, and the log says so once.
   */
  async entries(): Promise<readonly ApiKeyEntry[]> {
    if (this.#files.length === 0 || performance.now() - this.#checkedAtMs < gatewayLimits.apiKeysRecheckMs) {
      return this.#entries
    }
    try {
      await this.#reload()
      this.#problem = ''
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      if (problem !== this.#problem) {
        this.#logger.error({ err: error }, 'API keys not reloaded; the keys read before stay valid')
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
