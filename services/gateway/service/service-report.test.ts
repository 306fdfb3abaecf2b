import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceQueue } from '@seine/shared/api/schemas/service-schema.ts'
import { FakeServiceEngine } from '../testing/fake-service.ts'
import { PageMinutes } from './page-minutes.ts'
import { ServiceReporter, type ServiceReportPorts } from './service-report.ts'
import { serviceLimits } from './service-limits.ts'

const operator = { tenant: 'operations', operator: true }

/** A reporter over an engine that counts its calls. */
function setUp(tenants: readonly string[] = ['acme', 'other']) {
  const engine = new FakeServiceEngine()
  const calls = { running: 0, queues: 0 }
  const ready = { status: 'ready', checks: { workflowService: 'ok', resultStore: 'ok' } }
  const ports = {
    serviceEngine: {
      running: async (tenant: string | null) => {
        calls.running += 1
        return await engine.running(tenant)
      },
      busyTenants: async () => await engine.busyTenants(),
      ended: async () => await engine.ended(),
      queues: async () => {
        calls.queues += 1
        return structuredClone(await engine.queues())
      },
    },
    serviceLevels: { read: async () => await Promise.resolve([]) },
    recentPages: { of: async () => await Promise.resolve({ minutes: new PageMinutes(), complete: true }) },
    readiness: { read: async () => await Promise.resolve(ready) },
    browsers: { survey: async () => await Promise.resolve([]) },
    scrapers: { survey: async () => await Promise.resolve([]) },
    tenants: async () => await Promise.resolve(tenants),
    temporalUi: null,
    version: '1.2.3',
  } as unknown as ServiceReportPorts
  let reporter = new ServiceReporter(ports)
  return {
    engine,
    calls,
    renew: () => (reporter = new ServiceReporter(ports)),
    report: () => reporter.report(operator),
  }
}

const queue = (backlog: number, workers = 1): ServiceQueue => ({
  name: 'seine-pages',
  tasks: 'activities',
  backlog,
  oldest_seconds: 0,
  workers,
})

test('while no job runs, the jobs of no tenant are counted', async () => {
  const { engine, calls, renew, report } = setUp()
  engine.jobs.set('acme', { crawl: 0, batch_scrape: 0 })
  const none = { crawl: 0, batch_scrape: 0 }
  assert.deepEqual(
    (await report()).tenants?.map(({ running }) => running),
    [none, none],
  )
  assert.equal(calls.running, 1)
  engine.jobs.set('acme', { crawl: 1, batch_scrape: 0 })
  renew()
  assert.deepEqual(
    (await report()).tenants?.map(({ running }) => running),
    [{ crawl: 1, batch_scrape: 0 }, none],
  )
  assert.equal(calls.running, 4)
})

test('of too many tenants, those with running jobs are in the report, and the first others by name', async () => {
  const names = Array.from({ length: serviceLimits.tenantsMax + 1 }, (_, index) => `tenant-${100 + index}`)
  const last = names.at(-1)!
  const { engine, calls, renew, report } = setUp(names)
  const none = await report()
  assert.deepEqual(
    none.tenants?.map(({ tenant }) => tenant),
    names.slice(0, -1),
  )
  assert.equal(none.pages?.complete, false)
  engine.jobs.set(last, { crawl: 1, batch_scrape: 0 }).set('without-keys', { crawl: 1, batch_scrape: 0 })
  calls.running = 0
  renew()
  const { tenants } = await report()
  assert.deepEqual(
    tenants?.map(({ tenant }) => tenant),
    [...names.slice(0, -2), last],
  )
  assert.deepEqual(tenants?.at(-1)?.running, { crawl: 1, batch_scrape: 0 })
  assert.equal(calls.running, 1 + serviceLimits.tenantsMax)
})

test('while Temporal does not answer, running jobs are queried once', async () => {
  const { engine, calls, report } = setUp()
  engine.fault = new Error('Temporal does not answer')
  const { running, tenants } = await report()
  assert.deepEqual([running, tenants?.map((tenant) => tenant.running)], [null, [null, null]])
  assert.equal(calls.running, 1)
})

test('a queue without workers is described at each report: tasks of watches may wait in it', async (t) => {
  const { engine, calls, report } = setUp()
  let nowMs = 1_000_000
  t.mock.method(performance, 'now', () => nowMs)
  engine.described.push(queue(0), { ...queue(0, 0), name: 'seine-control' })
  await report()
  engine.described[1] = queue(1, 0)
  nowMs += serviceLimits.reportFreshMs
  assert.equal((await report()).queues?.[1]?.backlog, 1)
  assert.equal(calls.queues, 2)
})

test('empty queues are described again after a while, and at each report while a job runs or a task waits', async (t) => {
  const { engine, calls, report } = setUp()
  let nowMs = 1_000_000
  t.mock.method(performance, 'now', () => nowMs)
  const later = async (ms: number) => {
    nowMs += ms
    return (await report()).queues
  }
  const soonMs = serviceLimits.reportFreshMs
  engine.described.push(queue(0))
  await later(0)
  engine.described[0] = queue(5)
  assert.equal((await later(soonMs))?.[0]?.backlog, 0)
  assert.equal(calls.queues, 1)
  engine.jobs.set('acme', { crawl: 1, batch_scrape: 0 })
  assert.equal((await later(soonMs))?.[0]?.backlog, 5)
  engine.jobs.clear()
  engine.described[0] = queue(0)
  assert.equal((await later(soonMs))?.[0]?.backlog, 0)
  assert.equal(calls.queues, 3)
  await later(soonMs)
  assert.equal(calls.queues, 3)
  await later(serviceLimits.emptyQueuesFreshMs)
  assert.equal(calls.queues, 4)
  engine.fault = new Error('Temporal does not answer')
  assert.equal(await later(soonMs), null)
})
