/**
 * Starts the workflows that copy the archives of an ended job to its delivery targets. As for notifications, the job
 * does not wait for them.
 */
import { patched, startChild } from '@temporalio/workflow'
import { targetDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import type { JobWorkflowInput } from '@seine/shared/temporal/shapes.ts'
import { targetDelivery } from '../delivery/target-delivery.ts'
import { detached, startAside } from './receivers.ts'

/** The part of a job's input that deliveries need. */
type DeliveredJob = Pick<JobWorkflowInput, 'jobId' | 'tenant' | 'deliverTo'>

/** Starts a delivery for each target of a job whose record is in the store. Never throws. */
export async function startDeliveries(job: DeliveredJob): Promise<void> {
  // Workers of an older release ignore the targets of a job.
  if ((job.deliverTo ?? []).length === 0 || !patched('delivery-targets')) return
  await startEach(job, 'REJECT_DUPLICATE')
}

/** Starts the deliveries again that are not running. Never throws. */
export async function deliverAgain(job: DeliveredJob): Promise<void> {
  await startEach(job, 'ALLOW_DUPLICATE')
}

async function startEach(
  job: DeliveredJob,
  workflowIdReusePolicy: 'REJECT_DUPLICATE' | 'ALLOW_DUPLICATE',
): Promise<void> {
  const { jobId, tenant, deliverTo = [] } = job
  for (const target of deliverTo) {
    await startAside(() =>
      startChild(targetDelivery, {
        ...detached(job),
        workflowIdReusePolicy,
        workflowId: targetDeliveryIdOf(jobId, target),
        args: [{ jobId, tenant, target }],
        staticSummary: `delivery to ${target} · ${jobId}`,
        staticDetails: `copies the archives of \`${jobId}\` to the delivery target \`${target}\`; its state is in the status of the job`,
      }),
    )
  }
}
