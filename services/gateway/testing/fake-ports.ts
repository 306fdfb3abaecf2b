/** In-memory ports of the gateway, for tests of the real application. */
import type {
  DocumentPage,
  DocumentPages,
  DocumentPagesBounds,
  DocumentPagesReader,
} from '../firecrawl/job-documents.ts'
import type { JobQuestion } from '../jobs/job-status.ts'
import { invalidRequest } from '../http/api-error.ts'
import { cursorProblem } from '@seine/shared/api/rules/query-parameters.ts'
import { hash, randomUUID } from 'node:crypto'
import type { LedgerPortion, LedgerSelection, LedgerReader } from '@seine/activities/archive/ledger/ledger-reader.ts'
import type { ResultSources } from '@seine/activities/archive/result-sources.ts'
import { lifecycleMemo } from '@seine/shared/jobs/workflow-input.ts'
import type { PageNotes } from '@seine/shared/jobs/page-notes.ts'
import type { DeliveryLog, DeliveryLogQuery } from '@seine/activities/notify/delivery-log.ts'
import type { NoticeReader, UndeliveredNotices } from '@seine/activities/notify/undelivered-end.ts'
import type { DeliveryTry } from '@seine/shared/api/schemas/delivery-schema.ts'
import type { NumberedNote, PageNote } from '@seine/shared/api/schemas/page-note.ts'
import { heartbeatOf } from '@seine/shared/temporal/testing/slice-heartbeat.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { jsonOfObject } from '@seine/shared/storage/damaged-object.ts'
import type { ObjectHead } from '@seine/shared/storage/object-store.ts'
import { archiveKey, inputKey, statusKey } from '@seine/shared/storage/object-keys.ts'
import { isJobId, jobIdOf, runIdOf, type JobKind } from '@seine/shared/temporal/names.ts'
import type {
  FinaliseAgainInput,
  JobCounters,
  RedeliveryInput,
  ReportedCounters,
  SliceHeartbeat,
} from '@seine/shared/temporal/shapes.ts'
import type { HeartbeatView, JobEngine, RunningFilter, RunningJob, WorkflowView } from '../engine/job-engine.ts'
import type { ResultStore } from '../jobs/result-store.ts'
import { ApiError } from '../http/api-error.ts'
import type { JobStarter, RunningJobs, RunningTicket } from '../quota/running-jobs-quota.ts'

/** An engine whose workflows the test sets; a fault makes every call fail with it. */
export class FakeEngine implements JobEngine {
  readonly workflows = new Map<string, WorkflowView>()
  readonly started: JobInput[] = []
  readonly cancelled: string[] = []
  readonly redelivered: RedeliveryInput[] = []
  /** Sent signals, each with its job. */
  readonly signals: [jobId: string, name: string][] = []
  readonly finalised: FinaliseAgainInput[] = []
  /** Filters of the requested lists. */
  readonly listed: RunningFilter[] = []
  /** When a browser worker last polled for work. */
  polledAt: Date | null = null
  fault: Error | null = null
  /** Called at each read, to let a workflow advance between two of them. */
  onDescribe: (workflowId: string) => void = () => {}
  /** Called when a cancel is requested. */
  onCancel: (workflowId: string) => void = () => {}
  /** Called when a caller waits for the end of a workflow. */
  onWait: (workflowId: string) => void = () => {}

  #check(): void {
    if (this.fault !== null) throw this.fault
  }

  async start(input: JobInput): Promise<{ runId: string } | null> {
    this.#check()
    if (this.workflows.has(input.id)) return null
    const runId = randomUUID()
    this.started.push(input)
    const memo = lifecycleMemo(input)
    this.workflows.set(input.id, lifecycleView({ runId, memo }))
    return { runId }
  }

  async describe(workflowId: string): Promise<WorkflowView | null> {
    this.#check()
    this.onDescribe(workflowId)
    return this.workflows.get(workflowId) ?? null
  }

  async listRunning(filter: RunningFilter): Promise<RunningJob[]> {
    this.#check()
    this.listed.push(filter)
    const { kind, tenant, startedUntil, max } = filter
    return [...this.workflows]
      .filter(([id, { state, memo }]) => isJobId(kind, id) && state === 'running' && memo['tenant'] === tenant)
      .map(([id, { startedAt, memo }]) => ({ id, startedAt, memo }))
      .filter(({ startedAt }) => startedUntil === null || startedAt <= startedUntil)
      .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
      .slice(0, max)
  }

  async cancel(workflowId: string): Promise<boolean> {
    this.#check()
    this.cancelled.push(workflowId)
    this.onCancel(workflowId)
    return true
  }

  async untilClosed(workflowId: string): Promise<void> {
    this.onWait(workflowId)
  }

  /** The job processes the signal immediately. */
  async signal(jobId: string, name: 'pause' | 'resume', reported: ReportedCounters): Promise<boolean> {
    this.#check()
    this.signals.push([jobId, name])
    const view = this.workflows.get(jobId)
    if (view?.state !== 'running') return false
    for (const workflowId of [jobId, runIdOf(jobId)]) {
      const workflow = this.workflows.get(workflowId)
      if (workflow !== undefined)
        this.workflows.set(workflowId, {
          ...workflow,
          memo: {
            ...workflow.memo,
            paused: name === 'pause',
            ...(workflowId === jobId && name === 'pause' ? { reported } : {}),
          },
        })
    }
    return true
  }

  async redeliver(input: RedeliveryInput): Promise<void> {
    this.#check()
    this.redelivered.push(input)
  }

  async finalise(input: FinaliseAgainInput): Promise<void> {
    this.#check()
    this.finalised.push(input)
  }

  async browserPolledAt(): Promise<Date | null> {
    this.#check()
    return this.polledAt
  }

  async ping(): Promise<void> {
    this.#check()
  }
}

