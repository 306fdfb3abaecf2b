/**
 * Cancels in the gateway: a tenant's go a few at a time, each until its job has ended or has been waited for. The steps
 * that end a thousand jobs at once would stand before every step of other tenants' jobs, since Temporal hands those out
 * in the order in which they came.
 */
import { Turns } from '@seine/activities/threads/turns.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { ApiError } from '../http/api-error.ts'

interface Line {
  turns: Turns
  /** Cancels that wait or are under way. */
  length: number
}

/** A cancel whose caller has gone keeps its place: what it asked for is known. */
const never = new AbortController().signal

const lineTooLong = (): ApiError =>
  new ApiError('rate_limited', `${gatewayLimits.cancelLineMax} cancels of this tenant wait already`)

export class CancelLine {
  readonly #lines = new Map<string, Line>()

  /**
   * Waits for the turn of a tenant's cancel, and does it.
   * @throws ApiError `rate_limited` when too many wait; whatever the cancel throws.
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
