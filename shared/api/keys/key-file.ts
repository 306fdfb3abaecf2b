/** The API key file of a process: reloaded when it changes, or when a link to it points to another file. */
import { gatewayLimits } from '../../config/limits.ts'
import { WatchedFiles } from '../../lifecycle/watched-files.ts'
import type { Logger } from '../../observability/logger.ts'
import { commaList } from '../../values/comma-list.ts'
import { ApiKeysError, joinApiKeys, readApiKeys, type ApiKeyEntry } from './api-keys-file.ts'

/** Holds the entries of one key file, or of several together. */
export class KeyFile {
  readonly #files: WatchedFiles<readonly ApiKeyEntry[], readonly ApiKeyEntry[]>

  private constructor(files: WatchedFiles<readonly ApiKeyEntry[], readonly ApiKeyEntry[]>) {
    this.#files = files
  }

  /**
   * Opens a key file.
   * @param list path of the file, or several paths separated by commas; empty: no file and no entries.
   * @throws ApiKeysError when a file cannot be read or is not a list of keys, or when two files share an id or a key.
   */
  static async open(list: string, logger: Logger): Promise<KeyFile> {
    try {
      const files = await WatchedFiles.open<readonly ApiKeyEntry[], readonly ApiKeyEntry[]>({
        paths: commaList(list),
        recheckMs: gatewayLimits.apiKeysRecheckMs,
        parse: readApiKeys,
        join: joinApiKeys,
        onRead: (entries) => logger.info({ keys: entries.length }, 'API keys read'),
        onProblem: (error) => logger.error({ err: error }, 'API keys not reloaded; the keys read earlier stay valid'),
      })
      return new KeyFile(files)
    } catch (error) {
      if (error instanceof ApiKeysError) throw error
      throw new ApiKeysError(`the API key file ${list} cannot be read`, { cause: error })
    }
  }

  /**
   * Returns the entries, as the same array until a file changes. Files are checked at most once a second. While a file
   * is invalid or missing, the entries last read stay valid, and the problem is logged once.
   */
  async entries(): Promise<readonly ApiKeyEntry[]> {
    return await this.#files.value()
  }
}
