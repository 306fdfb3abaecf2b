/** Distinguishes faults of the object store from answers about an object. */
import { S3ServiceException } from '@aws-sdk/client-s3'

/** Thrown when the store cannot be reached or refuses service. A retry is sensible; the gateway answers 503. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}

/**
 * Returns true when the call got no answer: a socket failed, or a timeout ended it. Returns false when the store
 * refused in any form, when its answers are inconsistent, and for faults of this process.
 */
export function isSilence({ cause }: StoreUnavailableError): boolean {
  if (!(cause instanceof Error)) return false
  const { $metadata, name, code } = cause as Error & { $metadata?: { httpStatusCode?: number }; code?: string }
  if ($metadata?.httpStatusCode !== undefined) return false
  return name === 'TimeoutError' || name === 'StoreTimeoutError' || /^E(?!RR_)[A-Z_]+$/.test(code ?? '')
}

/** Returns code and HTTP status of an error that a store answered; null for any other error. */
export const storeAnswerOf = (error: unknown): { code: string; status: number | null } | null =>
  error instanceof S3ServiceException ? { code: error.name, status: error.$metadata.httpStatusCode ?? null } : null

/** Returns true for an answer of the store with one of these HTTP statuses. */
export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0)

/**
 * Runs one call and turns every fault that is not an answer about the object into StoreUnavailableError.
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
