/**
 * Clients of the S3 API: each try of a call has timeouts, and each call is counted.
 *
 * A try that a timeout has ended is not repeated here; the caller decides whether to wait for a store that does not
 * answer.
 */
import { S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../config/config.ts'
import { storeLimits } from '../config/limits.ts'
import { metrics } from '../observability/metrics.ts'
import { beginCall } from './calls-under-way.ts'
import { closesEarlyAnswered } from './early-answers.ts'
import { isStatus } from './store-errors.ts'

/** The address of the store. */
export type StoreAddress = Pick<
  Config,
  | 'SEINE_S3_ENDPOINT'
  | 'SEINE_S3_PUBLIC_ENDPOINT'
  | 'SEINE_S3_REGION'
  | 'SEINE_S3_BUCKET'
  | 'SEINE_S3_ACCESS_KEY_ID'
  | 'SEINE_S3_SECRET_ACCESS_KEY'
>

/** The address of the store and its timeouts; absent timeouts have their defaults. */
export type StoreConfig = StoreAddress &
  Partial<Pick<Config, 'SEINE_S3_CONNECT_TIMEOUT_MS' | 'SEINE_S3_SOCKET_TIMEOUT_MS' | 'SEINE_S3_REQUEST_TIMEOUT_MS'>>

/** A bucket that is not the service's own store. */
export interface ForeignBucket {
  /** Empty: AWS. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** True: the bucket is in the path of URLs; false: in their host name. */
  pathStyle: boolean
}

/** Timeouts of one try of a call, milliseconds. */
export interface StoreTimeouts {
  /** Until a connection is established, including the wait for a free one. */
  connectMs: number
  /** Without a byte in either direction. */
  socketMs: number
  /** From the request, its body included, to the start of the answer. */
  requestMs: number
}

/** Returns the timeouts of a configuration. */
export const timeoutsOf = (config: StoreConfig): StoreTimeouts => ({
  connectMs: config.SEINE_S3_CONNECT_TIMEOUT_MS ?? storeLimits.connectTimeoutMsDefault,
  socketMs: config.SEINE_S3_SOCKET_TIMEOUT_MS ?? storeLimits.socketTimeoutMsDefault,
  requestMs: config.SEINE_S3_REQUEST_TIMEOUT_MS ?? storeLimits.requestTimeoutMsDefault,
})

/** Thrown when a timeout ends a try of a call. It deliberately has no cause: the SDK would retry because of it. */
export class StoreTimeoutError extends Error {
  override readonly name = 'StoreTimeoutError'
}

/** Returns the name of the S3 operation of a call. */
const operationOf = ({ commandName = 'Command' }: { commandName?: string }): string =>
  commandName.replace(/Command$/, '')

/** Returns whether a timeout has ended a try; the handler gives the same name to connections that were reset. */
export function isTimeout(error: unknown): error is Error {
  const { name, code } = error as NodeJS.ErrnoException
  return name === 'TimeoutError' && code !== 'ECONNRESET' && code !== 'EPIPE'
}

/** Makes calls fail immediately when a timeout has ended a try. */
function impatient(client: S3Client, noteTimeout: (operation: string) => void): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        if (!isTimeout(error)) throw error
        noteTimeout(operationOf(context))
        throw new StoreTimeoutError(error.message)
      }
    },
    // Inside the retry middleware.
    { step: 'finalizeRequest', priority: 'low', name: 'endAtTimeout' },
  )
}

/** Counts every call of a client. */
function counted(client: S3Client, { requestMs }: StoreTimeouts): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = operationOf(context)
      const call = beginCall(operation, requestMs)
      const startedMs = performance.now()
      try {
        const answer = await next(args)
        metrics.storeRequests.inc({ operation, outcome: 'ok' })
        return answer
      } catch (error) {
        // A missing object and a lost race for a name are answers, not failures.
        const isAnswer = [304, 404, 409, 412].some((status) => isStatus(error, status))
        metrics.storeRequests.inc({ operation, outcome: isAnswer ? 'ok' : 'failed' })
        throw error
      } finally {
        call.end()
        metrics.storeSeconds.observe({ operation }, (performance.now() - startedMs) / 1_000)
      }
    },
    { step: 'initialize', name: 'countRequests' },
  )
}

/**
 * Creates a client for signing, which neither counts calls nor has timeouts.
 * @param endpoint empty: AWS.
 */
export function createSigner(config: StoreAddress, endpoint: string): S3Client {
  return new S3Client(clientOptions(config, endpoint))
}

/** Creates a client for the store of a configuration. */
export function createS3Client(config: StoreConfig, timeouts: StoreTimeouts): S3Client {
  const client = new S3Client({
    ...clientOptions(config, config.SEINE_S3_ENDPOINT),
    requestHandler: handlerOptions(timeouts),
  })
  closesEarlyAnswered(client)
  impatient(client, (operation) => metrics.storeTimeouts.inc({ operation }))
  counted(client, timeouts)
  return client
}

/** Creates a client for a bucket that is not the own store: its calls are not counted among those of the store. */
export function createForeignClient(bucket: ForeignBucket, timeouts: StoreTimeouts): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, pathStyle } = bucket
  const client = new S3Client({
    region,
    ...(endpoint === '' ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    ...commonOptions,
    requestHandler: handlerOptions(timeouts),
  })
  closesEarlyAnswered(client)
  impatient(client, () => undefined)
  return client
}

const handlerOptions = (timeouts: StoreTimeouts) => ({
  connectionTimeout: timeouts.connectMs,
  socketTimeout: timeouts.socketMs,
  requestTimeout: timeouts.requestMs,
  // Without this, the handler only warns and continues to wait.
  throwOnRequestTimeout: true,
})

const commonOptions = {
  // Stores other than AWS may store the framing of trailing checksums as part of stream bodies.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: 3,
} as const

const clientOptions = (config: StoreAddress, endpoint: string) => ({
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
  ...commonOptions,
})
