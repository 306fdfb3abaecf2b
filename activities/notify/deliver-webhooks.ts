/**
 * The `deliverWebhooks` activity: sends the due events of a job in order, until one fails, none is left or the call has
 * used up its share. It depends only on its input and on the store, so that any call may be repeated: events are
 * delivered at least once, under the same ids.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { nullWhenDamaged } from '@seine/shared/storage/damaged-object.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { DeliverInput, DeliverResult, DeliveryState } from '@seine/shared/temporal/shapes.ts'
import type { KeyedSlots } from '@seine/shared/lifecycle/keyed-slots.ts'
import { hostOf } from '@seine/shared/urls/url-identity.ts'
import type { PageNotes } from '@seine/shared/jobs/page-notes.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { DeliveryLogWriter, deliveredByCall } from './delivery-log-writer.ts'
import { readAgain, type Reading } from '../faults/read-again.ts'
import { afterGivingUp, afterSkipping, afterTry } from './delivery-plan.ts'
import { tryEvent, tryLine, untriedLine, type TryPorts } from './delivery-try.ts'
import { DueEvents, finishedPagesOf, type DueEvent } from './due-events.ts'
import type { PageDocuments } from './firecrawl/page-documents.ts'
import { readJob, webhookOf } from './webhook-job.ts'
import type { WebhookSchedule } from './webhook-schedule.ts'

/** Dependencies of a delivery. */
export interface WebhookPorts extends TryPorts {
  notes: PageNotes
  documents: PageDocuments
  schedule: WebhookSchedule
  /** By host of the receiver. */
  slots: KeyedSlots
  /** Returns a number from 0 to 1. */
  random: () => number
}

export interface DeliverDeps {
  store: Pick<Store, 'get' | 'getJson' | 'list' | 'put' | 'putIfAbsent'>
  inputs: Pick<JobInputs, 'get'>
  webhooks: WebhookPorts
}

/** Parameters of one execution of the activity. */
export interface DeliverCall {
  /** Attempt number from Temporal, from 1. */
  attempt: number
  /** Ends the call: an event in flight is not counted, and the events completed so far are returned. */
  signal: AbortSignal
  /** Called with the next sequence number whenever it advances. */
  progress: (next: number) => void
}

const nothingDone = { delivered: 0, givenUp: 0 }

/**
 * Delivers the due events.
 * @throws NotDeliverableError when the job is gone; SealError; StoreUnavailableError.
 */
export async function deliverWebhooks(
  deps: DeliverDeps,
  input: DeliverInput,
  call: DeliverCall,
): Promise<DeliverResult> {
  const job: JobRef = { tenant: input.tenant, id: input.jobId }
  const jobInput = await readJob(deps, job)
  const { slots } = deps.webhooks
  const host = hostOf(webhookOf(jobInput).url)
  const release = slots.take(host)
  if (release === null) return { state: input.state, ...nothingDone, waitMs: slots.waitMs(host) }
  try {
    return await deliver(deps, jobInput, { ...input, state: await takenUp(deps.store, job, input.state, call) }, call)
  } finally {
    release()
  }
}

/** Returns the state that an attempt starts from: events delivered by earlier attempts of the call are in the log. */
async function takenUp(
  store: DeliverDeps['store'],
  job: JobRef,
  state: DeliveryState,
  { attempt }: DeliverCall,
): Promise<DeliveryState> {
  const delivered = attempt > 1 ? await deliveredByCall(store, job, state.calls) : null
  return delivered === null || delivered < state.next ? state : { ...state, next: delivered + 1, trouble: null }
}

async function deliver(
  { store, webhooks }: DeliverDeps,
  jobInput: JobInput,
  input: DeliverInput,
  { attempt, signal, progress }: DeliverCall,
): Promise<DeliverResult> {
  const log = new DeliveryLogWriter(store, jobInput, { call: input.state.calls, attempt })
  const events = new DueEvents({ ...webhooks, store }, jobInput, input.plan, finishedPagesOf(input), input.unrecorded)
  const chain = new Chain(webhooks, jobInput, events, log, input.state)
  const endsAtMs = performance.now() + webhookLimits.callBudgetMs
  try {
    while (chain.hasDue && chain.handled < webhookLimits.eventsPerCallMax && performance.now() < endsAtMs) {
      if (signal.aborted || !(await chain.step(signal))) break
      progress(chain.state.next)
    }
  } catch (error) {
    // What was delivered before the fault must be known to the next attempt, which would send it again otherwise.
    await log.close().catch(() => undefined)
    throw error
  }
  await log.close()
  const { state, delivered, givenUp, waitMs } = chain
  return { state: { ...state, calls: state.calls + 1 }, delivered, givenUp, waitMs }
}

