/**
 * Cancels the run of a job that has continued as new. The cancellation of a child workflow names the first run of its
 * chain, and the server drops it when that run has ended.
 */
import { CancellationScope, getExternalWorkflowHandle, log, patched } from '@temporalio/workflow'

/**
 * Passes the cancellation of the current scope on to the run that is current then.
 * @param workflowId of the run.
 * @returns a function that ends this, once the run has ended.
 */
export function cancelCurrentRun(workflowId: string): () => void {
  let isOver = false
  CancellationScope.current().cancelRequested.catch(async () => {
    // Jobs that older workers have cancelled sent no second request.
    if (isOver || !patched('cancel-current-run')) return
    try {
      await CancellationScope.nonCancellable(async () => await getExternalWorkflowHandle(workflowId).cancel())
    } catch (error) {
      log.debug('the run ended before it could be cancelled', { error: String(error) })
    }
  })
  return () => {
    isOver = true
  }
}
