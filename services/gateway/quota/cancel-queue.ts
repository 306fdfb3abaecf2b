/**
 * Limits concurrent cancels in the gateway: a tenant's cancels run a few at a time, each until its job has ended or the
 * wait is over. Otherwise the steps that end a thousand jobs at once would queue before every step of other tenants'
 * jobs, because Temporal dispatches them in order of arrival.
 */
import { FairSemaphore } from '@seine/activities/threads/fair-semaphore.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { ApiError } from '../http/api-error.ts'

interface TenantCancels {
  limit: FairSemaphore
  /** Number of cancels that wait or run. */
  length: number
}

/** A cancel stays queued when its caller disconnects, because the request has been received. */
const never = new AbortController().signal

const queueFull = (): ApiError =>
  new ApiError('rate_limited', `${gatewayLimits.cancelQueueMax} cancels of this tenant are already waiting`)

export class CancelQueue {
  readonly #tenants = new Map<string, TenantCancels>()

  /**
   * Runs a tenant's cancel once few enough of its cancels run.
   * @throws ApiError `rate_limited` when too many wait; the errors of the cancel.
   */
  async take<T>(tenant: string, cancel: () => Promise<T>): Promise<T> {
    const cancels = this.#tenants.get(tenant) ?? { limit: new FairSemaphore(gatewayLimits.cancelsAtOnce), length: 0 }
    if (cancels.length >= gatewayLimits.cancelQueueMax) throw queueFull()
    this.#tenants.set(tenant, cancels)
    cancels.length += 1
    try {
      return await cancels.limit.run(never, cancel)
    } finally {
      cancels.length -= 1
      if (cancels.length === 0) this.#tenants.delete(tenant)
    }
  }
}
