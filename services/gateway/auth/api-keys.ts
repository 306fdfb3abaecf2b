/** The API keys of a process, looked up by digest. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { ApiKeyEntry } from '@seine/shared/api/keys/api-keys-file.ts'
import { KeyFile } from '@seine/shared/api/keys/key-file.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { Caller } from '../http/request-context.ts'

interface KnownKey {
  digest: Buffer
  caller: Caller
}

type Compare = (a: Buffer, b: Buffer) => boolean

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const knownKey = ({ id, tenant, sha256: hex, quotas = {}, operator = false }: ApiKeyEntry): KnownKey => ({
  digest: Buffer.from(hex, 'hex'),
  caller: { keyId: id, tenant, quotas, operator },
})

/** The keys of a process. */
export class ApiKeys {
  readonly #file: KeyFile
  readonly #equal: Compare
  #entries: readonly ApiKeyEntry[] = []
  #keys: readonly KnownKey[] = []

  private constructor(file: KeyFile, equal: Compare) {
    this.#file = file
    this.#equal = equal
  }

  /**
   * Opens a key file.
   * @param path path of the file; empty: there are no keys, every call is refused.
   * @param equal compares two digests in constant time.
   * @throws ApiKeysError when the file is missing or not a list of keys.
   */
  static async open(path: string, logger: Logger, equal: Compare = timingSafeEqual): Promise<ApiKeys> {
    const keys = new ApiKeys(await KeyFile.open(path, logger), equal)
    await keys.#refresh()
    return keys
  }

  /** Number of keys in the file. */
  get size(): number {
    return this.#keys.length
  }

  /**
   * Returns the caller of a key; null for an unknown key. All digests are compared in constant time, without stopping
   * at a match. An empty text is never a key, even if the file contains its digest, as a script writes it when its key
   * variable is empty.
   */
  async find(key: string): Promise<Caller | null> {
    await this.#refresh()
    const digest = sha256(key)
    let found: Caller | null = null
    for (const known of this.#keys) if (this.#equal(known.digest, digest)) found = known.caller
    return key === '' ? null : found
  }

  /** Returns the quotas of a key by its id; none for a key that is not in the file, such as one that was replaced. */
  async quotasOf(tenant: string, keyId: string): Promise<Caller['quotas']> {
    await this.#refresh()
    const known = this.#keys.find(({ caller }) => caller.tenant === tenant && caller.keyId === keyId)
    return known?.caller.quotas ?? {}
  }

  /** Returns the names of all tenants that have keys, in order. */
  async tenants(): Promise<string[]> {
    await this.#refresh()
    return [...new Set(this.#keys.map(({ caller }) => caller.tenant))].toSorted()
  }

  async #refresh(): Promise<void> {
    const entries = await this.#file.entries()
    if (entries === this.#entries) return
    this.#entries = entries
    this.#keys = entries.map(knownKey)
  }
}
