/** `POST .../finalise`: builds the missing results of an ended job from the stored data. */
import { standingDelivery } from '@seine/activities/delivery/waiting-archives.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { readRecord, recordedOutcome } from '@seine/shared/jobs/job-record.ts'
import type { ResultSources } from '@seine/activities/archive/result-sources.ts'
import { deliveryLimits } from '@seine/shared/config/notify-limits.ts'
import type { NoticeReader } from '@seine/activities/notify/undelivered-end.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'
import { emailDeliveryIdOf, targetDeliveryIdOf, webhookDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import type { RunOutcome } from '@seine/shared/temporal/shapes.ts'
import type { JobEngine, WorkflowView } from '../engine/job-engine.ts'
import { runningStatuses } from '../engine/job-kinds.ts'
import type { JobQuestion } from './job-status.ts'
import { ownJob } from './own-job.ts'
import type { ResultStore } from './result-store.ts'
import { closedStatus, type EndStatus } from './status-body.ts'

export interface FinaliseAgainPorts {
  engine: JobEngine
  store: ResultStore
  notices: NoticeReader
  sources: ResultSources
}

/** The result of the call. */
export interface FinaliseAnswer {
  /** Status of the job as previously reported. */
  status: EndStatus | 'crawling' | 'scraping'
  /** False when nothing is missing, every notice was sent and every target has the archives, or when the job has not ended. */
  finalising: boolean
}

/**
 * Starts finalising a job again when its results are incomplete, its notices were not sent, or targets lack its archives; a finalisation in
 * progress counts as started.
 * @throws ApiError `job_not_found`; JobEngineUnavailableError, EngineRefusedError, StoreUnavailableError.
 */
export async function finaliseAgain(question: JobQuestion, ports: FinaliseAgainPorts): Promise<FinaliseAnswer> {
  const { engine, store } = ports
  const input = await ownJob(question, store)
  const record = await readRecord(store, question)
  const { deliverTo = [] } = input
  const undelivered = record === null ? deliverTo : await lackingTargets(record, ports)
  const lacksOther =
    record === null || (await lacksResults(record, ports)) || (await lacksNotices(input, record, ports))
  if (record !== null && !lacksOther && undelivered.length === 0) {
    return { status: record.status, finalising: false }
  }
  const lifecycle = await engine.describe(question.id)
  if (record === null && lifecycle?.state === 'running') {
    return { status: runningStatuses[question.kind], finalising: false }
  }
  const end = record === null ? unrecordedEnd(lifecycle) : recordedEnd(record)
  const { notifyPlan } = input
  const notify = notifyPlan === undefined ? {} : { notify: notifyPlan }
  // New archives are delivered to every target.
  const targets = record?.incomplete === true || record === null ? deliverTo : undelivered
  const deliver = targets.length === 0 ? {} : { deliverTo: targets }
  await engine.finalise({ jobId: question.id, tenant: question.tenant, ...end, ...notify, ...deliver })
  return { status: end.outcome.status, finalising: true }
}

/**
 * Returns whether results are missing that another build may recover: false when a build from the same sources has
 * already failed to recover them.
 */
async function lacksResults(record: FinalStatus, { sources }: FinaliseAgainPorts): Promise<boolean> {
  if (record.incomplete !== true) return false
  if (record.builtFrom === undefined) return true
  try {
    return (await withinDeadline('listing results', sources.of(record))) !== record.builtFrom
  } catch (error) {
    // For a very large job the check takes longer than the deadline.
    if (error instanceof StoreUnavailableError) return true
    throw error
  }
}

/** Returns whether notices of the end of a job are missing and no workflow is about to send them. */
async function lacksNotices(
  input: JobInput,
  record: FinalStatus,
  { engine, notices }: FinaliseAgainPorts,
): Promise<boolean> {
  const { id } = input
  const { events, mail } = await withinDeadline('reading notices', notices.undelivered(input, record))
  if (!events && !mail) return false
  const stateOf = async (workflowId: string) => (await engine.describe(workflowId))?.state
  if ((await stateOf(id)) === 'running') return false
  if (events && (await stateOf(webhookDeliveryIdOf(id))) !== 'running') return true
  // A mail delivery also completes when the mail server refuses the mail permanently.
  return mail && !['running', 'completed'].includes((await stateOf(emailDeliveryIdOf(id))) ?? 'unknown')
}

/**
 * Returns the targets that lack archives of the job, or have versions that were replaced since, and to which no workflow
 * is about to copy them.
 */
async function lackingTargets(record: FinalStatus, { engine, store }: FinaliseAgainPorts): Promise<string[]> {
  const { deliverTo = [] } = record
  const nowMs = Date.now()
  const standing = await eachOf(
    deliverTo,
    deliveryLimits.targetsPerJobMax,
    async (target) => await standingDelivery(store, record, target, nowMs),
  )
  const lacking = deliverTo.filter((_, at) => standing[at] === null)
  if (lacking.length === 0 || (await engine.describe(record.id))?.state === 'running') return []
  const states = await Promise.all(
    lacking.map(async (target) => (await engine.describe(targetDeliveryIdOf(record.id, target)))?.state),
  )
  return lacking.filter((_, at) => states[at] !== 'running')
}

interface End {
  outcome: RunOutcome
  endedAtMs: number
}

const recordedEnd = (record: FinalStatus): End => ({
  outcome: recordedOutcome(record),
  endedAtMs: Date.parse(record.completedAt),
})

/** Returns the end that callers have seen for a job without a record. */
function unrecordedEnd(lifecycle: WorkflowView | null): End {
  const state = lifecycle === null || lifecycle.state === 'running' ? 'failed' : lifecycle.state
  const status = closedStatus(state)
  const error = 'the job failed before it could write its results; they were built later'
  const endedAtMs = (lifecycle?.closedAt ?? new Date()).getTime()
  return { outcome: status === 'failed' ? { status, error } : { status }, endedAtMs }
}
