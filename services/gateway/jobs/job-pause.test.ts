import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import { setPaused } from './job-pause.ts'
import { lifecycleView, newJobId, putJob, putRecord, runView } from '../testing/fake-ports.ts'
import { testGateway } from '../testing/test-gateway.ts'
import { statusPorts } from '../testing/status-ports.ts'

const counters = { total: 3, completed: 2, failed: 0, pending: 4 }
const endsBy = new Date('2026-01-02T00:00:00.000Z')

for (const kind of ['crawl', 'batch'] as const) {
  const path = kind === 'crawl' ? '/crawl' : '/batch/scrape'

  test(`a running ${kind} is paused and resumed, as every read shows`, async (t) => {
    const { engine, store, call } = await testGateway(t)
    const id = newJobId(kind)
    store.objects.set(inputKey({ tenant: 'acme', id }), JSON.stringify({ id, tag: [] }))
    putJob(engine, id, lifecycleView({ memo: { ...lifecycleView().memo, kind } }), runView(counters, { endsBy }))
    assert.equal((await call('GET', `${path}/${id}`)).body['paused'], false)

    const paused = await call('POST', `${path}/${id}/pause`)
    assert.deepEqual([paused.status, paused.body['paused'], paused.body['id']], [200, true, id])
    assert.deepEqual(paused.body['warnings'], [
      'the job is paused, and its time budget (scheduleToCloseTimeoutSecs) keeps running: unless it is resumed, it fails at 2026-01-02T00:00:00.000Z with the results so far',
    ])
    // One of its three pages had begun: it is attempted again.
    assert.deepEqual([paused.body['total'], paused.body['inFlight']], [3, 1])
    // The job keeps what was reported, for gateways that start later.
    const reported = { total: 3, completed: 2, failed: 0, stalls: 0 }
    assert.deepEqual(engine.workflows.get(id)?.memo['reported'], reported)
    const read = await call('GET', `${path}/${id}`)
    assert.equal(read.body['paused'], true)

    const again = await call('POST', `${path}/${id}/pause`)
    assert.deepEqual([again.status, again.body['paused']], [200, true])

    const resumed = await call('POST', `/v1${path}/${id}/resume`)
    assert.deepEqual([resumed.status, resumed.body['paused'], resumed.body['warnings']], [200, false, []])
    assert.equal((await call('POST', `${path}/${id}/resume`)).status, 200)
    // Every request is sent as a signal: the status may lag behind a stored request.
    const sent = ['pause', 'pause', 'resume', 'resume'].map((name) => [id, name])
    assert.deepEqual(engine.signals, sent)
  })
}

test('a job that has ended or is about to can neither be paused nor resumed', async (t) => {
  const { engine, store, call } = await testGateway(t)
  const [over, archiving, recorded, cancelled] = [newJobId(), newJobId(), newJobId(), newJobId()]
  putRecord(store, over)
  putRecord(store, recorded)
  for (const id of [archiving, recorded]) {
    store.objects.set(inputKey({ tenant: 'acme', id }), JSON.stringify({ id, tag: [] }))
    putJob(engine, id, lifecycleView(), runView(counters, { state: 'completed' }))
  }
  putJob(engine, cancelled, lifecycleView({ cancelRequested: true }), runView(counters))
  for (const id of [over, archiving, recorded, cancelled]) {
    for (const what of ['pause', 'resume']) {
      const { status, body } = await call('POST', `/crawl/${id}/${what}`)
      assert.deepEqual([status, body['code']], [409, 'job_finished'], what)
    }
  }
  assert.deepEqual(engine.signals, [])
})

test('a job whose history has become long by pauses is paused no more, and can still be resumed', async (t) => {
  const { engine, call } = await testGateway(t)
  const long = { historyLength: gatewayLimits.pauseHistoryEventsMax + 1 }
  const [running, paused] = [newJobId(), newJobId()]
  putJob(engine, running, lifecycleView(long), runView(counters))
  putJob(engine, paused, lifecycleView(long), runView(counters, { memo: { counters, warnings: [], paused: true } }))
  for (const what of ['pause', 'resume']) {
    const { status, body } = await call('POST', `/crawl/${running}/${what}`)
    assert.deepEqual([status, body['code']], [422, 'limit_exceeded'], what)
    assert.match(String(body['detail']), /paused and resumed about a thousand times/)
  }
  assert.deepEqual(engine.signals, [])
  const resumed = await call('POST', `/crawl/${paused}/resume`)
  assert.deepEqual([resumed.status, resumed.body['paused']], [200, false])
})

test('an unknown id, one of another kind and one of another tenant are the same', async (t) => {
  const { engine, call } = await testGateway(t)
  const foreign = newJobId()
  putJob(engine, foreign, lifecycleView({ memo: { ...lifecycleView().memo, tenant: 'other' } }), runView(counters))
  const own = newJobId()
  putJob(engine, own, lifecycleView(), runView(counters))
  for (const path of [`/crawl/${foreign}`, `/crawl/${newJobId()}`, `/batch/scrape/${own}`, '/crawl/none']) {
    const { status, body } = await call('POST', `${path}/pause`)
    assert.deepEqual([status, body['code']], [404, 'job_not_found'], path)
  }
})

test('a pause that no worker has processed is not reported as done', async (t) => {
  const { engine, store } = await testGateway(t)
  const id = newJobId()
  putJob(engine, id, lifecycleView(), runView(counters))
  engine.signal = async () => await Promise.resolve(true)
  const ports = statusPorts({ engine, store })
  const question = { kind: 'crawl' as const, id, tenant: 'acme' }
  await assert.rejects(setPaused(question, true, ports, 100), {
    code: 'workflow_service_unavailable',
    message: /is stored, but no worker has processed it yet/,
  })
})

test('a job whose archives are begun while it is being paused is answered as a finished one', async (t) => {
  const { engine, call } = await testGateway(t)
  const id = newJobId()
  putJob(engine, id, lifecycleView(), runView(counters))
  engine.signal = async () => {
    putJob(engine, id, lifecycleView(), runView(counters, { state: 'completed' }))
    return await Promise.resolve(true)
  }
  const { status, body } = await call('POST', `/crawl/${id}/pause`)
  assert.deepEqual([status, body['code']], [409, 'job_finished'])
  assert.match(String(body['detail']), /the pages of the job have ended and its archives are being written/)
})

test('a job that ends while it is being paused is answered as a finished one', async (t) => {
  const { engine, store, call } = await testGateway(t)
  const id = newJobId()
  putJob(engine, id, lifecycleView(), runView(counters))
  engine.signal = async () => {
    putRecord(store, id)
    putJob(engine, id, lifecycleView({ state: 'completed' }), runView(counters, { state: 'completed' }))
    return await Promise.resolve(false)
  }
  const { status, body } = await call('POST', `/crawl/${id}/pause`)
  assert.deepEqual([status, body['code']], [409, 'job_finished'])
})
