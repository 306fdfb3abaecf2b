/**
 * Uploads one object as a stream, in parts, so that little work is lost when the process dies.
 *
 * A successor with the same bytes continues the upload: parts that the store has already are compared by MD5 and not
 * sent again.
 */
import { archiveLimits } from '../config/limits.ts'
import { releaseBytes } from '../values/release-bytes.ts'
import { md5Of } from './content-md5.ts'
import type { Store } from './object-store.ts'
import type { OpenUpload, StoredPart } from './part-uploads.ts'

/** The part of a store that uploads need. */
export type UploadStore = Pick<Store, 'uploads' | 'put' | 'list'>

/** Statistics of an upload. */
export interface UploadReport {
  bytes: number
  /** Parts that were sent. */
  sent: number
  /** Parts that the store had from an earlier attempt. */
  kept: number
}

export interface UploadOptions {
  contentType: string
  partBytes?: number
  /** Called before something is sent; not for parts that the store has already. */
  onSend?: () => void
  /** Called for each part that the store has from an earlier attempt. */
  onKeep?: () => void
}

/**
 * Uploads a stream of unknown length. A short stream becomes a plain object; a longer one continues the oldest open
 * upload of the key. When the stream fails, the parts remain for the next attempt.
 * @param body pieces of any size.
 * @throws StoreUnavailableError when the store is unavailable; the error of the stream.
 */
export async function uploadInParts(
  store: UploadStore,
  key: string,
  body: AsyncIterable<Uint8Array>,
  {
    contentType,
    partBytes = archiveLimits.uploadPartBytes,
    onSend = () => undefined,
    onKeep = () => undefined,
  }: UploadOptions,
): Promise<UploadReport> {
  const parts = new PartQueue(store, key, { contentType, partBytes, onSend, onKeep })
  try {
    const report = await parts.end(await fillParts(parts, body, partBytes))
    parts.release()
    return report
  } catch (error) {
    // The next attempt must find the parts that are in transit and not overtake them.
    await parts.settle()
    throw error
  }
}

const bufferGrowthFactor = 2

/** Cuts the stream into parts of equal size. @returns the last one, which may be shorter. */
async function fillParts(parts: PartQueue, body: AsyncIterable<Uint8Array>, partBytes: number): Promise<Buffer> {
  let part = parts.blank()
  let used = 0
  for await (const piece of body) {
    for (let from = 0; from < piece.byteLength;) {
      if (used === partBytes) {
        await parts.add(part)
        part = parts.blank()
        used = 0
      }
      const taken = piece.subarray(from, from + partBytes - used)
      part = parts.withRoom(part, used, used + taken.byteLength)
      part.set(taken, used)
      used += taken.byteLength
      from += taken.byteLength
    }
  }
  return part.subarray(0, used)
}

/** Drops every open upload below a prefix, for objects that are given up. @throws StoreUnavailableError */
export async function dropUploads(store: Pick<Store, 'uploads'>, prefix: string): Promise<void> {
  for (const upload of await store.uploads.open(prefix)) await store.uploads.abort(upload)
}

/** Sends parts: a few at a time, in any order. */
class PartQueue {
  readonly #store: UploadStore
  readonly #key: string
  readonly #contentType: string
  readonly #partBytes: number
  readonly #onSend: () => void
  readonly #onKeep: () => void
  /** The buffers of the upload. */
  readonly #buffers = new Set<Buffer>()
  /** Buffers that have been sent and are reused: garbage of this size would grow faster than it is collected. */
  readonly #blanks: Buffer[] = []
  readonly #done: StoredPart[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #report: UploadReport = { bytes: 0, sent: 0, kept: 0 }
  #upload: OpenUpload | null = null
  #before = new Map<number, StoredPart>()
  #count = 0
  #failure: { error: unknown } | null = null

  constructor(store: UploadStore, key: string, { contentType, partBytes, onSend, onKeep }: Required<UploadOptions>) {
    this.#store = store
    this.#key = key
    this.#contentType = contentType
    this.#partBytes = partBytes
    this.#onSend = onSend
    this.#onKeep = onKeep
  }

