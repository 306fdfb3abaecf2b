import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metrics, readGauges } from '@seine/shared/observability/metrics.ts'
import { metricsPage } from '@seine/shared/observability/metrics-page.ts'
import { FakeServiceEngine } from '../testing/fake-service.ts'
import { judgeRequest, levelOf, ServiceLevels } from './service-levels.ts'

const minuteMs = 60_000
const ok = { route: 'readCrawl', status: 200, fault: false, seconds: 0.01 }

test('a request counts for the objectives that it concerns', () => {
  assert.deepEqual(judgeRequest(ok), { api_availability: false, api_latency: false })
  assert.deepEqual(judgeRequest({ ...ok, seconds: 1.01 }), { api_availability: false, api_latency: true })
  for (const route of ['startCrawl', 'startBatch']) {
    assert.deepEqual(judgeRequest({ ...ok, route }), { api_availability: false, job_start: false })
    assert.deepEqual(judgeRequest({ ...ok, route, seconds: 1.01 }), { api_availability: false, job_start: true })
  }
  const scrape = { route: 'scrapePage', status: 503, fault: true, seconds: 9 }
  assert.deepEqual(judgeRequest(scrape), { api_availability: true })
  assert.deepEqual(judgeRequest({ ...ok, route: null, status: 404 }), { api_availability: false })
})

test('a capture is bad when the service is at fault or its time ran out, and does not count when others are', () => {
  const capture = (status: number, fault = false) =>
    judgeRequest({ route: 'captureNetwork', status, fault, seconds: 5 })
  assert.deepEqual(capture(200), { api_availability: false, capture_success: false })
  assert.deepEqual(capture(422), { api_availability: false })
  // A proxy that is not configured.
  assert.deepEqual(capture(503), { api_availability: false })
  assert.deepEqual(capture(502), { api_availability: false })
  assert.deepEqual(capture(504), { api_availability: false, capture_success: true })
  assert.deepEqual(capture(504, true), { api_availability: true, capture_success: true })
  assert.deepEqual(capture(503, true), { api_availability: true, capture_success: true })
})

test('a caller that went away before the answer says nothing', () => {
  assert.deepEqual(judgeRequest({ ...ok, status: 499 }), {})
})

test('captures are counted by the same rule for alert and dashboard', async () => {
  const counted = async (): Promise<(number | undefined)[]> => {
    const { values } = await metrics.captures.get()
    return ['succeeded', 'failed'].map((outcome) => values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0)
  }
  const levels = new ServiceLevels(new FakeServiceEngine())
  const before = await counted()
  for (const [status, fault] of [
    [200, false],
    [502, false],
    [503, false],
    [429, false],
    [503, true],
    [504, false],
  ] as const)
    levels.add({ route: 'captureNetwork', status, fault, seconds: 1 })
  levels.add(ok)
  assert.deepEqual(await counted(), [before[0]! + 1, before[1]! + 2])
})

test('an objective is met up to its allowance', () => {
  assert.equal(levelOf('api_latency', { total: 0, bad: 0 }).status, 'no_data')
  assert.equal(levelOf('api_latency', { total: 100, bad: 1 }).status, 'met')
  assert.equal(levelOf('api_latency', { total: 100, bad: 2 }).status, 'missed')
})

test('requests of the last hour are counted, and older ones forgotten', async () => {
  const levels = new ServiceLevels(new FakeServiceEngine())
  const availability = async (atMs: number) => {
    const { total, bad } = (await levels.read(null, atMs)).find(({ name }) => name === 'api_availability') ?? {}
    return [total, bad]
  }
  levels.add({ ...ok, status: 500, fault: true }, minuteMs)
  levels.add(ok, 2 * minuteMs)
  levels.add(ok, 2 * minuteMs + 59_000)
  assert.deepEqual(await availability(60 * minuteMs), [3, 1])
  assert.deepEqual(await availability(61 * minuteMs), [2, 0])
  assert.deepEqual(await availability(62 * minuteMs), [0, 0])
})

test('jobs are counted by Temporal, once a minute, and are missing while it does not answer', async () => {
  const engine = new FakeServiceEngine()
  engine.endedJobs = { completed: 18, failed: 2 }
  const levels = new ServiceLevels(engine)
  const jobs = async (atMs: number) => (await levels.read(null, atMs)).find(({ name }) => name === 'job_completion')
  assert.deepEqual(await jobs(0), { name: 'job_completion', total: 20, bad: 2, allowed: 0.05, status: 'missed' })
  engine.endedJobs = { completed: 20, failed: 0 }
  assert.equal((await jobs(minuteMs - 1))?.bad, 2)
  assert.equal((await jobs(minuteMs))?.bad, 0)
  engine.fault = new Error('Temporal does not answer')
  assert.equal(await jobs(3 * minuteMs), undefined)
  engine.fault = null
  assert.equal((await jobs(3 * minuteMs))?.status, 'met')
})

test('first pages are those that workers have counted, and are missing without a worker', async () => {
  const levels = new ServiceLevels(new FakeServiceEngine())
  const firstPages = async (counted: { total: number; bad: number } | null) =>
    (await levels.read(Promise.resolve(counted))).find(({ name }) => name === 'first_page')
  const late = { total: 10, bad: 1 }
  assert.deepEqual(await firstPages(late), { name: 'first_page', ...late, allowed: 0.05, status: 'missed' })
  assert.equal((await firstPages({ total: 0, bad: 0 }))?.status, 'no_data')
  assert.equal(await firstPages(null), undefined)
})

test('polling hides no slow starts', async () => {
  const levels = new ServiceLevels(new FakeServiceEngine())
  for (let read = 0; read < 1_000; read += 1) levels.add(ok, 0)
  levels.add({ ...ok, route: 'startCrawl', status: 202, seconds: 3 }, 0)
  const states = (await levels.read(null, 0)).map(({ name, status }) => [name, status])
  assert.deepEqual(states.slice(1, 3), [
    ['job_start', 'missed'],
    ['api_latency', 'met'],
  ])
})

test('a gateway shows all levels but first pages among its metrics', async () => {
  const engine = new FakeServiceEngine()
  engine.endedJobs = { completed: 9, failed: 1 }
  const levels = new ServiceLevels(engine)
  levels.show()
  levels.add(ok)
  levels.add({ ...ok, route: 'startCrawl', seconds: 2 })
  readGauges()
  await new Promise((resolve) => setImmediate(resolve))
  const shown = (await metricsPage()).split('\n').filter((line) => line.startsWith('seine_service_level_'))
  assert.deepEqual(shown.toSorted(), [
    'seine_service_level_allowed_ratio{level="api_availability"} 0.001',
    'seine_service_level_allowed_ratio{level="api_latency"} 0.01',
    'seine_service_level_allowed_ratio{level="capture_success"} 0.05',
    'seine_service_level_allowed_ratio{level="job_completion"} 0.05',
    'seine_service_level_allowed_ratio{level="job_start"} 0.01',
    'seine_service_level_bad_ratio{level="api_availability"} 0',
    'seine_service_level_bad_ratio{level="api_latency"} 0',
    'seine_service_level_bad_ratio{level="capture_success"} 0',
    'seine_service_level_bad_ratio{level="job_completion"} 0.1',
    'seine_service_level_bad_ratio{level="job_start"} 1',
  ])
})
