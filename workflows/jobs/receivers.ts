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
import type { FinaliseResult, JobEnded, JobWorkflowInput, UnrecordedEnd } from '@seine/shared/temporal/shapes.ts'
import { afterJobEnded, firstState } from '../delivery/delivery-chain.ts'
import { emailDelivery } from '../delivery/email-delivery.ts'
import { webhookDelivery } from '../delivery/webhook-delivery.ts'
import { jobEnded } from '../delivery/webhook-signals.ts'

const tenant = defineSearchAttributeKey('Tenant', SearchAttributeType.KEYWORD)

/** What is needed of a job for telling of it. */
type Told = Pick<JobWorkflowInput, 'jobId' | 'tenant' | 'notify'>

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
  await startMail(input, outcome, undefined)
}

/** Tells of the end of a job whose record could not be written: pages that were due, and that it failed. Never throws. */
export async function tellOfUnrecordedEnd(
  input: JobWorkflowInput,
  outcome: JobEnded['outcome'],
  unrecorded: UnrecordedEnd,
): Promise<void> {
  await tellChain(input, { finishedPages: 0, outcome, unrecorded })
  await startMail(input, outcome, unrecorded)
}

/** Lets the chain of a job end that has no final status: what was due is sent, as of a cancelled one. Never throws. */
export async function tellOfNoEnd(input: JobWorkflowInput): Promise<void> {
  await tellChain(input, { finishedPages: 0, outcome: 'cancelled' })
}

/**
 * Tells of the end of a job that was finalised again, whoever has not been told of it: a chain that still runs, or
 * a new one that goes on where it ended. A mail that has been sent is not sent again. Never throws.
 */
export async function tellAgain(input: Told, result: FinaliseResult, outcome: JobEnded['outcome']): Promise<void> {
  const { completed, failed, untold } = result
  const finishedPages = completed + failed
  const plan = input.notify?.webhook ?? null
  if (plan !== null && untold !== undefined && outcome !== 'cancelled') {
    const isRunning = await tellChain(input, { finishedPages, outcome })
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
          staticDetails: `the end of \`${jobId}\`, which was finalised again; receiver and headers are sealed`,
        }),
      )
    }
  }
  await startMail(input, outcome, undefined, 'ALLOW_DUPLICATE')
}

async function startMail(
  input: Told,
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
      staticDetails: `tells of the end of \`${jobId}\`; the address is sealed`,
    }),
  )
}

/** @returns false when no chain runs that could be told. */
async function tellChain(input: Told, ended: JobEnded): Promise<boolean> {
  if (input.notify?.webhook == null) return false
  try {
    await getExternalWorkflowHandle(webhookDeliveryIdOf(input.jobId)).signal(jobEnded, ended)
    return true
  } catch (error) {
    log.debug('the chain of webhook events had ended before its job', { error: String(error) })
    return false
  }
}

/** What the children have in common: neither the end of the job nor its cancellation touches them. */
const detached = (input: Told) =>
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
