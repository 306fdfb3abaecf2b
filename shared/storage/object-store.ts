/**
 * The object store: everything a job owns that is larger than a few kilobytes.
 *
 * Keys that end in `.zst` are compressed on the way in and decompressed on the way out.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  PutObjectCommand,
  S3Client,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Config } from '../config/config.ts'
import { storeLimits } from '../config/limits.ts'
import { metrics } from '../observability/metrics.ts'
import { DamagedObjectError, jsonOfObject, partBeforeCut } from './damaged-object.ts'
import { S3PartUploads, type PartUploads } from './part-uploads.ts'
import { pagesPolicy } from './pages-policy.ts'
import { guarded, isStatus, StoreUnavailableError } from './store-errors.ts'

export { StoreUnavailableError } from './store-errors.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** With a checksum of the content, so that reading back what the store damaged fails. */
const compression = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

type StoreConfig = Pick<
  Config,
  | 'SEINE_S3_ENDPOINT'
  | 'SEINE_S3_PUBLIC_ENDPOINT'
  | 'SEINE_S3_REGION'
  | 'SEINE_S3_BUCKET'
  | 'SEINE_S3_ACCESS_KEY_ID'
  | 'SEINE_S3_SECRET_ACCESS_KEY'
>

/** An object as a listing shows it. */
export interface StoredObject {
  key: string
  bytes: number
  lastModifiedMs: number
}

/** Which part of a listing is wanted. */
export interface ListRange {
  /** Only keys after this one. */
  after?: string
  /** At most so many. */
  max?: number
}

/** Counts every request of a client, whatever it is for. */
function counted(client: S3Client): S3Client {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = (context.commandName ?? 'Command').replace(/Command$/, '')
      const startedMs = performance.now()
      try {
        const answer = await next(args)
        metrics.storeRequests.inc({ operation, outcome: 'ok' })
        return answer
      } catch (error) {
        // Looking for what is not there, and losing a race for a name, are answers.
        const isAnswer = [304, 404, 409, 412].some((status) => isStatus(error, status))
        metrics.storeRequests.inc({ operation, outcome: isAnswer ? 'ok' : 'failed' })
        throw error
      } finally {
        metrics.storeSeconds.observe({ operation }, (performance.now() - startedMs) / 1_000)
      }
    },
    { step: 'initialize', name: 'countRequests' },
  )
  return client
}