/** A store in memory. */
export class FakeStore implements ResultStore {
  readonly objects = new Map<string, string>()
  fault: Error | null = null

  #check(): void {
    if (this.fault !== null) throw this.fault
  }

  async putIfAbsent(key: string, body: string): Promise<boolean> {
    this.#check()
    if (this.objects.has(key)) return false
    this.objects.set(key, body)
    return true
  }

  async put(key: string, body: string | Uint8Array): Promise<void> {
    this.#check()
    this.objects.set(key, Buffer.from(body).toString())
  }

  async getJson<T>(key: string): Promise<T | null> {
    this.#check()
    const body = this.objects.get(key)
    return body === undefined ? null : (jsonOfObject(key, Buffer.from(body)) as T)
  }

  async head(key: string): Promise<ObjectHead | null> {
    this.#check()
    const body = this.objects.get(key)
    if (body === undefined) return null
    return { bytes: Buffer.byteLength(body), etag: `"${hash('md5', body)}"`, contentType: 'application/zip' }
  }

  async presign(key: string, fileName: string, contentType: string, lifetimeSecs: number): Promise<string> {
    const query = new URLSearchParams({ fileName, contentType, lifetimeSecs: String(lifetimeSecs) })
    return `http://store/${key}?${query.toString()}`
  }

  async ping(): Promise<void> {
    this.#check()
  }
}

/** A ledger that answers every request with one page. */
export class FakeLedger implements LedgerReader {
  readonly asked: [jobId: string, LedgerSelection][] = []
  answer: LedgerPortion | Error = { lines: [], nextCursor: null }

  async page(job: JobRef, query: LedgerSelection): Promise<LedgerPortion> {
    this.asked.push([job.id, query])
    if (this.answer instanceof Error) throw this.answer
    return this.answer
  }
}

/** Finished pages given by a test, in order for each job; a cursor is the number of pages before it. */
export class FakeFinishedPages implements DocumentPagesReader {
  readonly ofJob = new Map<string, DocumentPage[]>()
  /** Jobs that have ended. */
  readonly ended = new Set<string>()

  async check(_question: JobQuestion, cursor: string): Promise<void> {
    if (!/^\d+$/.test(cursor)) throw invalidRequest([cursorProblem])
    await Promise.resolve()
  }

  async read(
    { id }: JobQuestion,
    cursor: string | null,
    { pagesMax, charactersEnough }: DocumentPagesBounds,
  ): Promise<DocumentPages> {
    const all = this.ofJob.get(id) ?? []
    const from = Number(cursor ?? 0)
    const pages: DocumentPage[] = []
    let characters = 0
    for (const page of all.slice(from, from + pagesMax)) {
      if (characters >= charactersEnough) break
      pages.push(page)
      if (page.success) characters += JSON.stringify(page).length
    }
    const end = from + pages.length
    return { pages, cursor: String(end), complete: this.ended.has(id) && end >= all.length, characters }
  }
}

/** Page notes written by a test, in order for each job. */
export class FakeNotes implements PageNotes {
  readonly ofJob = new Map<string, PageNote[]>()
  fault: Error | null = null

  async read(job: JobRef, after: number, max: number): Promise<NumberedNote[]> {
    if (this.fault !== null) throw this.fault
    const notes = this.ofJob.get(job.id) ?? []
    return notes.slice(after, after + max).map((note, at) => ({ number: after + at + 1, note, atMs: 0 }))
  }
}

/** Returns the note of a scraped page, with the given changes. */
export const pageNote = (change: Partial<PageNote> = {}): PageNote => ({
  index: 0,
  url: 'https://e.com/',
  finalUrl: 'https://e.com/',
  status: 200,
  success: true,
  error: null,
  errorCode: null,
  attempts: 1,
  ...change,
})

