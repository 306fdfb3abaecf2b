import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { lastNumberOf } from './job-events.ts'
import { JobEngineUnavailableError } from '../engine/job-engine.ts'
import {
  finish,
  finishedJob,
  ids,
  listen,
  notesUpTo,
  numbers,
  quick,
  runningJob,
  runTo,
  until,
} from '../testing/event-jobs.ts'
import { EventReader } from '../testing/event-reader.ts'
import { lifecycleView, newJobId, pageNote, putJob, putRecord } from '../testing/fake-ports.ts'
import { testGateway } from '../testing/test-gateway.ts'

describe('a stream of a finished job', () => {
  it('has its status, every page with its number, and the final status with links, and ends', async (t) => {
    const gateway = await testGateway(t)
    const id = finishedJob(gateway, 3)
    const reader = await listen(t, gateway, id, { 'x-request-id': 'asked' })
    const { headers, status } = reader.response
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/event-stream')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('x-accel-buffering'), 'no')
    assert.equal(headers.get('x-request-id'), 'asked')
    const events = await reader.rest()
    assert.deepEqual(
      events.map(({ event, id: number }) => [event, number]),
      [
        ['progress', null],
        ['page', '1'],
        ['page', '2'],
        ['page', '3'],
        ['end', 'end'],
      ],
    )
    const [progress, first] = events
    assert.ok(!('s3PresignedUrls' in (progress?.data ?? {})))
    assert.deepEqual(first?.data, { ...pageNote({ url: 'https://e.com/0' }), fetchedAt: null })
    const { body } = await gateway.call('GET', `/crawl/${id}`)
    assert.deepEqual({ ...events.at(-1)?.data, request_id: body['request_id'] }, body)
    assert.ok(reader.raw.startsWith('retry: 2000\n\n'))
  })

  it('continues after the last event that the client has had', async (t) => {
    const gateway = await testGateway(t)
    const id = finishedJob(gateway, 1_200)
    for (const last of [1, 249, 250, 1_000, 1_199]) {
      const events = await (await listen(t, gateway, id, { 'last-event-id': String(last) })).rest()
      assert.deepEqual(ids(events), numbers(1_200, last + 1))
      assert.equal(events.at(-1)?.event, 'end')
    }
  })

  it('is no more for a client that has had its end, so that clients of the standard stop', async (t) => {
    const gateway = await testGateway(t)
    const headers = { 'last-event-id': 'end' }
    for (const [method, path] of [
      ['GET', `/crawl/${finishedJob(gateway, 3)}/events`],
      ['HEAD', `/crawl/${finishedJob(gateway, 0)}/events`],
    ] as const) {
      const answer = await gateway.call(method, path, { headers })
      assert.equal(answer.status, 204)
      assert.equal(answer.text, '')
      assert.equal(answer.headers.get('content-type'), null)
    }
    await until(() => gateway.feeds.size === 0)
    assert.equal((await gateway.call('GET', `/crawl/${newJobId()}/events`, { headers })).status, 404)
    const running = await listen(t, gateway, runningJob(gateway, 1), headers)
    assert.deepEqual(ids(await running.until('page')), ['1'])
  })

  it('does not end as if complete when the job is removed in the middle', async (t) => {
    const gateway = await testGateway(t)
    const id = finishedJob(gateway, 600)
    const read = gateway.notes.read.bind(gateway.notes)
    t.mock.method(gateway.notes, 'read', async (...asked: Parameters<typeof read>) => {
      const notes = await read(...asked)
      gateway.notes.ofJob.clear()
      gateway.store.objects.clear()
      gateway.engine.workflows.clear()
      return notes
    })
    const events = await (await listen(t, gateway, id)).rest()
    assert.deepEqual(ids(events), numbers(250))
    assert.ok(events.every(({ event }) => event !== 'end'))
  })

  it('begins at the first page after an invalid id', async (t) => {
    const gateway = await testGateway(t)
    const id = finishedJob(gateway, 2)
    for (const last of ['', 'x', '-1', '1e3', '12345678901234567890']) {
      assert.deepEqual(ids(await (await listen(t, gateway, id, { 'last-event-id': last })).rest()), ['1', '2'])
    }
    assert.deepEqual(ids(await (await listen(t, gateway, id, { 'last-event-id': '7' })).rest()), [])
    assert.equal(lastNumberOf(undefined), 0)
  })

  it('exists under /v1, with a query, and for a batch', async (t) => {
    const gateway = await testGateway(t)
    const id = newJobId('batch')
    putJob(gateway.engine, id, lifecycleView({ state: 'failed' }), null)
    putRecord(gateway.store, id, {
      kind: 'batch',
      status: 'failed',
      error: 'no budget',
      total: 0,
      completed: 0,
      failed: 0,
    })
    const reader = await EventReader.open(`${gateway.url}/v1/batch/scrape/${id}/events?after=4`, 'acme-key')
    const end = (await reader.rest()).at(-1)
    assert.equal(end?.event, 'end')
    assert.equal(end.data['status'], 'failed')
    assert.equal(end.data['error'], 'no budget')
  })

  it('answers HEAD with headers alone', async (t) => {
    const gateway = await testGateway(t)
    const { status, headers, text } = await gateway.call('HEAD', `/crawl/${finishedJob(gateway, 3)}/events`)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/event-stream')
    assert.equal(text, '')
    await until(() => gateway.feeds.size === 0)
  })

  it('does not end before its pages could be read', async (t) => {
    const gateway = await testGateway(t, { feedTimes: quick })
    const id = finishedJob(gateway, 2)
    gateway.notes.fault = new StoreUnavailableError('away')
    const reader = await listen(t, gateway, id)
    assert.equal((await reader.next())?.event, 'progress')
    gateway.notes.fault = null
    assert.deepEqual(
      (await reader.rest()).map(({ event }) => event),
      ['page', 'page', 'end'],
    )
  })
})

