/**
 * Limits concurrent cancels in the gateway: a tenant's cancels run a few at a time, each until its job has ended or the
 * wait is over. Otherwise the steps that end a thousand jobs at once would queue before every step of other tenants'
 * jobs, because Temporal dispatches them in order of arrival.
 */
import { Turns } from '@seine/activities/threads/turns.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { ApiError } from '../http/api-error.ts'

interface Line {
  turns: Turns
  /** Number of cancels that wait or run. */
  length: number
}

/** A cancel stays queued when its caller disconnects, because the request has been received. */
const never = new AbortController().signal

const lineTooLong = (): ApiError =>
  new ApiError('rate_limited', `${gatewayLimits.cancelLineMax} cancels of this tenant wait already`)

export class CancelQueue {
  readonly #lines = new Map<string, Line>()

  /**
   * Waits for the turn of a tenant's cancel, then runs it.
   * @throws ApiError `rate_limited` when too many wait; the errors of the cancel.
   */
  async take<T>(tenant: string, cancel: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(tenant) ?? { turns: new Turns(gatewayLimits.cancelsAtOnce), length: 0 }
    if (line.length >= gatewayLimits.cancelLineMax) throw lineTooLong()
    this.#lines.set(tenant, line)
    line.length += 1
    try {
      return await line.turns.take(never, cancel)
    } finally {
      line.length -= 1
      if (line.length === 0) this.#lines.delete(tenant)
    }
  }
}
