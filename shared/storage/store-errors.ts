/** How faults of the object store are told apart from answers about an object. */
import { S3ServiceException } from '@aws-sdk/client-s3'

/** The store cannot be reached or refuses service; worth a retry, answered 503 by the gateway. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}

/**
 * True where the call got no answer: a socket that failed, or time that ran out. False where the store said no, in
 * whatever form, where its answers do not fit together, and for faults of this process.
 */
export function isSilence({ cause }: StoreUnavailableError): boolean {
  if (!(cause instanceof Error)) return false
  const { $metadata, name, code } = cause as Error & { $metadata?: { httpStatusCode?: number }; code?: string }
  if ($metadata?.httpStatusCode !== undefined) return false
  return name === 'TimeoutError' || name === 'StoreTimeoutError' || /^E(?!RR_)[A-Z_]+$/.test(code ?? '')
}

/** True for an answer of the store with one of these HTTP statuses. */
export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0)

/**
 * Runs one call and turns every fault that is not an answer about the object into unavailability.
 * @param what the call in words, for the message.
 */
export async function guarded<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isStatus(error, 404, 412, 409)) throw error
    throw new StoreUnavailableError(`object store: ${what} failed`, { cause: error })
  }
}
