/** A store in memory with the semantics of the real one, for tests of the code that uses it. */
import { createHash } from 'node:crypto'
import { jsonOfObject } from '../damaged-object.ts'
import { MemoryPartUploads } from './memory-part-uploads.ts'
import {
  StoreUnavailableError,
  type ListRange,
  type ObjectHead,
  type Store,
  type StoredObject,
} from '../object-store.ts'

const etagOf = (bytes: Uint8Array): string => `"${createHash('md5').update(bytes).digest('hex')}"`

export class MemoryStore implements Store {
  readonly objects = new Map<string, Buffer>()
  /** When objects were written, epoch milliseconds; tests may set it back. */
  readonly writtenAtMs = new Map<string, number>()
  readonly uploads = new MemoryPartUploads(this)
  /** While set, every call fails as if the store were unavailable. */
  down = false

  async get(key: string): Promise<Uint8Array | null> {
    this.guard()
    const bytes = this.objects.get(key)
    // A copy, as from the real store: readers free what they have read.
    return bytes === undefined ? null : Buffer.from(bytes)
  }

  async getJson<T>(key: string): Promise<T | null> {
    const bytes = await this.get(key)
    return bytes === null ? null : (jsonOfObject(key, bytes) as T)
  }

  async head(key: string): Promise<ObjectHead | null> {
    const bytes = await this.get(key)
    return bytes === null ? null : { bytes: bytes.byteLength, etag: etagOf(bytes), contentType: 'application/zip' }
  }

  async getPart(key: string, from: number, count: number, etag: string): Promise<Uint8Array | null> {
    const bytes = await this.get(key)
    return bytes === null || etagOf(bytes) !== etag ? null : bytes.subarray(from, from + count)
  }

  async put(key: string, body: string | Uint8Array): Promise<void> {
    this.guard()
    this.objects.set(key, Buffer.from(body))
    this.writtenAtMs.set(key, Date.now())
  }

  async putIfAbsent(key: string, body: string | Uint8Array): Promise<boolean> {
    this.guard()
    if (this.objects.has(key)) return false
    await this.put(key, body)
    return true
  }

  async list(prefix: string, range: ListRange = {}): Promise<string[]> {
    return (await this.listObjects(prefix, range)).map(({ key }) => key)
  }

  async listObjects(prefix: string, { after = '', max }: ListRange = {}): Promise<StoredObject[]> {
    this.guard()
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
    return keys.slice(0, max).map((key) => ({
      key,
      bytes: this.objects.get(key)!.byteLength,
      lastModifiedMs: this.writtenAtMs.get(key) ?? 0,
    }))
  }

  async listFolders(prefix: string, { after = '', max }: ListRange = {}): Promise<string[]> {
    const folders = new Set<string>()
    for (const key of await this.list(prefix)) {
      const end = key.indexOf('/', prefix.length)
      if (end !== -1) folders.add(key.slice(0, end + 1))
    }
    return [...folders].filter((folder) => folder > after).slice(0, max)
  }

  async delete(keys: readonly string[]): Promise<void> {
    this.guard()
    for (const key of keys) this.objects.delete(key)
    for (const key of keys) this.writtenAtMs.delete(key)
  }

  async presign(key: string, fileName: string): Promise<string> {
    return await Promise.resolve(`memory:${key}#${fileName}`)
  }

  async admitPagesUser(): Promise<void> {
    await Promise.resolve()
  }

  async ensureBucket(): Promise<void> {
    await this.ping()
  }

  async ping(): Promise<void> {
    await Promise.resolve(this.guard())
  }

  close(): void {
    this.objects.clear()
  }

  /** @throws StoreUnavailableError while `down` is set. */
  guard(): void {
    if (this.down) throw new StoreUnavailableError('object store: switched off')
  }
}
