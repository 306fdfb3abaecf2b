/**
 * Prepares Temporal for Seine: the namespace, the search attributes, and the version of the workers that gets new jobs.
 * Every step may be repeated at any time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '@temporalio/client'
import { temporalLimits } from '../config/limits.ts'
import type { Logger } from '../observability/logger.ts'
import { searchAttributes } from './names.ts'

/** Thrown when the existing state contradicts the required one; the message says what to do. */
export class PreparationError extends Error {
  override readonly name = 'PreparationError'
}

type Log = Pick<Logger, 'info' | 'warn'>

/** Types of search attributes by their number on the wire (`temporal.api.enums.v1.IndexedValueType`). */
const indexedValueTypes = { Keyword: 2, Int: 3 } as const

/** gRPC statuses (https://grpc.github.io/grpc/core/md_doc_statuscodes.html). */
const grpcStatus = {
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  unimplemented: 12,
  failedPrecondition: 9,
  unavailable: 14,
  deadlineExceeded: 4,
} as const

const statusOf = (error: unknown): unknown => (error as { code?: unknown }).code

/**
 * Repeats a request while its error may be temporary, such as that of a server that is starting.
 * @param signal ends the repetition. @throws the last error after that; any other error at once.
 */
async function patiently<T>(
  what: string,
  passing: readonly number[],
  log: Log,
  signal: AbortSignal,
  request: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!passing.includes(statusOf(error) as number) || signal.aborted) throw error
      log.warn({ reason: (error as Error).message }, `${what}: not yet`)
      await sleep(temporalLimits.connectRetryMs)
    }
  }
}

const away = [grpcStatus.unavailable, grpcStatus.deadlineExceeded]

/**
 * Ensures that the namespace exists.
 * @param retentionDays how long Temporal keeps closed workflows, if the namespace is created now; Seine itself keeps
 *   the results.
 */
export async function prepareNamespace(
  connection: Connection,
  namespace: string,
  retentionDays: number,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const request = {
    namespace,
    // The types require a class for 64-bit numbers; the protocol accepts any number.
    workflowExecutionRetentionPeriod: { seconds: (retentionDays * 86_400) as never },
  }
  await patiently('the namespace', away, log, signal, async () => {
    try {
      await connection.workflowService.registerNamespace(request)
      log.info({ namespace, retentionDays }, 'the namespace has been created')
    } catch (error) {
      // Where others create namespaces, as in Temporal Cloud, it may exist nevertheless.
      if (statusOf(error) === grpcStatus.permissionDenied) {
        await connection.workflowService.describeNamespace({ namespace }).catch(() => {
          throw error
        })
      } else if (statusOf(error) !== grpcStatus.alreadyExists) throw error
      log.info({ namespace }, 'the namespace exists already')
    }
  })
}

/** Returns the missing search attributes. @throws PreparationError when one exists with another type. */
function missingAttributes(known: ReadonlyMap<string, number>, namespace: string) {
  return Object.entries(searchAttributes).filter(([name, type]) => {
    const present = known.get(name)
    if (present !== undefined && present !== indexedValueTypes[type]) {
      throw new PreparationError(
        `the search attribute ${name} exists, but is not of type ${type}: remove it from ${namespace}`,
      )
    }
    return present === undefined
  })
}

/**
 * Registers the missing search attributes; without them no job can be started. Without the permission, it logs a
 * warning and continues.
 * @throws PreparationError when one exists with another type.
 */
export async function prepareSearchAttributes(
  connection: Connection,
  namespace: string,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  // A new namespace is known to all services only after a moment. Some servers refuse to register an attribute that
  // another process has registered meanwhile; listing them again shows what is still missing.
  const passing = [...away, grpcStatus.notFound, grpcStatus.alreadyExists]
  const registering = patiently('search attributes', passing, log, signal, async () => {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace })
    const missing = missingAttributes(new Map(Object.entries(customAttributes ?? {})), namespace)
    if (missing.length > 0) {
      const wanted = Object.fromEntries(missing.map(([name, type]) => [name, indexedValueTypes[type]]))
      await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: wanted })
    }
    return missing.map(([name]) => name)
  })
  try {
    log.info({ registered: await registering }, 'the search attributes exist')
  } catch (error) {
    const isForbidden = [grpcStatus.permissionDenied, grpcStatus.unimplemented].some((code) => code === statusOf(error))
    if (!isForbidden) throw error
    const reason = (error as Error).message
    log.warn(
      { reason, needed: searchAttributes },
      'this client may not create search attributes: make sure that they exist',
    )
  }
}

/**
 * Routes new jobs to a version of the workers. Waits for its workers: the server refuses a version that does not poll
 * every queue of the previous one.
 */
export async function makeVersionCurrent(
  connection: Connection,
  namespace: string,
  version: { deploymentName: string; buildId: string },
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const passing = [...away, grpcStatus.notFound, grpcStatus.failedPrecondition]
  await patiently('the current version', passing, log, signal, async () => {
    await connection.workflowService.setWorkerDeploymentCurrentVersion({ namespace, ...version })
  })
  log.info(version, 'new jobs go to this version')
}
