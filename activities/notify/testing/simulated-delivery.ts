/** Simulates a job, its webhook and a receiver over simulated time: the chain of calls that the workflow would make. */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import type { NumberedNote } from '@seine/shared/api/schemas/page-note.ts'
import type { DeliveryTry } from '@seine/shared/api/schemas/delivery-schema.ts'
import type { WebhookBody } from '@seine/shared/api/schemas/webhook-event.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { PageNotes } from '@seine/shared/jobs/page-notes.ts'
import { KeyedSlots } from '@seine/shared/lifecycle/keyed-slots.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import type { DeliveryState, DeliverInput, WebhookPlan } from '@seine/shared/temporal/shapes.ts'
import { lastSequence } from '@seine/shared/temporal/webhook-sequence.ts'
import { deliverWebhooks, type DeliverCall, type DeliverDeps } from '../deliver-webhooks.ts'
import { createDeliveryLog } from '../delivery-log.ts'
import type { TryOutcome } from '../delivery-plan.ts'
import type { PageDocuments } from '../firecrawl/page-documents.ts'
import { scheduleOf, type WebhookSchedule } from '../webhook-schedule.ts'
import type { WebhookCall } from '../webhook-sender.ts'

export const everything: WebhookPlan = { started: true, page: true, completed: true, failed: true }

export const jobId = 'crawl-00000000-0000-4000-8000-000000000001'

const startMs = Date.parse('2026-11-22T00:00:00.000Z')

/** Returns the input of a job with a webhook. */
export const jobInput = (patch: Partial<JobInput> = {}): JobInput =>
  ({
    version: 1,
    kind: 'crawl',
    id: jobId,
    tenant: 'acme',
    keyId: 'key-1',
    requestId: 'req-1',
    url: 'https://site.example/',
    limit: 100,
    createdAt: new Date(startMs).toISOString(),
    notify: {
      webhook: {
        url: 'https://receiver.example/hook?token=canary',
        headers: { 'X-Own': 'yes' },
        metadata: { order: 7 },
        events: everything,
      },
      email: null,
    },
    ...patch,
  }) as JobInput

export const finalStatus = (patch: Partial<FinalStatus> = {}): FinalStatus => ({
  id: jobId,
  kind: 'crawl',
  tenant: 'acme',
  status: 'completed',
  url: 'https://site.example/',
  limit: 100,
  total: 3,
  completed: 2,
  failed: 1,
  createdAt: new Date(startMs).toISOString(),
  completedAt: new Date(startMs + 60_000).toISOString(),
  duration: 60,
  expiresAt: new Date(startMs + 7 * 86_400_000).toISOString(),
  error: null,
  warnings: [],
  tag: [],
  archives: {},
  ledgerChunks: 1,
  ...patch,
})

/** A job whose pages are counted while simulated time passes. */
export class SimulatedDelivery {
  readonly store = new MemoryStore()
  readonly notes: NumberedNote[] = []
  /** The calls made to the receiver, in order, including refused ones. */
  readonly calls: WebhookCall[] = []
  /** Bodies the receiver accepted. */
  readonly taken: WebhookBody[] = []
  nowMs = startMs
  state: DeliveryState
  outcome: DeliverInput['outcome'] = null
  /** Reads notes from the store instead of those counted here; null: those counted here. */
  storedNotes: PageNotes | null = null
  input = jobInput()
  /** The content of a page, in the wire form that has it. */
  documents: PageDocuments = {
    of: async (_job, { note }) =>
      await Promise.resolve({ markdown: `# ${note.index}`, metadata: { sourceURL: note.url } }),
  }
  delivered = 0
  givenUp = 0
  readonly slots = new KeyedSlots({ ...webhookLimits, perKeyMax: webhookLimits.perHostMax })
  #resumeAtMs = 0
  readonly #plan: WebhookPlan
  readonly #answer: (body: WebhookBody, nowMs: number) => TryOutcome
  readonly #schedule: WebhookSchedule

