/** Ports of the gateway as plain objects with a memory, for tests of the real application. */
import { randomUUID } from 'node:crypto'
import { heartbeatOf } from '@seine/shared/temporal/testing/slice-heartbeat.ts'
import type { CrawlJobInput, FinalStatus } from '@seine/shared/api/job-input.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import type { JobCounters, SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import type { HeartbeatView, JobEngine, WorkflowView } from '../job-engine.ts'
import type { ResultStore } from '../result-store.ts'

/** An engine whose workflows are set by the test; a fault makes every call fail with it. */
export class FakeEngine implements JobEngine {
  readonly workflows = new Map<string, WorkflowView>()
  readonly started: CrawlJobInput[] = []
  readonly cancelled: string[] = []
  fault: Error | null = null
  /** Called at each look, to let a workflow move on between two of them. */
  onDescribe: (workflowId: string) => void = () => {}
  /** Called when a cancel was asked for. */
  onCancel: (workflowId: string) => void = () => {}

  #check(): void {
    if (this.fault !== null) throw this.fault
  }

  async start(input: CrawlJobInput): Promise<{ runId: string } | null> {
    this.#check()
    if (this.workflows.has(input.id)) return null
    const runId = randomUUID()
    this.started.push(input)
    this.workflows.set(input.id, lifecycleView({ runId }))
    return { runId }
  }

  async describe(workflowId: string): Promise<WorkflowView | null> {
    this.#check()
    this.onDescribe(workflowId)
    return this.workflows.get(workflowId) ?? null
  }

  async cancel(workflowId: string): Promise<boolean> {
    this.#check()
    this.cancelled.push(workflowId)
    this.onCancel(workflowId)
    return true
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

  async getJson<T>(key: string): Promise<T | null> {
    this.#check()
    const body = this.objects.get(key)
    return body === undefined ? null : (JSON.parse(body) as T)
  }

  async presign(key: string, fileName: string, contentType: string, lifetimeSecs: number): Promise<string> {
    const query = new URLSearchParams({ fileName, contentType, lifetimeSecs: String(lifetimeSecs) })
    return `http://store/${key}?${query.toString()}`
  }

  async ping(): Promise<void> {
    this.#check()
  }
}

/** A new, well-formed job id. */
export const newJobId = (): string => `crawl-${randomUUID()}`

const open: WorkflowView = {
  runId: 'run-1',
  state: 'running',
  cancelRequested: false,
  memo: {},
  startedAt: new Date('2026-01-01T00:00:00.000Z'),
  closedAt: null,
  taskPendingSince: null,
  heartbeats: [],
}

/** A lifecycle workflow of tenant `acme`. */
export const lifecycleView = (change: Partial<WorkflowView> = {}): WorkflowView => ({
  ...open,
  memo: {
    kind: 'crawl',
    tenant: 'acme',
    startUrl: 'https://e.com/',
    limit: 100,
    requestId: 'r',
    createdAt: '2026-01-01T00:00:00.500Z',
  },
  ...change,
})

/** A run workflow with these totals in its memo. */
export const runView = (counters: JobCounters, change: Partial<WorkflowView> = {}): WorkflowView => ({
  ...open,
  memo: { counters, warnings: [] },
  ...change,
})

/** A heartbeat of a slice. */
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
    archives: { markdown: `jobs/${id}/archive/markdown.zip` },
    ...change,
  }
  store.objects.set(statusKey(id), JSON.stringify(record))
}