describe('a stream of a running job', () => {
  it('reports progress when there is any, pages as they come, and the end', async (t) => {
    const gateway = await testGateway(t, { feedTimes: quick })
    const id = runningJob(gateway, 1)
    const reader = await listen(t, gateway, id)
    const first = await reader.until('page')
    assert.deepEqual(
      first.map(({ event }) => event),
      ['progress', 'page'],
    )
    assert.equal(first[0]?.data['status'], 'crawling')
    runTo(gateway, id, 4)
    const [progress, ...pages] = [await reader.next(), await reader.next(), await reader.next(), await reader.next()]
    assert.equal(progress?.event, 'progress')
    assert.equal(progress.data['completed'], 4)
    assert.deepEqual(
      pages.map((page) => page?.id),
      ['2', '3', '4'],
    )
    finish(gateway, id)
    const rest = await reader.rest()
    assert.deepEqual(
      rest.map(({ event, data }) => [event, data['status']]),
      [
        ['progress', 'completed'],
        ['end', 'completed'],
      ],
    )
  })

  it('has every page once also when notes come later than counters', async (t) => {
    const gateway = await testGateway(t, { feedTimes: quick })
    const id = runningJob(gateway, 3)
    gateway.notes.ofJob.set(id, [])
    const reader = await listen(t, gateway, id)
    assert.equal((await reader.next())?.event, 'progress')
    gateway.notes.ofJob.set(id, notesUpTo(2))
    assert.deepEqual([(await reader.next())?.id, (await reader.next())?.id], ['1', '2'])
    gateway.notes.ofJob.set(id, notesUpTo(3))
    finish(gateway, id)
    assert.deepEqual(ids(await reader.rest()), ['3'])
  })

  it('waits for the record of a cancelled job', async (t) => {
    const gateway = await testGateway(t, { feedTimes: quick })
    const id = runningJob(gateway, 1)
    putJob(gateway.engine, id, lifecycleView({ cancelRequested: true }), null)
    const reader = await listen(t, gateway, id)
    assert.equal((await reader.next())?.data['status'], 'cancelled')
    finish(gateway, id, 'cancelled')
    const rest = await reader.rest()
    assert.deepEqual(ids(rest), ['1'])
    assert.equal(rest.at(-1)?.event, 'end')
    assert.equal(rest.at(-1)?.data['status'], 'cancelled')
  })

  it('continues when engine and store were unavailable', async (t) => {
    const gateway = await testGateway(t, { feedTimes: { ...quick, keepAliveMs: 5 } })
    const id = runningJob(gateway, 1)
    const reader = await listen(t, gateway, id)
    await reader.until('page')
    const away = new StoreUnavailableError('away')
    gateway.engine.fault = new JobEngineUnavailableError('away')
    gateway.store.fault = away
    gateway.notes.fault = away
    const before = reader.raw.length
    while (!reader.raw.slice(before).includes(':\n\n')) assert.ok(await reader.more())
    gateway.engine.fault = null
    gateway.store.fault = null
    runTo(gateway, id, 2)
    assert.equal((await reader.next())?.event, 'progress')
    gateway.notes.fault = null
    assert.equal((await reader.next())?.id, '2')
  })

  it('ends without more when the job is gone', async (t) => {
    const gateway = await testGateway(t, { feedTimes: quick })
    const id = runningJob(gateway, 1)
    const reader = await listen(t, gateway, id)
    await reader.until('page')
    gateway.engine.workflows.clear()
    assert.deepEqual(await reader.rest(), [])
    assert.equal((await gateway.call('GET', `/crawl/${id}/events`)).status, 404)
    assert.equal(gateway.feeds.size, 0)
  })

  it('ends when it has become old, for the client to show its key again', async (t) => {
    const gateway = await testGateway(t, { feedTimes: { lifeMs: 2_000 } })
    const reader = await listen(t, gateway, runningJob(gateway, 1))
    assert.deepEqual(
      (await reader.rest()).map(({ event }) => event),
      ['progress', 'page'],
    )
    await until(() => gateway.feeds.size === 0)
  })

  it('is cut and logged by an unexpected fault', async (t) => {
    const gateway = await testGateway(t, { feedTimes: quick })
    const id = runningJob(gateway, 1)
    const reader = await listen(t, gateway, id)
    await reader.until('page')
    gateway.engine.fault = new TypeError('a bug')
    await assert.rejects(reader.rest())
    assert.ok(gateway.log.some(({ msg, code }) => msg === 'request failed' && code === 'internal_error'))
    gateway.engine.fault = null
    assert.equal((await (await listen(t, gateway, id)).next())?.event, 'progress')
  })
})

