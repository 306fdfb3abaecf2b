/** The API keys of a process: looked up by digest, read again when their file changes. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { ApiKeysError, readApiKeys } from '@seine/shared/api/api-keys-file.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { Caller } from './request-context.ts'

interface KnownKey {
  digest: Buffer
  caller: Caller
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The keys of a process. */
export class ApiKeys {
  readonly #path: string
  readonly #logger: Logger
  #keys: KnownKey[] = []
  #version = ''
  #checkedAt = Number.NEGATIVE_INFINITY

  private constructor(path: string, logger: Logger) {
    this.#path = path
    this.#logger = logger
  }

  /**
   * Opens a key file.
   * @param path empty = there are no keys, every call is refused.
   * @throws ApiKeysError when the file is missing or no list of keys.
   */
  static async open(path: string, logger: Logger): Promise<ApiKeys> {
    const keys = new ApiKeys(path, logger)
    if (path === '') return keys
    try {
      await keys.#reload()
    } catch (error) {
      if (error instanceof ApiKeysError) throw error
      throw new ApiKeysError(`the API key file ${path} cannot be read`, { cause: error })
    }
    return keys
  }

  get size(): number {
    return this.#keys.length
  }

  /**
   * Whose key this is, or null. All digests are compared in constant time, to the last.
   * The file is looked at again at most once a second; while it is broken the keys last read hold.
   */
  async find(key: string): Promise<Caller | null> {
    await this.#refresh()
    const digest = sha256(key)
    let found: Caller | null = null
    for (const known of this.#keys) if (timingSafeEqual(known.digest, digest)) found = known.caller
    return found
  }

  async #refresh(): Promise<void> {
    if (this.#path === '' || performance.now() - this.#checkedAt < gatewayLimits.apiKeysRecheckMs) return
    try {
      await this.#reload()
    } catch (error) {
      this.#logger.error({ err: error }, 'API keys not reloaded; the keys read before stay valid')
    }
  }

  async #reload(): Promise<void> {
    this.#checkedAt = performance.now()
    const { mtimeMs, size, ino } = await stat(this.#path)
    const version = `${mtimeMs}:${size}:${ino}`
    if (version === this.#version) return
    const text = await readFile(this.#path, 'utf8')
    this.#version = version
    this.#keys = readApiKeys(text).map(({ id, tenant, sha256: hex }) => ({
      digest: Buffer.from(hex, 'hex'),
      caller: { keyId: id, tenant },
    }))
    this.#logger.info({ keys: this.#keys.length }, 'API keys read')
  }
}
