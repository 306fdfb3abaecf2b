/**
 * The object store: everything a job owns that is larger than a few kilobytes.
 *
 * Keys that end in `.zst` are compressed on the way in and decompressed on the way out.
 */
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { storeLimits } from '../config/limits.ts'
import { metrics } from '../observability/metrics.ts'
import { beginCall } from './calls-under-way.ts'
import { DamagedObjectError, jsonOfObject, partBeforeCut } from './damaged-object.ts'
import { DirectCalls } from './direct-calls.ts'
import { listPageOf, type ListPage, type StoredObject } from './list-page.ts'
import { writeFirst, type FirstWrite } from './half-written.ts'
import { S3PartUploads, type PartUploads } from './part-uploads.ts'
import { pagesPolicy } from './pages-policy.ts'
import {
  createS3Client,
  createSigner,
  isTimeout,
  timeoutsOf,
  type StoreConfig,
  type StoreTimeouts,
} from './s3-client.ts'
import { compression, compressSized, decompressSized } from './sized-zstd.ts'
import { guarded, isStatus, StoreUnavailableError } from './store-errors.ts'
import { releaseBytes } from '../values/release-bytes.ts'

export type { StoredObject } from './list-page.ts'
export { StoreUnavailableError } from './store-errors.ts'

/** Facts of an object. */
export interface ObjectHead {
  bytes: number
  /** As the store returned it. */
  etag: string
  contentType: string
}

/** The part of a listing to return. */
export interface ListRange {
  /** Only keys after this one. */
  after?: string
  /** Largest number of keys. */
  max?: number
}

/**
 * Returns the bytes to store for a body: those of keys that end in `.zst` are compressed. Small ones are compressed
 * synchronously: passing 4 KB to a thread and back takes four times the CPU of compressing them.
 */
async function stored(key: string, body: string | Uint8Array): Promise<Uint8Array> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  if (!key.endsWith('.zst')) return bytes
  const isSmall = bytes.byteLength <= storeLimits.compressedAtOnceMaxBytes
  return isSmall ? zstdCompressSync(bytes, compression) : await compressSized(bytes)
}

/** Reads the body of an answer. @param patienceMs how long it may stall before its connection is cut, milliseconds. */
async function bodyOf(body: Readable, patienceMs: number, operation = 'GetObject'): Promise<Uint8Array> {
  const call = beginCall(operation, patienceMs)
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Uint8Array)
      call.moved()
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (isTimeout(error)) metrics.storeTimeouts.inc({ operation })
    throw error
  } finally {
    call.end()
  }
}

/** Decompresses a small object synchronously; null when it is large, before or after decompression. */
function decompressedAtOnce(bytes: Uint8Array): Uint8Array | null {
  const { decompressedAtOnceMaxBytes, decompressedAtOnceResultMaxBytes } = storeLimits
  if (bytes.byteLength > decompressedAtOnceMaxBytes) return null
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: decompressedAtOnceResultMaxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null
    throw error
  }
}

/** Decompresses an object. @throws DamagedObjectError with the part that could be read. */
async function decompressed(key: string, bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return decompressedAtOnce(bytes) ?? (await decompressSized(bytes))
  } catch (error) {
    throw new DamagedObjectError(key, (error as Error).message, await partBeforeCut(bytes))
  }
}

/** The interface of a store; tests use an implementation in memory. */
export type Store = Pick<ObjectStore, keyof ObjectStore>

export class ObjectStore {
  readonly #timeouts: StoreTimeouts
  readonly #client: S3Client
  /** For calls during which a store may work for long without sending data. */
  readonly #longClient: S3Client
  readonly #signer: S3Client
  readonly #direct: DirectCalls
  readonly #bucket: string
  /** Uploads in parts. */
  readonly uploads: PartUploads