describe('who may listen', () => {
  it('is answered the same 404 for ids that are unknown, of another tenant or of another kind', async (t) => {
    const gateway = await testGateway(t)
    const mine = finishedJob(gateway, 1)
    const asked = [
      await gateway.call('GET', `/crawl/${newJobId()}/events`),
      await gateway.call('GET', `/crawl/${mine}/events`, { key: 'other-key' }),
      await gateway.call('GET', `/batch/scrape/${mine}/events`),
      await gateway.call('GET', '/crawl/x/events'),
    ]
    for (const { status, headers, body } of asked) {
      assert.equal(status, 404)
      assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8')
      assert.deepEqual({ ...body, instance: '', request_id: '' }, { ...asked[0]?.body, instance: '', request_id: '' })
    }
    assert.equal((await gateway.call('GET', `/crawl/${mine}/events`, { key: null })).status, 401)
  })

  it('hears nothing of a job that another tenant listens to', async (t) => {
    const gateway = await testGateway(t)
    const id = runningJob(gateway, 1)
    await (await listen(t, gateway, id)).until('page')
    assert.equal((await gateway.call('GET', `/crawl/${id}/events`, { key: 'other-key' })).status, 404)
  })

  it('is answered 503 while engine or store are unavailable', async (t) => {
    const gateway = await testGateway(t)
    const id = finishedJob(gateway, 1)
    gateway.store.fault = new StoreUnavailableError('away')
    assert.equal((await gateway.call('GET', `/crawl/${id}/events`)).body['code'], 'result_store_unavailable')
    gateway.engine.fault = new JobEngineUnavailableError('away')
    const { status, body } = await gateway.call('GET', `/crawl/${id}/events`)
    assert.equal(status, 503)
    assert.equal(body['code'], 'workflow_service_unavailable')
    assert.equal(gateway.feeds.size, 0)
  })

  it('is answered 429 with as many streams open as the key may have, until one has ended', async (t) => {
    const gateway = await testGateway(t, { streamsMax: 2 })
    const id = runningJob(gateway, 0)
    const readers = [await listen(t, gateway, id), await listen(t, gateway, id)]
    const { status, headers, body } = await gateway.call('GET', `/crawl/${id}/events`)
    assert.equal(status, 429)
    assert.equal(body['code'], 'concurrency_limit_reached')
    assert.ok(Number(headers.get('retry-after')) >= 1)
    readers[0]?.close()
    await until(() => gateway.feeds.listeners === 1)
    assert.equal((await listen(t, gateway, id)).response.status, 200)
  })
})
