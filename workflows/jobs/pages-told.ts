/** Tells the chain of webhook events how many pages of a job have come to their end. */
import { getExternalWorkflowHandle } from '@temporalio/workflow'
import { webhookDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import type { JobWorkflowInput } from '@seine/shared/temporal/shapes.ts'
import { pagesDue } from '../delivery/webhook-signals.ts'

/**
 * Signals without holding anything up: one signal is under way at a time, and the next tells of
 * everything since. The last number reaches the chain in any case, when the job ends.
 */
export class PagesTold {
  #chainId: string | null
  #finished = 0
  #told = 0
  #isTelling = false

  /** @param input of a run; without a webhook that wants pages nothing is ever told. */
  constructor({ jobId, notify }: JobWorkflowInput) {
    this.#chainId = notify?.webhook?.page === true ? webhookDeliveryIdOf(jobId) : null
  }

  /** @param finishedPages pages of the job so far, completed and failed. */
  tell(finishedPages: number): void {
    this.#finished = finishedPages
    if (this.#chainId !== null && !this.#isTelling) void this.#catchUp(this.#chainId)
  }

  async #catchUp(chainId: string): Promise<void> {
    this.#isTelling = true
    try {
      while (this.#told < this.#finished) {
        const finishedPages = this.#finished
        await getExternalWorkflowHandle(chainId).signal(pagesDue, { finishedPages })
        this.#told = finishedPages
      }
    } catch {
      // The chain has ended, for its receiver is gone; or the run was cancelled. Either way that is all.
      this.#chainId = null
    } finally {
      this.#isTelling = false
    }
  }
}