  constructor(config: StoreConfig) {
    this.#bucket = config.SEINE_S3_BUCKET
    this.#timeouts = timeoutsOf(config)
    this.#client = createS3Client(config, this.#timeouts)
    this.#longClient = createS3Client(config, { ...this.#timeouts, socketMs: this.#timeouts.requestMs })
    this.#direct = new DirectCalls(this.#client, config, this.#timeouts)
    const publicEndpoint = config.SEINE_S3_PUBLIC_ENDPOINT
    this.#signer = publicEndpoint === '' ? this.#client : createSigner(config, publicEndpoint)
    this.uploads = new S3PartUploads({ client: this.#client, longClient: this.#longClient, bucket: this.#bucket })
  }

  /** Creates the bucket when it is missing. For local stacks; production buckets exist already. */
  async ensureBucket(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }))
    } catch (error) {
      if (!isStatus(error, 404)) throw new StoreUnavailableError('object store: no bucket', { cause: error })
      await guarded('creating the bucket', () => this.#client.send(new CreateBucketCommand({ Bucket: this.#bucket })))
    }
  }

  /**
   * Grants a user of the store exactly the permissions that browser workers need in the bucket. For stores that
   * identify their users by access keys, as versitygw does.
   */
  async admitPagesUser(accessKeyId: string): Promise<void> {
    const policy = JSON.stringify(pagesPolicy(this.#bucket, accessKeyId))
    await guarded('setting the policy of the bucket', async () => {
      await this.#client.send(new PutBucketPolicyCommand({ Bucket: this.#bucket, Policy: policy }))
    })
  }

  /** Resolves when the bucket answers. @throws StoreUnavailableError otherwise. */
  async ping(signal?: AbortSignal): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), signal ? { abortSignal: signal } : {})
    } catch (error) {
      throw new StoreUnavailableError('object store: bucket does not answer', { cause: error })
    }
  }

  /**
   * Reads an object; null if none exists.
   * @throws StoreUnavailableError when the store is unavailable.
   * @throws DamagedObjectError when a compressed object is damaged.
   */
  async get(key: string): Promise<Uint8Array | null> {
    const bytes = await this.#read(key)
    if (bytes === null || !key.endsWith('.zst')) return bytes
    const content = await decompressed(key, bytes)
    releaseBytes(bytes)
    return content
  }

  /** Reads an object as it is stored; null if none exists. */
  async #read(key: string): Promise<Uint8Array | null> {
    try {
      return await guarded(`reading ${key}`, async () => {
        const command = { Bucket: this.#bucket, Key: key }
        const body = await this.#direct.send({ operation: 'GetObject', key }, async () => {
          const { Body } = await this.#client.send(new GetObjectCommand(command))
          return (Body ?? null) as Readable | null
        })
        return body === null ? null : await bodyOf(body, this.#timeouts.socketMs)
      })
    } catch (error) {
      if (isStatus(error, 404)) return null
      throw error
    }
  }

  /**
   * Reads an object and parses it as JSON; null if none exists. @throws StoreUnavailableError, DamagedObjectError
   */
  async getJson<T>(key: string): Promise<T | null> {
    const bytes = await this.get(key)
    return bytes === null ? null : (jsonOfObject(key, bytes) as T)
  }

  /** Returns the facts of an object as it is stored; null if none exists. @throws StoreUnavailableError */
  async head(key: string): Promise<ObjectHead | null> {
    try {
      const command = new HeadObjectCommand({ Bucket: this.#bucket, Key: key })
      const found = await guarded(`looking for ${key}`, () => this.#client.send(command))
      const { ContentLength = 0, ETag = '', ContentType = 'application/octet-stream' } = found
      return { bytes: ContentLength, etag: ETag, contentType: ContentType }
    } catch (error) {
      if (isStatus(error, 404)) return null
      throw error
    }
  }

  /**
   * Reads a part of an object as it is stored.
   * @param from first byte, from 0. @param count bytes; fewer at the end.
   * @param etag of the version to read.
   * @returns null when there is no such version.
   * @throws StoreUnavailableError
   */
  async getPart(key: string, from: number, count: number, etag: string): Promise<Uint8Array | null> {
    try {
      return await guarded(`reading ${key}`, async () => {
        const Range = `bytes=${from}-${from + count - 1}`
        const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range, IfMatch: etag })
        const { Body } = await this.#client.send(command)
        return await bodyOf(Body as Readable, this.#timeouts.socketMs)
      })
    } catch (error) {
      if (isStatus(error, 404, 412)) return null
      throw error
    }
  }

  /** Writes an object and replaces an existing one. */
  async put(key: string, body: string | Uint8Array, contentType?: string): Promise<void> {
    try {
      const bytes = await stored(key, body)
      await this.#putBytes(key, bytes, contentType === undefined ? {} : { ContentType: contentType })
      // The compressed copy was made here and has no other reader.
      if (key.endsWith('.zst')) releaseBytes(bytes)
    } catch (error) {
      if (isStatus(error, 409)) throw new StoreUnavailableError(`object store: writing ${key} failed`, { cause: error })
      throw error
    }
  }

  /**
   * Writes an object unless one exists. A key that the store has left half written is freed first.
   * @returns false when another object exists; it can be read then.
   * @throws StoreUnavailableError when the store is unavailable or the key cannot be freed.
   */
  async putIfAbsent(key: string, body: string | Uint8Array): Promise<boolean> {
    const bytes = await stored(key, body)
    const at = { Bucket: this.#bucket, Key: key }
    const folder = { Bucket: this.#bucket, Key: `${key}/` }
    return await writeFirst({
      key,
      write: async () => await this.#putFirst(key, bytes),
      exists: async () => await this.#exists(key),
      isOurs: async () => {
        const standing = await this.#read(key)
        return standing && Buffer.from(bytes).equals(standing)
      },
      remove: async () => {
        await guarded(`freeing ${key}`, () => this.#client.send(new DeleteObjectCommand(at)))
      },
      removeMetadata: async () => {
        const empty = new PutObjectCommand({ ...folder, Body: Buffer.alloc(0), ContentLength: 0 })
        try {
          await guarded(`freeing ${key}`, () => this.#client.send(empty))
        } catch (error) {
          // Meanwhile there is an object.
          if (!isStatus(error, 409)) throw error
        }
        await guarded(`freeing ${key}`, () => this.#client.send(new DeleteObjectCommand(folder)))
      },
    })
  }

  async #putFirst(key: string, bytes: Uint8Array): Promise<FirstWrite> {
    try {
      await this.#putBytes(key, bytes, { IfNoneMatch: '*' })
      return { kind: 'written' }
    } catch (error) {
      if (isStatus(error, 409)) return { kind: 'contended' }
      if (!isStatus(error, 412)) throw error
      return { kind: 'refused', repeated: ((error as S3ServiceException).$metadata.attempts ?? 1) > 1 }
    }
  }

  async #exists(key: string): Promise<boolean> {
    try {
      const command = new HeadObjectCommand({ Bucket: this.#bucket, Key: key })
      await guarded(`looking for ${key}`, () =>
        this.#direct.send({ operation: 'HeadObject', key }, async () => {
          await this.#client.send(command)
          return null
        }),
      )
      return true
    } catch (error) {
      if (isStatus(error, 404)) return false
      throw error
    }
  }

  async #putBytes(
    key: string,
    Body: Uint8Array,
    options: Pick<PutObjectCommandInput, 'ContentType' | 'IfNoneMatch'>,
  ): Promise<void> {
    // Without a length, the client takes an empty body for a stream and logs a warning on standard error.
    const ContentLength = Body.byteLength
    const command = { Bucket: this.#bucket, Key: key, Body, ContentLength, ...options }
    const { ContentType: type, IfNoneMatch: match } = options
    const headers = {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(match === undefined ? {} : { 'if-none-match': match }),
    }
    for (let tries = 1; ; tries += 1) {
      try {
        await guarded(`writing ${key}`, () =>
          this.#direct.send({ operation: 'PutObject', key, body: Body, headers }, async () => {
            await this.#client.send(new PutObjectCommand(command))
            return null
          }),
        )
        return
      } catch (error) {
        // 409: a conflict with another write, or, in a store on a file system, with the deletion of the last object
        // beside it.
        if (!isStatus(error, 409) || tries === storeLimits.writeTries) throw error
      }
      await sleep(Math.random() * storeLimits.writePauseMs)
    }
  }

  /** Lists keys below a prefix, in key order. */
  async list(prefix: string, range: ListRange = {}): Promise<string[]> {
    return (await this.listObjects(prefix, range)).map(({ key }) => key)
  }

  /** Lists objects below a prefix, in key order. */
  async listObjects(prefix: string, range: ListRange = {}): Promise<StoredObject[]> {
    const objects: StoredObject[] = []
    for await (const page of this.#listing(prefix, range)) {
      objects.push(...page.objects)
      if (objects.length >= (range.max ?? Infinity)) break
    }
    return objects.slice(0, range.max)
  }

  /**
   * Lists the folders directly below a prefix, in key order, each with its trailing `/`.
   * @param prefix ends in `/`.
   * @param range `after` names a folder in the form that this call returns.
   */
  async listFolders(prefix: string, range: ListRange = {}): Promise<string[]> {
    const folders: string[] = []
    // `0` is the character after `/`, so everything inside the folder is skipped.
    const after = range.after === undefined ? {} : { after: `${range.after.slice(0, -1)}0` }
    for await (const page of this.#listing(prefix, { ...range, ...after }, '/')) {
      folders.push(...page.folders.filter((folder) => folder > (range.after ?? '')))
      if (folders.length >= (range.max ?? Infinity)) break
    }
    return folders.slice(0, range.max)
  }

  async *#listing(prefix: string, { after, max }: ListRange, delimiter?: string): AsyncGenerator<ListPage> {
    let token: string | null = null
    do {
      const query: Record<string, string> = {
        prefix,
        ...(after === undefined ? {} : { 'start-after': after }),
        ...(max === undefined ? {} : { 'max-keys': String(Math.min(max, storeLimits.keysPerCall)) }),
        ...(delimiter === undefined ? {} : { delimiter }),
        ...(token === null ? {} : { 'continuation-token': token }),
      }
      const page: ListPage = await guarded(`listing ${prefix}`, async () => await this.#listPage(query))
      yield page
      token = page.nextToken
    } while (token !== null)
  }

  async #listPage(query: Record<string, string>): Promise<ListPage> {
    const read = async (body: Readable) => await bodyOf(body, this.#timeouts.socketMs, 'ListObjectsV2')
    const page = await this.#direct.list(query, read)
    if (page !== null) return page
    const { prefix, delimiter, 'max-keys': max, 'start-after': after, 'continuation-token': token } = query
    const command = new ListObjectsV2Command({
      Bucket: this.#bucket,
      Prefix: prefix,
      Delimiter: delimiter,
      StartAfter: after,
      ContinuationToken: token,
      MaxKeys: max === undefined ? undefined : Number(max),
    })
    return listPageOf(await this.#client.send(command))
  }

  async #deleteOne(key: string): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#bucket, Key: key })
    try {
      await guarded(`deleting ${key}`, () =>
        this.#direct.send({ operation: 'DeleteObject', key }, async () => {
          await this.#client.send(command)
          return null
        }),
      )
    } catch (error) {
      if (isStatus(error, 404)) return
      if (isStatus(error, 409))
        throw new StoreUnavailableError(`object store: deleting ${key} failed`, { cause: error })
      throw error
    }
  }

  /** Deletes objects; a missing one counts as deleted. @throws StoreUnavailableError when one could not be deleted. */
  async delete(keys: readonly string[]): Promise<void> {
    const [only, ...others] = keys
    if (only !== undefined && others.length === 0) return await this.#deleteOne(only)
    for (let at = 0; at < keys.length; at += storeLimits.keysPerCall) {
      const Objects = keys.slice(at, at + storeLimits.keysPerCall).map((key) => ({ Key: key }))
      const client = Objects.length > storeLimits.quickDeletionKeys ? this.#longClient : this.#client
      const { Errors } = await guarded(`deleting ${Objects.length} objects`, () =>
        client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } })),
      )
      const refused = Errors?.find(({ Code }) => Code !== 'NoSuchKey')
      if (refused !== undefined) {
        throw new StoreUnavailableError(`object store: deleting ${refused.Key} failed: ${refused.Message}`)
      }
    }
  }

  /**
   * Returns a link that downloads the object with a plain HTTP client until it expires.
   * @param lifetimeSecs seconds from now.
   */
  async presign(key: string, fileName: string, contentType: string, lifetimeSecs: number): Promise<string> {
    return await getSignedUrl(
      this.#signer,
      new GetObjectCommand({
        Bucket: this.#bucket,
        Key: key,
        ResponseContentDisposition: `attachment; filename="${fileName}"`,
        ResponseContentType: contentType,
      }),
      { expiresIn: lifetimeSecs },
    )
  }

  close(): void {
    this.#client.destroy()
    this.#longClient.destroy()
    this.#signer.destroy()
  }
}
