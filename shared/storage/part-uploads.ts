/**
 * Multipart uploads of the S3 API. An object arrives in parts, becomes visible as a whole when it is completed, and
 * until then the upload survives the process that started it.
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { contentMd5 } from './content-md5.ts'
import { guarded, isStatus } from './store-errors.ts'

/** An upload that has been started but not completed. */
export interface OpenUpload {
  key: string
  uploadId: string
}

/** A part in the store. */
export interface StoredPart {
  /** From 1. */
  number: number
  bytes: number
  /** As the store returned it, without quotes; for most stores the MD5 of the part in hex. */
  etag: string
}

/** Interface of multipart uploads; every call throws StoreUnavailableError when the store is unavailable. */
export interface PartUploads {
  /** Starts an upload. @returns its id. */
  begin(key: string, contentType: string): Promise<string>
  /** Stores one part and replaces an existing one. @param number from 1. @returns its ETag. */
  put(upload: OpenUpload, number: number, bytes: Uint8Array): Promise<string>
  /** Returns the parts in the store, by number; null when the upload does not exist any more. */
  parts(upload: OpenUpload): Promise<StoredPart[] | null>
  /** Creates the object from the parts. @returns false when the upload does not exist any more. */
  complete(upload: OpenUpload, parts: readonly StoredPart[]): Promise<boolean>
  /** Drops an upload and its parts; a missing one counts as dropped. */
  abort(upload: OpenUpload): Promise<void>
  /** Lists the open uploads below a prefix, in key order, older ones of a key first. */
  open(prefix: string): Promise<OpenUpload[]>
}

const unquoted = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '')

interface PartUploadSettings {
  client: S3Client
  longClient: S3Client
  bucket: string
  hasDigests?: boolean
}

/** Multipart uploads of an S3 bucket. */
export class S3PartUploads implements PartUploads {
  readonly #client: S3Client
  readonly #longClient: S3Client
  readonly #bucket: string
  readonly #hasDigests: boolean

  /**
   * @param longClient for completing, during which a store may not send data for a long time.
   * @param hasDigests sends the MD5 of each part, so that the store refuses one that arrives damaged.
   */
  constructor({ client, longClient, bucket, hasDigests = false }: PartUploadSettings) {
    this.#client = client
    this.#longClient = longClient
    this.#bucket = bucket
    this.#hasDigests = hasDigests
  }

  async begin(key: string, contentType: string): Promise<string> {
    const answer = await guarded(`beginning ${key}`, () =>
      this.#client.send(new CreateMultipartUploadCommand({ Bucket: this.#bucket, Key: key, ContentType: contentType })),
    )
    return answer.UploadId ?? ''
  }

  async put(upload: OpenUpload, number: number, bytes: Uint8Array): Promise<string> {
    const digest = this.#hasDigests ? { ContentMD5: await contentMd5(bytes) } : {}
    const { ETag } = await guarded(`uploading part ${number} of ${upload.key}`, () =>
      this.#client.send(new UploadPartCommand({ ...this.#name(upload), PartNumber: number, Body: bytes, ...digest })),
    )
    return unquoted(ETag)
  }

  async parts(upload: OpenUpload): Promise<StoredPart[] | null> {
    const parts: StoredPart[] = []
    let after: string | undefined
    try {
      do {
        const marker = after === undefined ? {} : { PartNumberMarker: after }
        const page = await guarded(`listing parts of ${upload.key}`, () =>
          this.#client.send(new ListPartsCommand({ ...this.#name(upload), ...marker })),
        )
        for (const { PartNumber, Size, ETag } of page.Parts ?? []) {
          parts.push({ number: PartNumber ?? 0, bytes: Size ?? 0, etag: unquoted(ETag) })
        }
        after = page.IsTruncated ? page.NextPartNumberMarker : undefined
      } while (after !== undefined)
    } catch (error) {
      if (isStatus(error, 404)) return null
      throw error
    }
    return parts
  }

  async complete(upload: OpenUpload, parts: readonly StoredPart[]): Promise<boolean> {
    const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: `"${etag}"` }))
    try {
      await guarded(`completing ${upload.key}`, () =>
        this.#longClient.send(
          new CompleteMultipartUploadCommand({ ...this.#name(upload), MultipartUpload: { Parts } }),
        ),
      )
      return true
    } catch (error) {
      // Some stores report invalid parts when the whole upload is gone.
      if (isStatus(error, 404) || (await this.parts(upload)) === null) return false
      throw error
    }
  }

  async abort(upload: OpenUpload): Promise<void> {
    try {
      await guarded(`dropping the upload of ${upload.key}`, () =>
        this.#client.send(new AbortMultipartUploadCommand(this.#name(upload))),
      )
    } catch (error) {
      if (!isStatus(error, 404)) throw error
    }
  }

  async open(prefix: string): Promise<OpenUpload[]> {
    const found: (OpenUpload & { begunAtMs: number })[] = []
    let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
    while (after !== null) {
      const marker: { KeyMarker?: string; UploadIdMarker?: string } = after
      const page = await guarded(`listing uploads below ${prefix}`, () =>
        this.#client.send(new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: prefix, ...marker })),
      )
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        // Some stores treat the prefix as a hint.
        if (Key === undefined || UploadId === undefined || !Key.startsWith(prefix)) continue
        found.push({ key: Key, uploadId: UploadId, begunAtMs: Initiated?.getTime() ?? 0 })
      }
      after = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' }
        : null
    }
    const inOrder = found.toSorted((a, b) =>
      a.key === b.key ? a.begunAtMs - b.begunAtMs || (a.uploadId < b.uploadId ? -1 : 1) : a.key < b.key ? -1 : 1,
    )
    return inOrder.map(({ key, uploadId }) => ({ key, uploadId }))
  }

  #name({ key, uploadId }: OpenUpload): { Bucket: string; Key: string; UploadId: string } {
    return { Bucket: this.#bucket, Key: key, UploadId: uploadId }
  }
}
