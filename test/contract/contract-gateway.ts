/** The real application with in-memory ports for the contract tests: without limits, with some jobs. */
import type { TestContext } from 'node:test'
import { fakeWorker } from '@seine/gateway/testing/fake-worker.ts'
import { lifecycleView, newJobId, pageNote, putJob, putRecord } from '@seine/gateway/testing/fake-ports.ts'
import { testGateway, type TestGateway } from '@seine/gateway/testing/test-gateway.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { jobKinds, type JobKind } from '@seine/shared/temporal/names.ts'

export interface ContractGateway extends TestGateway {
  /** Ids of jobs of tenant `acme`: one running and one finished of each kind. */
  jobs: Record<JobKind, { running: string; over: string }>
}

/** How long a cancelled job stays finished, milliseconds. */
const cancelledMs = 100

/** Stores the input of a job where the application reads it. */
function putInput(gateway: TestGateway, kind: JobKind, id: string, tenant: string): void {
  const notifyPlan = { webhook: { kind, started: true, page: true, completed: true, failed: true }, email: false }
  const input = {
    kind,
    id,
    tenant,
    url: 'https://e.com/',
    limit: 100,
    lines: 1,
    output: ['markdown'],
    notifyPlan,
    tag: [],
  }
  gateway.store.objects.set(inputKey({ tenant, id }), JSON.stringify(input))
}

/** Starts the gateway; it is closed at the end of the test. */
export async function contractGateway(t: TestContext): Promise<ContractGateway> {
  const worker = await fakeWorker(t)
  const manyRequests = { SEINE_LIMIT_STARTS_PER_MINUTE: '10000000', SEINE_LIMIT_CALLS_PER_MINUTE: '10000000' }
  const gateway = await testGateway(t, {
    workers: [worker.url],
    scrapers: [worker.url],
    sealing: readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64') }),
    environment: manyRequests,
  })
  const { engine } = gateway
  engine.polledAt = new Date()
  // A cancelled job ends at once, and runs again for the next request that concerns it.
  engine.onCancel = (id) => {
    const view = engine.workflows.get(id)
    if (view?.state !== 'running') return
    engine.workflows.set(id, { ...view, state: 'cancelled', closedAt: new Date() })
    setTimeout(() => engine.workflows.set(id, view), cancelledMs).unref()
  }
  const jobs = Object.fromEntries(
    jobKinds.map((kind) => {
      const [running, over] = [newJobId(kind), newJobId(kind)]
      const memo = { ...lifecycleView().memo, kind }
      putJob(gateway.engine, running, lifecycleView({ memo }), null)
      putRecord(gateway.store, over, { kind, completed: 2, failed: 1 })
      // A page has a note exactly when it counts as completed or failed.
      const pages = [true, true, false].map((success, index) => pageNote({ index, success }))
      gateway.notes.ofJob.set(over, pages)
      for (const id of [running, over]) putInput(gateway, kind, id, 'acme')
      return [kind, { running, over }] as const
    }),
  ) as ContractGateway['jobs']
  return { ...gateway, jobs }
}

/** Adds jobs of a tenant, every second one finished. @returns their ids. */
export function putForeignJobs(gateway: TestGateway, kind: JobKind, tenant: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const id = newJobId(kind)
    const memo = { ...lifecycleView().memo, kind, tenant }
    putInput(gateway, kind, id, tenant)
    if (index % 2 === 0) putJob(gateway.engine, id, lifecycleView({ memo }), null)
    else putRecord(gateway.store, id, { kind, tenant })
    return id
  })
}
