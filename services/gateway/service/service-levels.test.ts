import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FakeServiceEngine } from '../testing/fake-service.ts'
import { judgeRequest, levelOf, ServiceLevels } from './service-levels.ts'

const minuteMs = 60_000
const ok = { route: 'readCrawl', status: 200, seconds: 0.01 }

test('a request counts for the objectives that it tells something about', () => {
  assert.deepEqual(judgeRequest(ok), { api_availability: false, api_latency: false })
  assert.deepEqual(judgeRequest({ ...ok, seconds: 1.01 }), { api_availability: false, api_latency: true })
  assert.deepEqual(judgeRequest({ route: 'scrapePage', status: 503, seconds: 9 }), { api_availability: true })
  assert.deepEqual(judgeRequest({ route: null, status: 404, seconds: 0 }), { api_availability: false })
})

test('an answer about a website is no fault of the service, and a capture that ran out of time is a bad one', () => {
  const capture = (status: number) => judgeRequest({ route: 'captureNetwork', status, seconds: 5 })
  assert.deepEqual(capture(200), { api_availability: false, capture_success: false })
  assert.deepEqual(capture(422), { api_availability: false })
  assert.deepEqual(capture(502), { api_availability: false })
  assert.deepEqual(capture(504), { api_availability: false, capture_success: true })
  assert.deepEqual(capture(503), { api_availability: true, capture_success: true })
})

test('an objective is met up to its allowance', () => {
  assert.equal(levelOf('api_latency', { total: 0, bad: 0 }).status, 'no_data')
  assert.equal(levelOf('api_latency', { total: 100, bad: 1 }).status, 'met')
  assert.equal(levelOf('api_latency', { total: 100, bad: 2 }).status, 'missed')
})

test('requests of the last hour are counted, and older ones forgotten', async () => {
  const levels = new ServiceLevels(new FakeServiceEngine())
  const availability = async (atMs: number) => {
    const { total, bad } = (await levels.read(atMs)).find(({ name }) => name === 'api_availability') ?? {}
    return [total, bad]
  }
  levels.add({ ...ok, status: 500 }, minuteMs)
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
  const jobs = async (atMs: number) => (await levels.read(atMs)).find(({ name }) => name === 'job_completion')
  assert.deepEqual(await jobs(0), { name: 'job_completion', total: 20, bad: 2, allowed: 0.05, status: 'missed' })
  engine.endedJobs = { completed: 20, failed: 0 }
  assert.equal((await jobs(minuteMs - 1))?.bad, 2)
  assert.equal((await jobs(minuteMs))?.bad, 0)
  engine.fault = new Error('Temporal does not answer')
  assert.equal(await jobs(3 * minuteMs), undefined)
  engine.fault = null
  assert.equal((await jobs(3 * minuteMs))?.status, 'met')
})