function clientFor(config: StoreConfig, endpoint: string): S3Client {
  return new S3Client({
    region: config.SEINE_S3_REGION,
    ...(endpoint === '' ? {} : { endpoint, forcePathStyle: true }),
    ...(config.SEINE_S3_ACCESS_KEY_ID === ''
      ? {}
      : {
          credentials: {
            accessKeyId: config.SEINE_S3_ACCESS_KEY_ID,
            secretAccessKey: config.SEINE_S3_SECRET_ACCESS_KEY,
          },
        }),
    // Stores other than AWS may keep the framing of trailing checksums inside stream bodies.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  })
}

/** Decompresses an object. @throws DamagedObjectError with what could be read of it. */
async function decompressed(key: string, bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await decompress(bytes)
  } catch (error) {
    throw new DamagedObjectError(key, (error as Error).message, await partBeforeCut(bytes))
  }
}

/** What the rest of the code asks of a store; tests use one in memory. */
export type Store = Pick<ObjectStore, keyof ObjectStore>

export class ObjectStore {
  readonly #client: S3Client
  readonly #signer: S3Client
  readonly #bucket: string
  /** Uploads in parts. */
  readonly uploads: PartUploads

  constructor(config: StoreConfig) {
    this.#bucket = config.SEINE_S3_BUCKET
    this.#client = counted(clientFor(config, config.SEINE_S3_ENDPOINT))
    const publicEndpoint = config.SEINE_S3_PUBLIC_ENDPOINT
    this.#signer = publicEndpoint === '' ? this.#client : clientFor(config, publicEndpoint)
    this.uploads = new S3PartUploads(this.#client, this.#bucket)
  }

  /** Creates the bucket when it is missing. For local stacks; production buckets exist. */
  async ensureBucket(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }))
    } catch (error) {
      if (!isStatus(error, 404)) throw new StoreUnavailableError('object store: no bucket', { cause: error })
      await this.#client.send(new CreateBucketCommand({ Bucket: this.#bucket }))
    }
  }

  /**
   * Lets a user of the store do in the bucket what browser workers do, and nothing else. For stores that know their
   * users by access keys, as versitygw does.
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

  /** The object, or null when there is none. @throws StoreUnavailableError; DamagedObjectError of a compressed one. */
  async get(key: string): Promise<Uint8Array | null> {
    try {
      const bytes = await guarded(`reading ${key}`, async () => {
        const answer = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }))
        return await answer.Body?.transformToByteArray()
      })
      if (bytes === undefined) return null
      return key.endsWith('.zst') ? await decompressed(key, bytes) : bytes
    } catch (error) {
      if (isStatus(error, 404)) return null
      throw error
    }
  }

  /** The object parsed as JSON, or null when there is none. @throws StoreUnavailableError, DamagedObjectError */
  async getJson<T>(key: string): Promise<T | null> {
    const bytes = await this.get(key)
    return bytes === null ? null : (jsonOfObject(key, bytes) as T)
  }

  /** Writes an object, whatever was there. */
  async put(key: string, body: string | Uint8Array, contentType?: string): Promise<void> {
    try {
      await this.#put(key, body, contentType === undefined ? {} : { ContentType: contentType })
    } catch (error) {
      if (isStatus(error, 409)) throw new StoreUnavailableError(`object store: writing ${key} failed`, { cause: error })
      throw error
    }
  }

  /** Writes an object unless one exists. @returns false when it existed. */
  async putIfAbsent(key: string, body: string | Uint8Array): Promise<boolean> {
    try {
      await this.#put(key, body, { IfNoneMatch: '*' })
      return true
    } catch (error) {
      if (isStatus(error, 412, 409)) return false
      throw error
    }
  }

  async #put(
    key: string,
    body: string | Uint8Array,
    options: Pick<PutObjectCommandInput, 'ContentType' | 'IfNoneMatch'>,
  ): Promise<void> {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const Body = key.endsWith('.zst') ? await compress(bytes, compression) : bytes
    // Without a length the client takes an empty body for a stream and says so on standard error.
    const ContentLength = Body.byteLength
    const command = { Bucket: this.#bucket, Key: key, Body, ContentLength, ...options }
    for (let tries = 1; ; tries += 1) {
      try {
        await guarded(`writing ${key}`, () => this.#client.send(new PutObjectCommand(command)))
        return
      } catch (error) {
        // It met another write, or the deletion of the last object beside it in a store on a folder.
        if (!isStatus(error, 409) || tries === storeLimits.writeTries) throw error
      }
      await sleep(Math.random() * storeLimits.writePauseMs)
    }
  }

  /** Keys below a prefix, in key order. */
  async list(prefix: string, range: ListRange = {}): Promise<string[]> {
    return (await this.listObjects(prefix, range)).map(({ key }) => key)
  }

  /** Objects below a prefix, in key order. */
  async listObjects(prefix: string, range: ListRange = {}): Promise<StoredObject[]> {
    const objects: StoredObject[] = []
    for await (const page of this.#listing(prefix, range)) {
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key === undefined) continue
        objects.push({ key: Key, bytes: Size ?? 0, lastModifiedMs: LastModified?.getTime() ?? 0 })
      }
      if (objects.length >= (range.max ?? Infinity)) break
    }
    return objects.slice(0, range.max)
  }

  /**
   * The folders right below a prefix, in key order, each with its `/` at the end.
   * @param prefix ends in `/`.
   * @param range `after` names a folder as this call gives them.
   */
  async listFolders(prefix: string, range: ListRange = {}): Promise<string[]> {
    const folders: string[] = []
    // `0` is the character after `/`: everything inside the folder is passed over.
    const after = range.after === undefined ? {} : { after: `${range.after.slice(0, -1)}0` }
    for await (const page of this.#listing(prefix, { ...range, ...after }, '/')) {
      for (const { Prefix } of page.CommonPrefixes ?? []) {
        if (Prefix !== undefined && Prefix > (range.after ?? '')) folders.push(Prefix)
      }
      if (folders.length >= (range.max ?? Infinity)) break
    }
    return folders.slice(0, range.max)
  }

  async *#listing(prefix: string, { after, max }: ListRange, delimiter?: string) {
    let token: string | undefined
    do {
      const page = await guarded(`listing ${prefix}`, () =>
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: prefix,
            ...(after === undefined ? {} : { StartAfter: after }),
            ...(max === undefined ? {} : { MaxKeys: Math.min(max, storeLimits.keysPerCall) }),
            ...(delimiter === undefined ? {} : { Delimiter: delimiter }),
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
        ),
      )
      yield page
      token = page.NextContinuationToken
    } while (token !== undefined)
  }

  /** Deletes objects; one that is not there counts as deleted. @throws StoreUnavailableError when one stays. */
  async delete(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += storeLimits.keysPerCall) {
      const Objects = keys.slice(at, at + storeLimits.keysPerCall).map((key) => ({ Key: key }))
      const { Errors } = await guarded(`deleting ${Objects.length} objects`, () =>
        this.#client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } })),
      )
      const refused = Errors?.find(({ Code }) => Code !== 'NoSuchKey')
      if (refused !== undefined) {
        throw new StoreUnavailableError(`object store: deleting ${refused.Key} failed: ${refused.Message}`)
      }
    }
  }

  /**
   * A link that downloads the object with a plain HTTP client until it expires.
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
    this.#signer.destroy()
  }
}
