/**
 * Whom a job tells of itself: starts the workflows that do so. They are children that nobody waits for,
 * and that neither the end of the job nor its cancellation touches.
 */
import {
  CancellationScope,
  type ChildWorkflowOptions,
  ChildWorkflowCancellationType,
  getExternalWorkflowHandle,
  log,
  ParentClosePolicy,
  startChild,
} from '@temporalio/workflow'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { emailDeliveryIdOf, webhookDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import type { FinaliseResult, JobEnded, JobWorkflowInput } from '@seine/shared/temporal/shapes.ts'
import { emailDelivery } from './email-delivery.ts'
import { webhookDelivery } from './webhook-delivery.ts'
import { jobEnded } from './webhook-signals.ts'

const tenant = defineSearchAttributeKey('Tenant', SearchAttributeType.KEYWORD)

/** Starts the chain of webhook events of a job that has one. Never throws: the job goes on without it. */
export async function startWebhooks(input: JobWorkflowInput): Promise<void> {
  const plan = input.notify?.webhook ?? null
  if (plan === null) return
  const { jobId, scheduleToCloseTimeoutSecs } = input
  const lastsMs = scheduleToCloseTimeoutSecs * 1_000 + temporalLimits.finaliseTimeoutMs + webhookLimits.jobEndGraceMs
  await startAside(() =>
    startChild(webhookDelivery, {
      ...detached(input),
      workflowId: webhookDeliveryIdOf(jobId),
      args: [{ jobId, tenant: input.tenant, plan, jobEndsByMs: Date.now() + lastsMs }],
      staticSummary: `webhooks · ${jobId}`,
      staticDetails: `events of \`${jobId}\`; receiver and headers are sealed. Every try: the API's list of webhook deliveries of the job`,
    }),
  )
}

/** Tells of the end of a job, whose final status is in the store by now. Never throws. */
export async function tellOfEnd(
  input: JobWorkflowInput,
  { completed, failed }: FinaliseResult,
  outcome: JobEnded['outcome'],
): Promise<void> {
  await tellChain(input, { finishedPages: completed + failed, outcome })
  if (input.notify?.email === true && outcome !== 'cancelled') {
    const { jobId } = input
    await startAside(() =>
      startChild(emailDelivery, {
        ...detached(input),
        workflowId: emailDeliveryIdOf(jobId),
        args: [{ jobId, tenant: input.tenant }],
        staticSummary: `mail · ${jobId}`,
        staticDetails: `tells of the end of \`${jobId}\`; the address is sealed`,
      }),
    )
  }
}

/** Lets the chain of a job end that has no final status: what was due is sent, as of a cancelled one. Never throws. */
export const tellOfNoEnd = async (input: JobWorkflowInput): Promise<void> =>
  await tellChain(input, { finishedPages: 0, outcome: 'cancelled' })

async function tellChain(input: JobWorkflowInput, ended: JobEnded): Promise<void> {
  if (input.notify?.webhook == null) return
  try {
    await getExternalWorkflowHandle(webhookDeliveryIdOf(input.jobId)).signal(jobEnded, ended)
  } catch (error) {
    log.debug('the chain of webhook events had ended before its job', { error: String(error) })
  }
}

/** What the children have in common: neither the end of the job nor its cancellation touches them. */
const detached = (input: JobWorkflowInput) =>
  ({
    parentClosePolicy: ParentClosePolicy.ABANDON,
    cancellationType: ChildWorkflowCancellationType.ABANDON,
    // A job that an operator resets tells nobody twice.
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    typedSearchAttributes: [{ key: tenant, value: input.tenant }],
  }) satisfies ChildWorkflowOptions

async function startAside(start: () => Promise<unknown>): Promise<void> {
  try {
    await CancellationScope.nonCancellable(start)
  } catch (error) {
    log.warn('a job could not start what tells of it', { error: String(error) })
  }
}
