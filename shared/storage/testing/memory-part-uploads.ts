/** Multipart uploads of the store in memory. */
import { hash } from 'node:crypto'
import type { Store } from '../object-store.ts'
import type { OpenUpload, PartUploads, StoredPart } from '../part-uploads.ts'

/** The store that receives the finished objects. */
interface GuardedStore extends Pick<Store, 'put'> {
  /** Throws while the store simulates an outage. */
  guard(): void
}

interface Upload extends OpenUpload {
  parts: Map<number, Buffer>
}

export class MemoryPartUploads implements PartUploads {
  readonly #store: GuardedStore
  readonly #uploads = new Map<string, Upload>()
  #begun = 0
  /** Number of parts sent, repeated ones included. */
  partsPut = 0
  /** Returns the ETag of a part: its MD5, unless a test replaces it. */
  etagOf = (bytes: Uint8Array): string => hash('md5', bytes)

  constructor(store: GuardedStore) {
    this.#store = store
  }

  async begin(key: string): Promise<string> {
    this.#store.guard()
    this.#begun += 1
    const uploadId = `upload-${this.#begun}`
    this.#uploads.set(uploadId, { key, uploadId, parts: new Map() })
    return uploadId
  }

  async put(upload: OpenUpload, number: number, bytes: Uint8Array): Promise<string> {
    this.#store.guard()
    const open = this.#uploads.get(upload.uploadId)
    if (open === undefined) throw new Error(`no upload ${upload.uploadId}`)
    this.partsPut += 1
    open.parts.set(number, Buffer.from(bytes))
    return this.etagOf(bytes)
  }

  async parts({ uploadId }: OpenUpload): Promise<StoredPart[] | null> {
    this.#store.guard()
    const parts = this.#uploads.get(uploadId)?.parts
    if (parts === undefined) return null
    return [...parts]
      .map(([number, bytes]) => ({ number, bytes: bytes.byteLength, etag: this.etagOf(bytes) }))
      .toSorted((a, b) => a.number - b.number)
  }

  async complete(upload: OpenUpload, parts: readonly StoredPart[]): Promise<boolean> {
    this.#store.guard()
    const open = this.#uploads.get(upload.uploadId)
    if (open === undefined) return false
    const bodies = parts.map(({ number, etag }) => {
      const bytes = open.parts.get(number)
      if (bytes === undefined || this.etagOf(bytes) !== etag) throw new Error(`part ${number} is not what was sent`)
      return bytes
    })
    await this.#store.put(upload.key, Buffer.concat(bodies))
    this.#uploads.delete(upload.uploadId)
    return true
  }

  async abort({ uploadId }: OpenUpload): Promise<void> {
    this.#store.guard()
    this.#uploads.delete(uploadId)
  }

  async open(prefix: string): Promise<OpenUpload[]> {
    this.#store.guard()
    return [...this.#uploads.values()]
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, uploadId }) => ({ key, uploadId }))
      .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  }
}
