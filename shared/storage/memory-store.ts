/** A store in memory with the semantics of the real one, for tests of what builds on it. */
import type { Readable } from 'node:stream'
import { StoreUnavailableError, type Store } from './object-store.ts'

export class MemoryStore implements Store {
  readonly objects = new Map<string, Buffer>()
  /** While set, every call fails as if the store were away. */
  down = false

  async get(key: string): Promise<Uint8Array | null> {
    this.#guard()
    return this.objects.get(key) ?? null
  }

  async getJson<T>(key: string): Promise<T | null> {
    const bytes = await this.get(key)
    return bytes === null ? null : (JSON.parse(Buffer.from(bytes).toString('utf8')) as T)
  }

  async put(key: string, body: string | Uint8Array): Promise<void> {
    this.#guard()
    this.objects.set(key, Buffer.from(body))
  }

  async putIfAbsent(key: string, body: string | Uint8Array): Promise<boolean> {
    this.#guard()
    if (this.objects.has(key)) return false
    this.objects.set(key, Buffer.from(body))
    return true
  }

  async list(prefix: string): Promise<string[]> {
    this.#guard()
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
  }

  async upload(key: string, body: Readable): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of body) parts.push(Buffer.from(part as Uint8Array))
    await this.put(key, Buffer.concat(parts))
  }

  async presign(key: string, fileName: string): Promise<string> {
    return await Promise.resolve(`memory:${key}#${fileName}`)
  }

  async ensureBucket(): Promise<void> {
    await this.ping()
  }

  async ping(): Promise<void> {
    await Promise.resolve(this.#guard())
  }

  close(): void {
    this.objects.clear()
  }

  #guard(): void {
    if (this.down) throw new StoreUnavailableError('object store: switched off')
  }
}