  /** Returns a buffer to fill: the first one grows with its content, those after it have the size of a part. */
  blank(): Buffer {
    const used = this.#blanks.pop()
    if (used !== undefined) return used
    const firstBytes = Math.min(this.#partBytes, archiveLimits.uploadBufferFirstBytes)
    const buffer = Buffer.allocUnsafeSlow(this.#count === 0 ? firstBytes : this.#partBytes)
    this.#buffers.add(buffer)
    return buffer
  }

  /**
   * Returns a buffer with the bytes used so far and room for more; the one before is freed. Most archives are far
   * smaller than a part: the engine counts the memory of buffers, touched or not, and would collect garbage after every
   * few of them.
   */
  withRoom(part: Buffer, used: number, needed: number): Buffer {
    if (needed <= part.byteLength) return part
    const bytes = Math.min(this.#partBytes, Math.max(needed, part.byteLength * bufferGrowthFactor))
    const grown = Buffer.allocUnsafeSlow(bytes)
    grown.set(part.subarray(0, used))
    this.#buffers.delete(part)
    this.#buffers.add(grown)
    releaseBytes(part)
    return grown
  }

  /** Frees the buffers, once everything has been sent. */
  release(): void {
    for (const buffer of this.#buffers) releaseBytes(buffer)
  }

  /** Takes ownership of a part and its buffer; waits until another part may be sent. */
  async add(bytes: Buffer): Promise<void> {
    const upload = await this.#opened()
    while (this.#running.size >= archiveLimits.uploadPartsInFlight) await Promise.race(this.#running)
    if (this.#failure !== null) throw this.#failure.error
    this.#count += 1
    this.#report.bytes += bytes.byteLength
    const running = this.#send(upload, this.#count, bytes)
      .then(() => {
        if (bytes.byteLength === this.#partBytes) this.#blanks.push(bytes)
      })
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Waits for the parts in transit, successful or not. */
  async settle(): Promise<void> {
    await Promise.all(this.#running)
  }

  /** Sends the last part and completes the object. */
  async end(last: Buffer): Promise<UploadReport> {
    if (this.#upload === null && this.#count === 0) return await this.#putWhole(last)
    await this.add(last)
    await this.settle()
    if (this.#failure !== null) throw this.#failure.error
    const upload = await this.#opened()
    const parts = this.#done.toSorted((a, b) => a.number - b.number)
    const completed = await this.#store.uploads.complete(upload, parts)
    // Another attempt with the same bytes may have completed it first.
    if (!completed && !(await this.#exists())) throw new Error(`the upload of ${this.#key} no longer exists`)
    await this.#dropOthers()
    return this.#report
  }

  async #putWhole(bytes: Uint8Array): Promise<UploadReport> {
    this.#onSend()
    await this.#store.put(this.#key, bytes, this.#contentType)
    // Only an attempt with a longer stream can have left an open upload: it is dropped with the job.
    return { bytes: bytes.byteLength, sent: 1, kept: 0 }
  }

  /** Returns the upload of an earlier attempt if there is one, otherwise a new one. */
  async #opened(): Promise<OpenUpload> {
    if (this.#upload !== null) return this.#upload
    const { uploads } = this.#store
    for (const upload of await this.#others()) {
      const parts = await uploads.parts(upload)
      if (parts === null) continue
      this.#before = new Map(parts.map((part) => [part.number, part]))
      this.#upload = upload
      return upload
    }
    this.#upload = { key: this.#key, uploadId: await uploads.begin(this.#key, this.#contentType) }
    return this.#upload
  }

  async #send(upload: OpenUpload, number: number, bytes: Uint8Array): Promise<void> {
    const before = this.#before.get(number)
    if (
      before !== undefined &&
      before.bytes === bytes.byteLength &&
      before.etag === (await md5Of(bytes)).toString('hex')
    ) {
      this.#done.push(before)
      this.#report.kept += 1
      this.#onKeep()
      return
    }
    this.#onSend()
    const etag = await this.#store.uploads.put(upload, number, bytes)
    this.#done.push({ number, bytes: bytes.byteLength, etag })
    this.#report.sent += 1
  }

  async #exists(): Promise<boolean> {
    const [found] = await this.#store.list(this.#key, { max: 1 })
    return found === this.#key
  }

  async #others(): Promise<OpenUpload[]> {
    return (await this.#store.uploads.open(this.#key)).filter(({ key }) => key === this.#key)
  }

  /** Drops the uploads of attempts that lost a race. */
  async #dropOthers(): Promise<void> {
    for (const upload of await this.#others()) await this.#store.uploads.abort(upload)
  }
}
