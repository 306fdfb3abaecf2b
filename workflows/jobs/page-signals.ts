/** Signals the number of finished pages of a job to its chain of webhook events. */
import { getExternalWorkflowHandle } from '@temporalio/workflow'
import { webhookDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import type { JobWorkflowInput } from '@seine/shared/temporal/shapes.ts'
import { pagesDue } from '../delivery/webhook-signals.ts'

/**
 * Sends signals without blocking the run: one signal is in transit at a time, and the next one covers everything since.
 * The chain receives the last number in any case, when the job ends.
 */
export class PageSignals {
  #chainId: string | null
  #finished = 0
  #sent = 0
  #isSending = false

  /** @param input of a run; without a webhook that receives `page` events, no signal is ever sent. */
  constructor({ jobId, notify }: JobWorkflowInput) {
    this.#chainId = notify?.webhook?.page === true ? webhookDeliveryIdOf(jobId) : null
  }

  /** @param finishedPages pages of the job so far, completed and failed. */
  update(finishedPages: number): void {
    this.#finished = finishedPages
    if (this.#chainId !== null && !this.#isSending) void this.#catchUp(this.#chainId)
  }

  async #catchUp(chainId: string): Promise<void> {
    this.#isSending = true
    try {
      while (this.#sent < this.#finished) {
        const finishedPages = this.#finished
        await getExternalWorkflowHandle(chainId).signal(pagesDue, { finishedPages })
        this.#sent = finishedPages
      }
    } catch {
      // The chain has ended, for example because its receiver is gone, or the run was cancelled. No further signal is
      // sent.
      this.#chainId = null
    } finally {
      this.#isSending = false
    }
  }
}
