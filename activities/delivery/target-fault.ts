/** Faults of delivery targets in words for callers: never addresses, names of buckets or credentials. */
import { deliveryLimits } from '@seine/shared/config/notify-limits.ts'
import { isTimeout } from '@seine/shared/storage/s3-client.ts'
import { storeAnswerOf } from '@seine/shared/storage/store-errors.ts'

/** Thrown when a target does not take a file; the message is for callers. A retry is sensible. */
export class TargetFaultError extends Error {
  override readonly name = 'TargetFaultError'
  /** Pause before the next try, milliseconds. */
  pauseMs: number = deliveryLimits.retryInitialMs
}

const namedErrors: Record<string, string> = {
  NoSuchBucket: 'the bucket of the target does not exist',
  InvalidAccessKeyId: 'the target does not know the access key that is configured',
  SignatureDoesNotMatch: 'the target refuses the secret of the access key that is configured',
  AccessDenied: 'the target denies access with the access key that is configured',
  BadDigest: 'a part arrived damaged at the target',
  PermanentRedirect: 'the bucket of the target is in another region than is configured',
  AuthorizationHeaderMalformed: 'the bucket of the target is in another region than is configured',
}

/** Yields an error and its causes. */
function* chain(error: unknown): Generator {
  for (let at = error; at != null; at = (at as { cause?: unknown }).cause) yield at
}

/** Describes the fault of a call of a target. */
export function targetFaultText(error: unknown): string {
  for (const each of chain(error)) {
    if (each instanceof TargetFaultError) return each.message
    const answer = storeAnswerOf(each)
    if (answer !== null) {
      const named = namedErrors[answer.code]
      if (named !== undefined) return named
      if (answer.status === 403) return namedErrors['AccessDenied']!
      if (answer.status !== null) return `the target answered with status ${answer.status}`
    }
    const { name, code } = each as { name?: string; code?: string }
    if (name === 'StoreTimeoutError' || isTimeout(each)) return 'the target did not answer in time'
    if (typeof code === 'string' && /^E[A-Z_]{2,30}$/.test(code)) return `the target cannot be reached (${code})`
  }
  return 'the target did not accept a file'
}
