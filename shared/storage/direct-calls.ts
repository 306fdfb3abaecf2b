/**
 * Calls for one object, sent without the middleware of the AWS SDK, which takes about four fifths of the CPU of such a
 * call. Connections, timeouts, credentials and signatures are those of the SDK.
 *
 * Only clear answers end such a call. All others are left to the SDK, which knows when to repeat a call, refresh
 * credentials, follow a bucket to its region or correct its clock.
 */
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { GetObjectCommand, S3ServiceException, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { SignatureV4 } from '@smithy/signature-v4'
import { storeLimits } from '../config/limits.ts'
import { metrics } from '../observability/metrics.ts'
import { bodySha256 } from './body-sha256.ts'
import { beginCall } from './calls-under-way.ts'
import { discardAnswer } from './early-answers.ts'
import { readListPage, type ListPage } from './list-page.ts'
import { createSigner, isTimeout, StoreTimeoutError, type StoreAddress, type StoreTimeouts } from './s3-client.ts'

const methods = {
  GetObject: 'GET',
  HeadObject: 'HEAD',
  PutObject: 'PUT',
  DeleteObject: 'DELETE',
  ListObjectsV2: 'GET',
} as const

/** One call for one object, or for a part of a listing. */
export interface ObjectCall {
  operation: keyof typeof methods
  /** Empty: the bucket. */
  key: string
  query?: Record<string, string>
  body?: Uint8Array
  /** Header fields of the request, names in lower case. */
  headers?: Record<string, string>
}

/** Statuses that are answers about the object. */
const aboutObject = new Set([404, 409, 412])

/** Sends calls for objects of one bucket. */
export class DirectCalls {
  readonly #client: S3Client
  readonly #config: StoreAddress
  readonly #timeouts: StoreTimeouts
  readonly #signer: SignatureV4
  #bucketUrl: Promise<URL> | null = null

  /** @param client sends what gets no clear answer; its connections, credentials and clock are used. */
  constructor(client: S3Client, config: StoreAddress, timeouts: StoreTimeouts) {
    this.#client = client
    this.#config = config
    this.#timeouts = timeouts
    const { credentials, sha256 } = client.config
    const region = config.SEINE_S3_REGION
    // Keys are encoded once in the path; S3 is the one service that signs paths as they are.
    this.#signer = new SignatureV4({ service: 's3', region, credentials, sha256, uriEscapePath: false })
  }

  /**
   * Sends a call, and repeats it through the SDK when the answer is not clear.
   * @param repeat sends the same call through the SDK and returns the body of the answer.
   * @returns the body of the answer; null when it has none.
   * @throws S3ServiceException for an answer about the object (404, 409, 412); its `$metadata.attempts` counts all tries.
   * @throws StoreTimeoutError when a timeout ended the try; it is not repeated.
   */
  async send(call: ObjectCall, repeat: () => Promise<Readable | null>): Promise<Readable | null> {
    const answer = await this.#try(call)
    if (answer !== null) return answer.body
    await sleep(Math.random() * storeLimits.repeatPauseMs)
    try {
      return await repeat()
    } catch (error) {
      if (error instanceof S3ServiceException) error.$metadata.attempts = 1 + (error.$metadata.attempts ?? 1)
      throw error
    }
  }

  /**
   * Lists a part of the bucket.
   * @param query of `ListObjectsV2`.
   * @param read reads the body of the answer.
   * @returns null when the answer is not clear.
   * @throws StoreTimeoutError when a timeout ended the call; the error of `read` for the same reason.
   */
  async list(query: Record<string, string>, read: (body: Readable) => Promise<Uint8Array>): Promise<ListPage | null> {
    const answer = await this.#try({ operation: 'ListObjectsV2', key: '', query: { 'list-type': '2', ...query } })
    if (answer?.body === undefined || answer.body === null) return null
    try {
      return readListPage(Buffer.from(await read(answer.body)).toString())
    } catch (error) {
      if (isTimeout(error)) throw error
      return null
    }
  }

  /** Sends a call once. @returns null when the answer is not clear. */
  async #try(objectCall: ObjectCall): Promise<{ body: Readable | null } | null> {
    const { operation } = objectCall
    const request = await this.#signed(objectCall)
    const call = beginCall(operation, this.#timeouts.requestMs)
    const startedMs = performance.now()
    const count = (outcome: 'ok' | 'failed'): void => {
      metrics.storeRequests.inc({ operation, outcome })
      metrics.storeSeconds.observe({ operation }, (performance.now() - startedMs) / 1_000)
    }
    try {
      const { response } = await this.#client.config.requestHandler.handle(request)
      const { statusCode: status } = response
      const answer = response.body as Readable
      const isSuccess = status >= 200 && status < 300
      const isClear = isSuccess || (objectCall.key !== '' && aboutObject.has(status))
      if (isClear) count('ok')
      if (isSuccess && methods[operation] === 'GET') return { body: answer }
      discardAnswer(answer)
      if (isSuccess) return { body: null }
      if (!isClear) return null
      throw new S3ServiceException({
        name: `Status${status}`,
        message: `the store answered ${operation} with status ${status}`,
        $fault: 'client',
        $metadata: { httpStatusCode: status, attempts: 1 },
      })
    } catch (error) {
      if (error instanceof S3ServiceException) throw error
      if (!isTimeout(error)) return null
      count('failed')
      metrics.storeTimeouts.inc({ operation })
      throw new StoreTimeoutError(error.message)
    } finally {
      call.end()
    }
  }

  async #signed({ operation, key, query = {}, body, headers = {} }: ObjectCall) {
    const url = await this.#bucket()
    const { systemClockOffset } = this.#client.config
    return await this.#signer.sign(
      {
        method: methods[operation],
        protocol: url.protocol,
        hostname: url.hostname,
        ...(url.port === '' ? {} : { port: Number(url.port) }),
        path: `${url.pathname}${encodedKey(key)}`,
        query,
        headers: {
          ...headers,
          host: url.host,
          'x-amz-content-sha256': await bodySha256(body ?? new Uint8Array()),
          ...(body === undefined ? {} : { 'content-length': String(body.byteLength) }),
        },
        body,
      },
      { signingDate: new Date(Date.now() + systemClockOffset) },
    )
  }

  /** Returns the URL of the bucket, with a trailing slash, as the SDK derives it from endpoint and region. */
  async #bucket(): Promise<URL> {
    this.#bucketUrl ??= bucketUrl(this.#config)
    try {
      return await this.#bucketUrl
    } catch (error) {
      // Without credentials, for example; the next call tries again.
      this.#bucketUrl = null
      throw error
    }
  }
}

/** Returns the URL of the bucket of a configuration, with a trailing slash. */
export async function bucketUrl(config: StoreAddress): Promise<URL> {
  const signer = createSigner(config, config.SEINE_S3_ENDPOINT)
  try {
    const url = new URL(await getSignedUrl(signer, new GetObjectCommand({ Bucket: config.SEINE_S3_BUCKET, Key: 'k' })))
    return new URL(url.pathname.slice(0, -1), url.origin)
  } finally {
    signer.destroy()
  }
}

/** Encodes a key by RFC 3986; its slashes stay. */
const encodedKey = (key: string): string =>
  encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
