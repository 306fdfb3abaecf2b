/** Reads the delivery log of a job, and sends an event again. */
import { readRecord } from '@seine/shared/jobs/job-record.ts'
import type { PageNotes } from '@seine/shared/jobs/page-notes.ts'
import type { DeliveryLog } from '@seine/activities/notify/delivery-log.ts'
import type { DeliveryLogPage } from '@seine/shared/api/schemas/delivery-schema.ts'
import type { DeliveryQuery } from '@seine/shared/api/rules/query-parameters.ts'
import { eventPlace, sequenceOfEventId } from '@seine/shared/api/schemas/webhook-event.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'
import type { WebhookPlan } from '@seine/shared/temporal/shapes.ts'
import { lastSequence } from '@seine/shared/temporal/webhook-sequence.ts'
import { ApiError } from '../http/api-error.ts'
import type { JobEngine } from '../engine/job-engine.ts'
import type { JobQuestion } from './job-status.ts'
import { ownJob } from './own-job.ts'
import type { ResultStore } from './result-store.ts'
import { readListPage } from './stored-list.ts'

export interface JobWebhooksPorts {
  engine: JobEngine
  store: ResultStore
  notes: PageNotes
  deliveries: DeliveryLog
}

/**
 * Reads one page of the delivery log of a job; empty when it has no webhook. Needs only the store.
 * @throws ApiError for a job that is not the caller's, and for a cursor of another list; StoreUnavailableError.
 */
export async function readDeliveries(
  job: JobQuestion,
  query: DeliveryQuery,
  { store, deliveries }: JobWebhooksPorts,
): Promise<Omit<DeliveryLogPage, 'request_id'>> {
  const { notifyPlan } = await ownJob(job, store)
  if ((notifyPlan?.webhook ?? null) === null) return { data: [], next_cursor: null }
  const { tries, nextCursor } = await readListPage('a delivery log', deliveries.page(job, query))
  return { data: tries, next_cursor: nextCursor }
}

/** Returns whether the event with this sequence belongs to the job and has happened. */
async function hasHappened(
  job: JobQuestion,
  plan: WebhookPlan,
  sequence: number,
  { store, notes }: JobWebhooksPorts,
): Promise<boolean> {
  if (plan.started && sequence === 1) return true
  const final = await readRecord(store, job)
  if (final === null) {
    const number = sequence - lastSequence(plan, 0)
    return plan.page && (await withinDeadline('reading notes', notes.read(job, number - 1, 1))).length > 0
  }
  const pages = final.completed + final.failed
  if (eventPlace(plan, sequence, pages).name === 'page') return true
  return sequence === lastSequence(plan, pages) + 1 && plan[final.status] === true
}

/**
 * Sends an event again, whatever the result of earlier tries.
 * @throws ApiError for a job that is not the caller's, and `not_found` for an event that the job does not have (yet);
 *   JobEngineUnavailableError, EngineRefusedError, StoreUnavailableError.
 */
export async function redeliverEvent(job: JobQuestion, eventId: string, ports: JobWebhooksPorts): Promise<void> {
  const plan = (await ownJob(job, ports.store)).notifyPlan?.webhook ?? null
  const sequence = sequenceOfEventId(job.id, eventId)
  if (plan === null || sequence === null || !(await hasHappened(job, plan, sequence, ports))) {
    throw new ApiError('not_found', 'this job has no such event')
  }
  await ports.engine.redeliver({ jobId: job.id, tenant: job.tenant, plan, eventId })
}
