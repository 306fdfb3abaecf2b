/** A delivery target: a bucket outside the service's own store, to which archives are copied. */
import { HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { deliveryLimits } from '../config/notify-limits.ts'
import { contentMd5, md5Of } from './content-md5.ts'
import { S3PartUploads, type OpenUpload, type PartUploads } from './part-uploads.ts'
import { createForeignClient, type ForeignBucket } from './s3-client.ts'
import { guarded, isStatus, StoreUnavailableError } from './store-errors.ts'
import type { UploadStore } from './upload-in-parts.ts'

/** The interface of a target bucket; tests use an implementation in memory. */
export type TargetStore = UploadStore & {
  sizeOf(key: string): Promise<number | null>
  /**
   * Returns false once the bucket has refused to list uploads, or has given a part an ETag that is not its MD5, as with
   * SSE-KMS and SSE-C: an upload that is interrupted begins again.
   */
  canContinue(): boolean
  close(): void
}

/** Returns true for an answer that denies access. */
const isDenied = (error: unknown): boolean => error instanceof StoreUnavailableError && isStatus(error.cause, 403)

/**
 * Returns the size of an object, bytes; null when it does not exist, or when the bucket hides whether it does: to a key
 * without `s3:ListBucket`, AWS answers 403 for a missing object. A caller that writes the object next learns of a real
 * denial.
 * @throws the error of any other answer.
 */
export async function visibleSizeOf(bucket: Pick<TargetStore, 'sizeOf'>, key: string): Promise<number | null> {
  try {
    return await bucket.sizeOf(key)
  } catch (error) {
    if (isDenied(error)) return null
    throw error
  }
}

/** Uploads of which earlier ones are continued where the bucket lists them, and their parts with MD5. */
class OwnUploads extends S3PartUploads {
  isListed = true
  /** Whether ETags of parts are MD5; null before the first part: all parts of a bucket are encrypted alike. */
  #hasMd5Etags: boolean | null = null

  /** Whether a later attempt recognises the parts of this one. */
  get canContinue(): boolean {
    return this.isListed && this.#hasMd5Etags !== false
  }

  override async put(upload: OpenUpload, number: number, bytes: Uint8Array): Promise<string> {
    const etag = await super.put(upload, number, bytes)
    this.#hasMd5Etags ??= etag === (await md5Of(bytes)).toString('hex')
    return etag
  }

  override async open(prefix: string): Promise<OpenUpload[]> {
    try {
      return await super.open(prefix)
    } catch (error) {
      if (!isDenied(error)) throw error
      this.isListed = false
      return []
    }
  }
}

/**
 * Copies objects into a bucket. Every body is sent with its MD5, so that the bucket refuses one that arrives damaged.
 * Calls throw StoreUnavailableError with the answer of the bucket as its cause, or the answer itself.
 */
export class TargetBucket implements TargetStore {
  readonly #client: S3Client
  readonly #longClient: S3Client
  readonly #bucket: string
  readonly #uploads: OwnUploads

  constructor(bucket: ForeignBucket & { bucket: string }) {
    const timeouts = {
      connectMs: deliveryLimits.connectTimeoutMs,
      socketMs: deliveryLimits.socketTimeoutMs,
      requestMs: deliveryLimits.requestTimeoutMs,
    }
    this.#bucket = bucket.bucket
    this.#client = createForeignClient(bucket, timeouts)
    this.#longClient = createForeignClient(bucket, { ...timeouts, socketMs: timeouts.requestMs })
    this.#uploads = new OwnUploads({
      client: this.#client,
      longClient: this.#longClient,
      bucket: this.#bucket,
      hasDigests: true,
    })
  }

  /** Writes an object and replaces an existing one. */
  async put(key: string, body: string | Uint8Array, contentType = 'application/octet-stream'): Promise<void> {
    const Body = typeof body === 'string' ? Buffer.from(body) : body
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      Body,
      ContentLength: Body.byteLength,
      ContentMD5: await contentMd5(Body),
      ContentType: contentType,
    })
    await guarded(`writing ${key}`, () => this.#client.send(command))
  }

  /** Returns the size of an object, bytes; null if none exists. */
  async sizeOf(key: string): Promise<number | null> {
    try {
      const command = new HeadObjectCommand({ Bucket: this.#bucket, Key: key })
      const { ContentLength = 0 } = await guarded(`looking for ${key}`, () => this.#client.send(command))
      return ContentLength
    } catch (error) {
      if (isStatus(error, 404)) return null
      throw error
    }
  }

  /** Returns the key itself if there is such an object: a bucket need not allow listings. */
  async list(key: string): Promise<string[]> {
    return (await visibleSizeOf(this, key)) === null ? [] : [key]
  }

  get uploads(): PartUploads {
    return this.#uploads
  }

  canContinue(): boolean {
    return this.#uploads.canContinue
  }

  close(): void {
    this.#client.destroy()
    this.#longClient.destroy()
  }
}
