import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { finish, finishedJob, ids, listen, notesUpTo, numbers, quick, runningJob, until } from './testing/event-jobs.ts'
import { lifecycleView } from './testing/fake-ports.ts'
import { testGateway } from './testing/test-gateway.ts'

describe('many listeners', () => {
  it('all get the same, with one look and one read of notes for all', async (t) => {
    const gateway = await testGateway(t, { feedTimes: quick })
    const id = runningJob(gateway, 600)
    const reads = t.mock.method(gateway.notes, 'read')
    const describes = t.mock.method(gateway.engine, 'describe')
    const readers = await Promise.all(Array.from({ length: 50 }, () => listen(t, gateway, id)))
    const taken = readers.map((reader) => reader.rest())
    await until(() => gateway.feeds.listeners === 50)
    let looks = 0
    gateway.engine.onDescribe = (asked) => {
      if (asked === runIdOf(id)) looks += 1
      if (looks === 10) finish(gateway, id)
    }
    for (const events of await Promise.all(taken)) {
      assert.deepEqual(ids(events), numbers(600))
      assert.equal(events.at(-1)?.event, 'end')
    }
    assert.ok(looks <= 12, `${looks} looks`)
    // Three portions, the last of them again at each poll; a busy machine polls many times while the listeners connect.
    const readsMax = 5 + describes.mock.callCount()
    assert.ok(reads.mock.callCount() <= readsMax, `${reads.mock.callCount()} reads of ${readsMax}`)
    await until(() => gateway.feeds.size === 0)
  })

  it('leave nothing behind when they go', async (t) => {
    const gateway = await testGateway(t, { streamsMax: 10, feedTimes: { lookIntervalMs: 50 } })
    const id = runningJob(gateway, 300)
    const other = runningJob(gateway, 0)
    for (let round = 0; round < 40; round += 1) {
      const readers = await Promise.all([id, id, id, other, other].map((job) => listen(t, gateway, job)))
      if (round % 2 === 0) await readers[0]?.next()
      for (const reader of readers) reader.close()
      await until(() => gateway.feeds.listeners === 0)
    }
    assert.equal(gateway.feeds.size, 0)
    // While the job of another listener is looked at ten times, the jobs that were left are not looked at.
    const third = runningJob(gateway, 0)
    const looks = { left: 0, third: 0 }
    gateway.engine.onDescribe = (asked) => {
      if (asked === runIdOf(third)) looks.third += 1
      else if ([id, other].some((left) => asked === left || asked === runIdOf(left))) looks.left += 1
    }
    await listen(t, gateway, third)
    await until(() => looks.third >= 10)
    assert.equal(looks.left, 0)
  })

  it('leave nothing behind when they go before their job could be read', async (t) => {
    const gateway = await testGateway(t, { streamsMax: 1 })
    const id = runningJob(gateway, 1)
    const asked = Promise.withResolvers<void>()
    const going = Promise.withResolvers<ReturnType<typeof lifecycleView>>()
    const looks = t.mock.method(gateway.engine, 'describe', () => {
      asked.resolve()
      return going.promise
    })
    const gone = new AbortController()
    const headers = { authorization: 'Bearer acme-key' }
    const request = fetch(`${gateway.url}/crawl/${id}/events`, { headers, signal: gone.signal })
    await asked.promise
    gone.abort()
    await assert.rejects(request)
    await until(() => gateway.log.some(({ msg, aborted }) => msg === 'request' && aborted === true))
    looks.mock.restore()
    going.resolve(lifecycleView())
    await until(() => gateway.feeds.size === 0)
    assert.equal((await (await listen(t, gateway, id)).next())?.event, 'progress')
  })

  it('are disconnected one by one when they do not read, and slow no other listener', async (t) => {
    const gateway = await testGateway(t, {
      // Longer than a busy machine stalls: the other listener must not be disconnected.
      feedTimes: { stalledMs: 3_000 },
    })
    const id = finishedJob(gateway, 100)
    const long = 'x'.repeat(1_000_000)
    gateway.notes.ofJob.set(
      id,
      notesUpTo(100).map((note) => ({ ...note, error: long })),
    )
    const { hostname, port } = new URL(gateway.url)
    const socket: Socket = connect(Number(port), hostname)
    t.after(() => socket.destroy())
    socket.pause()
    socket.write(`GET /crawl/${id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer acme-key\r\n\r\n`)
    await until(() => gateway.feeds.listeners === 1)
    // Data that fits into the buffers of a connection is never waited for.
    const events = await (await listen(t, gateway, id, { 'last-event-id': '99' })).rest()
    assert.equal(events.at(-1)?.event, 'end')
    await until(() => gateway.feeds.listeners === 0)
    socket.on('error', () => undefined)
    socket.resume()
    if (!socket.closed) await once(socket, 'close')
    assert.ok(socket.bytesRead < 100 * long.length)
  })

  it('get everything at their own pace', async (t) => {
    const gateway = await testGateway(t)
    const id = finishedJob(gateway, 40)
    const long = 'ü'.repeat(500_000)
    gateway.notes.ofJob.set(
      id,
      notesUpTo(40).map((note) => ({ ...note, error: long })),
    )
    const reader = await listen(t, gateway, id)
    for (let number = 0; number <= 40; number += 1) {
      const event = await reader.next()
      if (number > 0) assert.ok(event?.data['error'] === long, `page ${number}`)
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.equal((await reader.next())?.event, 'end')
  })

  it('count while their jobs are being read', async (t) => {
    const gateway = await testGateway(t)
    const id = runningJob(gateway, 0)
    const read = Promise.withResolvers<ReturnType<typeof lifecycleView>>()
    const looks = t.mock.method(gateway.engine, 'describe', async () => await read.promise)
    const opening = [listen(t, gateway, id), listen(t, gateway, id)]
    await until(() => gateway.feeds.listeners === 2)
    assert.equal(gateway.feeds.size, 0)
    looks.mock.restore()
    read.resolve(lifecycleView())
    for (const reader of await Promise.all(opening)) assert.equal((await reader.next())?.event, 'progress')
    assert.equal(gateway.feeds.listeners, 2)
  })

  it('get an event to connect again when the process ends', async (t) => {
    const gateway = await testGateway(t)
    const readers = await Promise.all([0, 1, 2].map(() => listen(t, gateway, runningJob(gateway, 1))))
    for (const reader of readers) await reader.until('page')
    gateway.feeds.close()
    for (const reader of readers) assert.deepEqual(await reader.rest(), [])
    await until(() => gateway.feeds.size === 0)
    const late = await listen(t, gateway, runningJob(gateway, 1))
    assert.deepEqual(await late.rest(), [])
  })
})
