/** The API key file of a process: read again when it changes, also when a link to it is turned to another file. */
import { open } from 'node:fs/promises'
import { gatewayLimits } from '../config/limits.ts'
import type { Logger } from '../observability/logger.ts'
import { ApiKeysError, readApiKeys, type ApiKeyEntry } from './api-keys-file.ts'

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

/** The entries of a key file. */
export class KeyFile {
  readonly #path: string
  readonly #logger: Logger
  #entries: readonly ApiKeyEntry[] = []
  #mark = ''
  #checkedAtMs = Number.NEGATIVE_INFINITY
  /** What is wrong with the file now, as it was logged. */
  #problem = ''

  private constructor(path: string, logger: Logger) {
    this.#path = path
    this.#logger = logger
  }

  /**
   * Opens a key file.
   * @param path empty = there is none: there are no entries.
   * @throws ApiKeysError when the file is missing or no list of keys.
   */
  static async open(path: string, logger: Logger): Promise<KeyFile> {
    const file = new KeyFile(path, logger)
    if (path === '') return file
    try {
      await file.#reload()
    } catch (error) {
      if (error instanceof ApiKeysError) throw error
      throw new ApiKeysError(`the API key file ${path} cannot be read`, { cause: error })
    }
    return file
  }

  /**
   * The entries; the same list until the file has changed. It is looked at again at most once a second;
   * while it is broken or gone the entries last read hold, and the log says so once.
   */
  async entries(): Promise<readonly ApiKeyEntry[]> {
    if (this.#path === '' || performance.now() - this.#checkedAtMs < gatewayLimits.apiKeysRecheckMs) {
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
    const changed = await readChanged(this.#path, this.#mark)
    if (changed === null) return
    this.#entries = readApiKeys(changed.text)
    this.#mark = changed.mark
    this.#logger.info({ keys: this.#entries.length }, 'API keys read')
  }
}