  constructor(
    answer: (body: WebhookBody, nowMs: number) => TryOutcome,
    options: { plan?: WebhookPlan; scheduleSecs?: readonly number[] } = {},
  ) {
    this.#answer = answer
    this.#plan = options.plan ?? everything
    this.#schedule = scheduleOf(options.scheduleSecs ?? webhookLimits.scheduleSecsDefault)
    this.state = {
      next: 1,
      due: lastSequence(this.#plan, 0),
      ended: false,
      calls: 0,
      trouble: null,
      gone: false,
    }
  }

  get deps(): DeliverDeps {
    return {
      store: this.store,
      inputs: { get: async () => await Promise.resolve(this.input) },
      webhooks: {
        notes: this.storedNotes ?? {
          read: async (_job, after, max) => await Promise.resolve(this.notes.slice(after, after + max)),
        },
        documents: this.documents,
        secrets: { of: async () => await Promise.resolve([]) },
        sender: { send: async (call) => await Promise.resolve(this.#send(call)) },
        schedule: this.#schedule,
        slots: this.slots,
        now: () => this.nowMs,
        random: () => 0.5,
      },
    }
  }

  #send(call: WebhookCall) {
    this.calls.push(call)
    const body = JSON.parse(call.body) as WebhookBody
    this.nowMs += 20
    const outcome = this.#answer(body, this.nowMs)
    if (outcome.kind === 'delivered') this.taken.push(body)
    const status = { delivered: 204, gone: 410, failed: 500 }[outcome.kind]
    const error =
      outcome.kind === 'delivered' ? null : { code: 'http_status', message: `the receiver answered ${status}` }
    return { outcome, status, error, elapsedMs: 20 }
  }

  /** Counts pages now, as a generation of the frontier does. */
  count(pages: number): void {
    for (let added = 0; added < pages; added += 1) {
      const index = this.notes.length
      const url = `https://site.example/${index}`
      const note = { index, url, finalUrl: url, status: 200, success: true, error: null, errorCode: null, attempts: 1 }
      this.notes.push({ number: index + 1, note, atMs: this.nowMs })
    }
    this.state = { ...this.state, due: lastSequence(this.#plan, this.notes.length) }
  }

  /** Ends the job now. */
  async end(outcome: 'completed' | 'failed' | 'cancelled'): Promise<void> {
    this.outcome = outcome
    const completedAt = new Date(this.nowMs).toISOString()
    const status = finalStatus({ status: outcome, completed: this.notes.length, failed: 0, completedAt })
    await this.store.put(statusKey(this.input), JSON.stringify(status))
    const isDue = this.#plan[outcome] === true
    this.state = { ...this.state, due: this.state.due + (isDue ? 1 : 0), ended: true }
  }

  /** Makes one call of the activity. @returns the pause until the next one, milliseconds. */
  async call(patch: Partial<DeliverCall> = {}): Promise<number> {
    const { state, outcome } = this
    const input = { jobId, tenant: 'acme', plan: this.#plan, state, outcome }
    const result = await deliverWebhooks(this.deps, input, {
      attempt: 1,
      signal: new AbortController().signal,
      progress: () => undefined,
      ...patch,
    })
    this.state = result.state
    this.delivered += result.delivered
    this.givenUp += result.givenUp
    return result.waitMs
  }

  /** Makes calls until nothing is due or the given simulated time has passed, milliseconds. */
  async run(forMs: number): Promise<void> {
    const endMs = this.nowMs + forMs
    while (!this.state.gone && this.state.next <= this.state.due && this.#resumeAtMs < endMs && this.nowMs < endMs) {
      this.nowMs = Math.max(this.nowMs, this.#resumeAtMs)
      this.#resumeAtMs = (await this.call()) + this.nowMs
    }
    this.nowMs = Math.max(this.nowMs, endMs)
  }

  /** Reads the whole delivery log. */
  async log(): Promise<DeliveryTry[]> {
    const lines: DeliveryTry[] = []
    for (let cursor: string | null = null; ;) {
      const page = await createDeliveryLog(this.store).page(this.input, { state: null, cursor, limit: 1_000 })
      lines.push(...page.tries)
      cursor = page.nextCursor
      if (cursor === null) return lines
    }
  }
}
