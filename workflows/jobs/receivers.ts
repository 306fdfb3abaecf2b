/**
 * Starts the workflows that send the notifications of a job. They are child workflows that the job does not wait for,
 * and that neither the end of the job nor its cancellation affects.
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
import type { FinaliseResult, JobEnded, JobWorkflowInput, UnrecordedEnd } from '@seine/shared/temporal/shapes.ts'
import { afterJobEnded, firstState } from '../delivery/delivery-chain.ts'
import { emailDelivery } from '../delivery/email-delivery.ts'
import { webhookDelivery } from '../delivery/webhook-delivery.ts'
import { jobEnded } from '../delivery/webhook-signals.ts'

const tenant = defineSearchAttributeKey('Tenant', SearchAttributeType.KEYWORD)

/** The part of a job's input that notifications need. */
type NotifiedJob = Pick<JobWorkflowInput, 'jobId' | 'tenant' | 'notify'>

/** Starts the chain of webhook events if the job has a webhook. Never throws: the job continues without it. */
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
      staticDetails: `events of \`${jobId}\`; receiver and headers are sealed. The API lists every try under the webhook deliveries of the job`,
    }),
  )
}

/** Notifies the receivers of the end of a job whose final status is in the store. Never throws. */
export async function notifyEnd(
  input: JobWorkflowInput,
  { completed, failed }: FinaliseResult,
  outcome: JobEnded['outcome'],
): Promise<void> {
  await signalChain(input, { finishedPages: completed + failed, outcome })
  await startMail(input, outcome, undefined)
}

/**
 * Notifies the receivers of the end of a job whose record could not be written: of the pages that were due, and of its
 * failure. Never throws.
 */
export async function notifyUnrecordedEnd(
  input: JobWorkflowInput,
  outcome: JobEnded['outcome'],
  unrecorded: UnrecordedEnd,
): Promise<void> {
  await signalChain(input, { finishedPages: 0, outcome, unrecorded })
  await startMail(input, outcome, unrecorded)
}

/**
 * Ends the chain of a job without a final status: events that were due are sent, as for a cancelled job. Never throws.
 */
export async function notifyNoEnd(input: JobWorkflowInput): Promise<void> {
  await signalChain(input, { finishedPages: 0, outcome: 'cancelled' })
}

/**
 * Notifies the receivers that do not know of the end of a job that was finalised again: through the running chain, or
 * through a new one that continues where the old one ended. A mail that was sent is not sent again. Never throws.
 */
export async function notifyAgain(
  input: NotifiedJob,
  result: FinaliseResult,
  outcome: JobEnded['outcome'],
): Promise<void> {
  const { completed, failed, untold } = result
  const finishedPages = completed + failed
  const plan = input.notify?.webhook ?? null
  if (plan !== null && untold !== undefined && (outcome !== 'cancelled' || plan.cancelled === true)) {
    const isRunning = await signalChain(input, { finishedPages, outcome })
    const state = afterJobEnded({ ...firstState(plan), ...untold }, plan, { finishedPages, outcome })
    const { jobId, tenant: owner } = input
    if (!isRunning) {
      await startAside(() =>
        startChild(webhookDelivery, {
          ...detached(input),
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          workflowId: webhookDeliveryIdOf(jobId),
          args: [{ jobId, tenant: owner, plan, jobEndsByMs: Date.now(), state, outcome }],
          staticSummary: `webhooks · ${jobId}`,
          staticDetails: `end events of \`${jobId}\`, which was finalised again; receiver and headers are sealed`,
        }),
      )
    }
  }
  await startMail(input, outcome, undefined, 'ALLOW_DUPLICATE')
}

async function startMail(
  input: NotifiedJob,
  outcome: JobEnded['outcome'],
  unrecorded: UnrecordedEnd | undefined,
  workflowIdReusePolicy: 'REJECT_DUPLICATE' | 'ALLOW_DUPLICATE' = 'REJECT_DUPLICATE',
): Promise<void> {
  if (input.notify?.email !== true || outcome === 'cancelled') return
  const { jobId, tenant: owner } = input
  await startAside(() =>
    startChild(emailDelivery, {
      ...detached(input),
      workflowIdReusePolicy,
      workflowId: emailDeliveryIdOf(jobId),
      args: [{ jobId, tenant: owner, ...(unrecorded === undefined ? {} : { unrecorded }) }],
      staticSummary: `mail · ${jobId}`,
      staticDetails: `mail about the end of \`${jobId}\`; the address is sealed`,
    }),
  )
}

/** @returns false when no chain is running. */
async function signalChain(input: NotifiedJob, ended: JobEnded): Promise<boolean> {
  if (input.notify?.webhook == null) return false
  try {
    await getExternalWorkflowHandle(webhookDeliveryIdOf(input.jobId)).signal(jobEnded, ended)
    return true
  } catch (error) {
    log.debug('the chain of webhook events ended before its job', { error: String(error) })
    return false
  }
}

/** Common options of the child workflows: neither the end of the job nor its cancellation affects them. */
export const detached = (input: Pick<JobWorkflowInput, 'tenant'>) =>
  ({
    parentClosePolicy: ParentClosePolicy.ABANDON,
    cancellationType: ChildWorkflowCancellationType.ABANDON,
    // When an operator resets a job, its notifications are not sent twice.
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    typedSearchAttributes: [{ key: tenant, value: input.tenant }],
  }) satisfies ChildWorkflowOptions

/** Starts a workflow of a job whose end does not depend on it: never throws. */
export async function startAside(start: () => Promise<unknown>): Promise<void> {
  try {
    await CancellationScope.nonCancellable(start)
  } catch (error) {
    log.warn('a job could not start a workflow beside it', { error: String(error) })
  }
}
