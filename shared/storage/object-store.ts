/**
 * The object store: everything a job owns that is larger than a few kilobytes.
 *
 * Keys that end in `.zst` are compressed on the way in and decompressed on the way out.
 */
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Config } from '../config/config.ts'
import { archiveLimits } from '../config/limits.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

type StoreConfig = Pick<
  Config,
  | 'SEINE_S3_ENDPOINT'
  | 'SEINE_S3_PUBLIC_ENDPOINT'
  | 'SEINE_S3_REGION'
  | 'SEINE_S3_BUCKET'
  | 'SEINE_S3_ACCESS_KEY_ID'
  | 'SEINE_S3_SECRET_ACCESS_KEY'
>

/** The store cannot be reached or refuses service; worth a retry, answered 503 by the gateway. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}

const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0)

/** Runs one call and turns every fault that is not an answer about the object into unavailability. */
async function guarded<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isStatus(error, 404, 412, 409)) throw error
    throw new StoreUnavailableError(`object store: ${what} failed`, { cause: error })
  }
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

/** What the rest of the code asks of a store; tests use one in memory. */
export type Store = Pick<ObjectStore, keyof ObjectStore>

export class ObjectStore {
  readonly #client: S3Client
  readonly #signer: S3Client
  readonly #bucket: string

  constructor(config: StoreConfig) {
    this.#bucket = config.SEINE_S3_BUCKET
    this.#client = clientFor(config, config.SEINE_S3_ENDPOINT)
    const publicEndpoint = config.SEINE_S3_PUBLIC_ENDPOINT
    this.#signer = publicEndpoint === '' ? this.#client : clientFor(config, publicEndpoint)
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

  /** Resolves when the bucket answers. @throws StoreUnavailableError otherwise. */
  async ping(signal?: AbortSignal): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), signal ? { abortSignal: signal } : {})
    } catch (error) {
      throw new StoreUnavailableError('object store: bucket does not answer', { cause: error })
    }
  }

  /** The object, or null when there is none. */
  async get(key: string): Promise<Uint8Array | null> {
    try {
      const bytes = await guarded(`reading ${key}`, async () => {
        const answer = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }))
        return await answer.Body?.transformToByteArray()
      })
      if (bytes === undefined) return null
      return key.endsWith('.zst') ? await decompress(bytes) : bytes
    } catch (error) {
      if (isStatus(error, 404)) return null
      throw error
    }
  }

  /** The object parsed as JSON, or null when there is none. */
  async getJson<T>(key: string): Promise<T | null> {
    const bytes = await this.get(key)
    return bytes === null ? null : (JSON.parse(Buffer.from(bytes).toString('utf8')) as T)
  }

  /** Writes an object, whatever was there. */
  async put(key: string, body: string | Uint8Array): Promise<void> {
    await this.#put(key, body, false)
  }

  /** Writes an object unless one exists. @returns false when it existed. */
  async putIfAbsent(key: string, body: string | Uint8Array): Promise<boolean> {
    try {
      await this.#put(key, body, true)
      return true
    } catch (error) {
      if (isStatus(error, 412, 409)) return false
      throw error
    }
  }

  async #put(key: string, body: string | Uint8Array, ifAbsent: boolean): Promise<void> {
    const Body = key.endsWith('.zst') ? await compress(body) : body
    await guarded(`writing ${key}`, () =>
      this.#client.send(
        new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body, ...(ifAbsent ? { IfNoneMatch: '*' } : {}) }),
      ),
    )
  }

  /** Every key below a prefix, in key order. */
  async list(prefix: string): Promise<string[]> {
    const keys: string[] = []
    let token: string | undefined
    do {
      const page = await guarded(`listing ${prefix}`, () =>
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: prefix,
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
        ),
      )
      for (const entry of page.Contents ?? []) if (entry.Key !== undefined) keys.push(entry.Key)
      token = page.NextContinuationToken
    } while (token !== undefined)
    return keys
  }

  /** Uploads a stream of unknown length in parts. Resolves when the object is complete. */
  async upload(key: string, body: Readable, contentType: string): Promise<void> {
    await guarded(`uploading ${key}`, () =>
      new Upload({
        client: this.#client,
        params: { Bucket: this.#bucket, Key: key, Body: body, ContentType: contentType },
        partSize: archiveLimits.uploadPartBytes,
        queueSize: archiveLimits.uploadPartsInFlight,
      }).done(),
    )
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
