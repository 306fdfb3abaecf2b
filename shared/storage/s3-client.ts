/**
 * Clients of the S3 API: each try of a call has timeouts, and each call is counted.
 *
 * A try that a timeout has ended is not repeated here: whoever called knows whether to wait for a mute store.
 */
import { S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../config/config.ts'
import { storeLimits } from '../config/limits.ts'
import { metrics } from '../observability/metrics.ts'
import { beginCall } from './calls-under-way.ts'
import { isStatus } from './store-errors.ts'

/** Where the store is. */
export type StoreAddress = Pick<
  Config,
  | 'SEINE_S3_ENDPOINT'
  | 'SEINE_S3_PUBLIC_ENDPOINT'
  | 'SEINE_S3_REGION'
  | 'SEINE_S3_BUCKET'
  | 'SEINE_S3_ACCESS_KEY_ID'
  | 'SEINE_S3_SECRET_ACCESS_KEY'
>

/** Where the store is, and how long it is waited for; what is left out has its default. */
export type StoreConfig = StoreAddress &
  Partial<Pick<Config, 'SEINE_S3_CONNECT_TIMEOUT_MS' | 'SEINE_S3_SOCKET_TIMEOUT_MS' | 'SEINE_S3_REQUEST_TIMEOUT_MS'>>

/** Timeouts of one try of a call, milliseconds. */
export interface StoreTimeouts {
  /** Until there is a connection, the wait for a free one included. */
  connectMs: number
  /** Without a byte in either direction. */
  socketMs: number
  /** From the request, its body included, to the beginning of the answer. */
  requestMs: number
}

/** The timeouts of a configuration. */
export const timeoutsOf = (config: StoreConfig): StoreTimeouts => ({
  connectMs: config.SEINE_S3_CONNECT_TIMEOUT_MS ?? storeLimits.connectTimeoutMsDefault,
  socketMs: config.SEINE_S3_SOCKET_TIMEOUT_MS ?? storeLimits.socketTimeoutMsDefault,
  requestMs: config.SEINE_S3_REQUEST_TIMEOUT_MS ?? storeLimits.requestTimeoutMsDefault,
})

/** A try of a call was ended by a timeout. It has no cause on purpose: the SDK would take it for a reason to repeat. */
class StoreTimeoutError extends Error {
  override readonly name = 'StoreTimeoutError'
}

/** Name of the S3 operation of a call. */
const operationOf = ({ commandName = 'Command' }: { commandName?: string }): string =>
  commandName.replace(/Command$/, '')

/** Whether a timeout has ended a try; the handler gives connections that were reset the same name. */
export function isTimeout(error: unknown): error is Error {
  const { name, code } = error as NodeJS.ErrnoException
  return name === 'TimeoutError' && code !== 'ECONNRESET' && code !== 'EPIPE'
}

/** Has calls that a timeout has ended fail at once. */
function impatient(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        if (!isTimeout(error)) throw error
        metrics.storeTimeouts.inc({ operation: operationOf(context) })
        throw new StoreTimeoutError(error.message)
      }
    },
    // Inside the repeats.
    { step: 'finalizeRequest', priority: 'low', name: 'endAtTimeout' },
  )
}

/** Counts every call of a client, whatever it is for. */
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
        // Looking for what is not there, and losing a race for a name, are answers.
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
 * A client of the S3 API that neither counts nor waits: for signing.
 * @param endpoint empty = AWS.
 */
export function createSigner(config: StoreAddress, endpoint: string): S3Client {
  return new S3Client(clientOptions(config, endpoint))
}

/** A client of the store of a configuration. */
export function createS3Client(config: StoreConfig, timeouts: StoreTimeouts): S3Client {
  const client = new S3Client({
    ...clientOptions(config, config.SEINE_S3_ENDPOINT),
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      socketTimeout: timeouts.socketMs,
      requestTimeout: timeouts.requestMs,
      // Without this the handler warns and goes on waiting.
      throwOnRequestTimeout: true,
    },
  })
  impatient(client)
  counted(client, timeouts)
  return client
}

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
  // Stores other than AWS may keep the framing of trailing checksums inside stream bodies.
  requestChecksumCalculation: 'WHEN_REQUIRED' as const,
  responseChecksumValidation: 'WHEN_REQUIRED' as const,
  maxAttempts: 3,
})