/** A delivery log that answers every request with one page. */
export class FakeDeliveries implements DeliveryLog {
  readonly asked: [jobId: string, DeliveryLogQuery][] = []
  answer: { tries: DeliveryTry[]; nextCursor: string | null } | Error = { tries: [], nextCursor: null }

  async page(job: JobRef, query: DeliveryLogQuery): Promise<{ tries: DeliveryTry[]; nextCursor: string | null }> {
    this.asked.push([job.id, query])
    if (this.answer instanceof Error) throw this.answer
    return this.answer
  }
}

/** Notices that were all sent, unless a test changes that. */
export class FakeNotices implements NoticeReader {
  answer: UndeliveredNotices = { events: false, mail: false }

  async undelivered(): Promise<UndeliveredNotices> {
    return this.answer
  }
}

/** Result sources set by a test. */
export class FakeSources implements ResultSources {
  answer = 'as they were'

  async of(): Promise<string> {
    return this.answer
  }
}

/** Unlimited places for jobs, unless a test sets a fault or the key may have none. */
export class FakeRunningJobs implements Pick<RunningJobs, 'take' | 'standing'> {
  /** Ids of jobs that have a place, each with the id of its key. */
  readonly places = new Map<string, string>()
  fault: Error | null = null
  readonly #engine: FakeEngine

  constructor(engine: FakeEngine) {
    this.#engine = engine
  }

  async standing({ keyId, quotas }: JobStarter): Promise<{ limit: number; used: number }> {
    if (this.fault !== null) throw this.fault
    const used = [...this.places.values()].filter((holder) => holder === keyId).length
    return { limit: quotas.concurrent_jobs ?? 10, used }
  }

  async take({ keyId, quotas }: JobStarter, jobId: string): Promise<RunningTicket> {
    if (this.fault !== null) throw this.fault
    if (quotas.concurrent_jobs === 0) throw new ApiError('concurrency_limit_reached', 'none')
    this.places.set(jobId, keyId)
    return {
      giveBack: async () => {
        if (this.#engine.workflows.get(jobId)?.state !== 'running') this.places.delete(jobId)
      },
    }
  }
}

/** Returns a new, well-formed job id of a kind. */
export const newJobId = (kind: JobKind = 'crawl'): string => jobIdOf(kind, randomUUID())

const open: WorkflowView = {
  runId: 'run-1',
  state: 'running',
  cancelRequested: false,
  memo: {},
  startedAt: new Date('2026-01-01T00:00:00.000Z'),
  closedAt: null,
  taskPendingSince: null,
  unreported: [],
  historyLength: 3,
  heartbeats: [],
  browserWaitSince: null,
  endsBy: null,
}

/** Returns a lifecycle workflow of tenant `acme`. */
export const lifecycleView = (change: Partial<WorkflowView> = {}): WorkflowView => ({
  ...open,
  memo: {
    kind: 'crawl',
    tenant: 'acme',
    startUrl: 'https://e.com/',
    limit: 100,
    lines: 1,
    requestId: 'r',
    createdAt: '2026-01-01T00:00:00.500Z',
  },
  ...change,
})

/** Returns a run workflow with these totals in its memo. */
export const runView = (counters: JobCounters, change: Partial<WorkflowView> = {}): WorkflowView => ({
  ...open,
  memo: { counters, warnings: [] },
  ...change,
})

/** Returns a heartbeat of a slice. */
export const heartbeat = (details: Partial<SliceHeartbeat>, atMs = 0): HeartbeatView => ({
  details: heartbeatOf(details),
  atMs,
})

/** Puts a job with a lifecycle and a run into the engine. */
export function putJob(engine: FakeEngine, id: string, lifecycle: WorkflowView, run: WorkflowView | null): void {
  engine.workflows.set(id, lifecycle)
  if (run !== null) engine.workflows.set(runIdOf(id), run)
}

/** Puts the record of a finished job of tenant `acme` into the store. */
export function putRecord(store: FakeStore, id: string, change: Partial<FinalStatus> = {}): void {
  const record: FinalStatus = {
    id,
    kind: 'crawl',
    tenant: 'acme',
    status: 'completed',
    url: 'https://e.com/',
    limit: 100,
    total: 3,
    completed: 2,
    failed: 1,
    createdAt: '2026-01-01T00:00:00.500Z',
    completedAt: '2026-01-01T00:00:10.500Z',
    duration: 10,
    expiresAt: '2026-01-08T00:00:10.500Z',
    error: null,
    warnings: [],
    tag: [],
    ledgerChunks: 0,
    archives: { markdown: archiveKey({ tenant: 'acme', id }, 'markdown') },
    ...change,
  }
  store.objects.set(statusKey(record), JSON.stringify(record))
}

/** Returns the stored input of a tenant's job. */
export const inputOf = (store: FakeStore, id: unknown, tenant = 'acme'): JobInput =>
  JSON.parse(store.objects.get(inputKey({ tenant, id: String(id) })) ?? '{}') as JobInput