/** Delivers the events of one call, in order. */
class Chain {
  state: DeliveryState
  delivered = 0
  givenUp = 0
  waitMs = 0
  readonly #ports: WebhookPorts
  readonly #input: JobInput
  readonly #events: DueEvents
  readonly #log: DeliveryLogWriter
  /** Whether the note of the last event was lost. */
  #isLost = false

  constructor(ports: WebhookPorts, input: JobInput, events: DueEvents, log: DeliveryLogWriter, state: DeliveryState) {
    this.#ports = ports
    this.#input = input
    this.#events = events
    this.#log = log
    this.state = state
  }

  get hasDue(): boolean {
    return !this.state.gone && this.state.next <= this.state.due
  }

  get handled(): number {
    return this.delivered + this.givenUp
  }

  /** Tries the next event. @returns true when the one after it may follow at once. */
  async step(signal: AbortSignal): Promise<boolean> {
    const sequence = this.state.next
    const event = await this.#eventAt(sequence)
    if (event === null) return await this.#giveUpLost(sequence)
    const made = await tryEvent(this.#ports, this.#input, event, signal).catch((error: unknown) => {
      if (signal.aborted) return null
      throw error
    })
    if (made === null) return false
    const ended = { ...made, outcome: made.reply.outcome, terminal: this.#events.isTerminal(sequence) }
    const { state, verdict, tryNumber, waitMs, away } = afterTry(this.state, ended, this.#ports)
    await this.#log.add(tryLine(event, made, { state: verdict, tryNumber, waitMs, redelivery: false }))
    metrics.webhooks.inc({ state: verdict })
    metrics.webhookSeconds.observe(made.reply.elapsedMs / 1_000)
    this.state = state
    this.waitMs = waitMs
    if (verdict === 'delivered') this.delivered += 1
    if (verdict === 'given_up') this.givenUp += 1
    if (away) await this.#giveUpWaiting(made.endedAtMs)
    return verdict === 'delivered'
  }

  /** Returns an event; null when the note of its page stays missing or damaged, which must not stop later events. */
  async #eventAt(sequence: number): Promise<DueEvent | null> {
    const read = async (): Promise<Reading<DueEvent>> => {
      const event = await this.#events.at(sequence).catch(nullWhenDamaged)
      return event === null ? { kind: 'fault', why: 'was lost' } : { kind: 'read', value: event }
    }
    // The notes of many pages are in one object: after the first that is lost, the next ones are not waited for.
    const reading = this.#isLost ? await read() : await readAgain(read)
    const wasLost = this.#isLost
    this.#isLost = reading.kind === 'fault'
    if (reading.kind === 'read') return reading.value
    if (!wasLost) metrics.repeatedFaults.inc({ activity: 'deliverWebhooks' })
    if (this.#events.pageEventAt(sequence) !== null) return null
    throw new Error(`event ${sequence} of job ${this.#input.id} is due but cannot be found`)
  }

  /** Gives up the event of a page whose note is lost. @returns true: the next event may follow at once. */
  async #giveUpLost(sequence: number): Promise<boolean> {
    const why = { code: 'note_lost', message: 'what was stored for this event is lost or damaged' }
    await this.#log.add(untriedLine(this.#events.pageEventAt(sequence)!, why, this.#ports.now()))
    metrics.webhooks.inc({ state: 'given_up' })
    this.state = afterSkipping(this.state)
    this.givenUp += 1
    return true
  }

  /**
   * Gives up events without trying them: all of them when the receiver is gone; pages that have waited long when it is
   * away.
   */
  async #giveUpWaiting(nowMs: number): Promise<void> {
    const { gone } = this.state
    const why = gone
      ? { code: 'gone', message: 'the receiver answered that it is gone' }
      : {
          code: 'receiver_away',
          message: 'the receiver was unavailable for the whole time in which this event is retried',
        }
    for (; this.state.next <= this.state.due; this.givenUp += 1) {
      const sequence = this.state.next
      if (!gone && !(await this.#hasWaitedLong(sequence, nowMs))) return
      const event = this.#events.pageEventAt(sequence) ?? (await this.#eventAt(sequence))
      await this.#log.add(untriedLine(event!, why, nowMs))
      metrics.webhooks.inc({ state: 'given_up' })
      this.state = afterGivingUp(this.state, 1, nowMs)
    }
  }

  async #hasWaitedLong(sequence: number, nowMs: number): Promise<boolean> {
    const countedAtMs = await this.#events.countedAtMs(sequence).catch(nullWhenDamaged)
    return countedAtMs !== null && countedAtMs <= nowMs - this.#ports.schedule.patienceMs
  }
}
