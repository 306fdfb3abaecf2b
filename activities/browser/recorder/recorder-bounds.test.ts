/**
 * Limits of what pages can make a recorder keep, measured as memory that remains after a garbage collection.
 * Needs a process of its own: it measures the memory of its process.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { CDPSession, Protocol } from 'puppeteer'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { Bodies } from './bodies.ts'
import { BodyStream } from './messages/body-stream.ts'
import { CaptureClock } from './capture-clock.ts'
import type { IsWanted } from './contract.ts'
import type { RecordedEntry, TrafficSource } from './entry.ts'
import { EventMessages } from './event-messages.ts'
import { EventStreamParser } from './messages/event-stream-parser.ts'
import { keepEvent } from './messages/kept-events.ts'
import { toRecording } from './recording.ts'
import { RecordingBudget } from './messages/recording-budget.ts'
import { RequestLog } from './request-log.ts'
import { Sockets } from './sockets.ts'
import { Traffic } from './traffic.ts'

const mib = 1024 * 1024
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const source: TrafficSource = { session: {} as CDPSession, keeper: () => null, targetType: 'page', targetId: 'F' }

/** Memory in use; freed memory is subtracted only some turns later. */
const heldBytes = async (): Promise<number> => {
  for (let round = 0; round < 4; round += 1) {
    collect()
    await new Promise(setImmediate)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Returns the memory that remains in use after feeding a recorder, while the recorder is alive. */
async function leftOf<Kept>(feed: () => Kept): Promise<{ bytes: number; kept: Kept }> {
  const before = await heldBytes()
  const kept = feed()
  return { bytes: (await heldBytes()) - before, kept }
}

const ignore = (): void => {}
const newLog = (): RequestLog =>
  new RequestLog(
    new CaptureClock(),
    { started: ignore, responded: ignore, data: ignore, ended: ignore, shown: ignore, closed: ignore },
    null,
  )

/** An independent string, as a message contains it. */
const fresh = (characters: number, of = 'x'): string => Buffer.alloc(characters, of).toString('latin1')

type Sent = Protocol.Network.RequestWillBeSentEvent
const sent = (id: string, url: string, more: Partial<Sent> = {}): Sent =>
  ({
    requestId: id,
    loaderId: 'L',
    documentURL: 'http://a.test/',
    request: { url, method: 'GET', headers: {} },
    timestamp: 1,
    wallTime: 1_000_001,
    initiator: { type: 'script' },
    redirectHasExtraInfo: false,
    type: 'Fetch',
    frameId: 'F',
    ...more,
  }) as Sent

describe('a recorder keeps a bounded part', () => {
  it('of large frames of a WebSocket, text and binary', async () => {
    const log = newLog()
    const sockets = new Sockets(log, new CaptureClock(), new RecordingBudget(20 * mib), 200, ignore)
    sockets.created(source, { requestId: 's', url: 'ws://a.test/' })
    const { bytes } = await leftOf(() => {
      for (let at = 0; at < 200; at += 1) {
        const response = { opcode: 1 + (at % 2), mask: false, payloadData: fresh(mib, 'QUJD') }
        sockets.frame(at % 3 === 0 ? 'sent' : 'received', { requestId: 's', timestamp: 1, response })
      }
      return sockets
    })
    const socket = log.records[0]?.record.socket
    assert.equal(socket?.frames.length, 200)
    assert.ok(
      socket.frames.every(({ truncated, payloadBytes }) => truncated && payloadBytes > captureLimits.frameMaxBytes),
    )
    assert.ok(bytes < 40 * mib, `${bytes} bytes for 200 frames of a MiB`)
  })

  it('of a frame beyond the bound, and all of one that is exactly as large', () => {
    const max = captureLimits.frameMaxBytes
    const log = newLog()
    const sockets = new Sockets(log, new CaptureClock(), new RecordingBudget(20 * mib), 200, ignore)
    sockets.created(source, { requestId: 's', url: 'ws://a.test/' })
    const sizes = [max - 1, max, max + 1]
    for (const opcode of [1, 2]) {
      for (const size of sizes) {
        const payloadData = Buffer.alloc(size, 'a').toString(opcode === 1 ? 'latin1' : 'base64')
        const response = { opcode, mask: false, payloadData }
        sockets.frame('received', { requestId: 's', timestamp: 1, response })
      }
    }
    const frames = log.records[0]?.record.socket?.frames ?? []
    assert.deepEqual(
      frames.map(({ payloadBytes, truncated }) => [payloadBytes, truncated]),
      [...sizes, ...sizes].map((size) => [size, size > max]),
    )
    const kept = frames.map(({ payload, payloadEncoding }) => Buffer.from(payload, payloadEncoding).length)
    assert.deepEqual(kept.slice(0, 3), [max - 1, max, max])
    assert.deepEqual(kept.slice(3, 5), [max - 1, max])
    assert.ok(kept[5]! <= max)
  })

  it('of events whose names, ids and data are large', async () => {
    const log = newLog()
    log.willBeSent(source, sent('e', 'http://a.test/events', { type: 'EventSource' }))
    const messages = new EventMessages(log, new CaptureClock(), new RecordingBudget(20 * mib), 200)
    const { bytes } = await leftOf(() => {
      for (let at = 0; at < 200; at += 1) {
        const event = { requestId: 'e', timestamp: 1, eventName: fresh(mib), eventId: fresh(mib), data: fresh(mib) }
        messages.received(event)
      }
      return messages
    })
    const record = log.records[0]?.record
    assert.equal(record?.eventsTotal, 200)
    assert.equal(record.events?.length, 200)
    assert.ok(bytes < 40 * mib, `${bytes} bytes for 200 events of 3 MiB`)
  })

  it('of small events that come in large pieces', async () => {
    const record = { events: null, eventsTotal: 0 } as unknown as RecordedEntry['record']
    const budget = new RecordingBudget(20 * mib)
    const { bytes } = await leftOf(() => {
      for (let at = 0; at < 100; at += 1) {
        const piece = Buffer.from(`data: a message that is short\n\n: ${fresh(2 * mib)}\n`)
        for (const event of new EventStreamParser().push(piece)) keepEvent(record, event, 0, 200, budget)
      }
      return record
    })
    assert.equal(record.events?.length, 100)
    assert.ok(bytes < 10 * mib, `${bytes} bytes for 100 short events`)
  })

  it('of URLs and headers, and counts the requests beyond it', async () => {
    const log = newLog()
    const count = 3_000
    const { bytes } = await leftOf(() => {
      for (let at = 0; at < count; at += 1) {
        const id = `r${at}`
        const headers = { 'x-large': fresh(50_000), 'x-other': fresh(10_000) }
        const request = { url: `http://a.test/${at}${fresh(20_000)}`, method: 'GET', headers }
        const documentURL = `http://a.test/${fresh(100_000)}`
        const initiator = { type: 'script', url: `http://a.test/${fresh(100_000, 'y')}` }
        log.willBeSent(source, sent(id, request.url, { request, documentURL, initiator } as unknown as Partial<Sent>))
        log.sentExtra({ requestId: id, headers } as unknown as Protocol.Network.RequestWillBeSentExtraInfoEvent)
        const response = { url: '', status: 200, statusText: fresh(50_000), headers, mimeType: fresh(50_000) }
        log.responded(source, { requestId: id, timestamp: 2, response, hasExtraInfo: true } as never)
        log.receivedExtra({
          requestId: id,
          statusCode: 200,
          headers,
          headersText: `HTTP/1.1 200 ${fresh(50_000)}\r\n${fresh(50_000)}`,
        } as unknown as Protocol.Network.ResponseReceivedExtraInfoEvent)
      }
      return log
    })
    assert.ok(bytes < 100 * mib, `${bytes} bytes for ${count} requests of half a MiB`)
    const recording = toRecording(log, [], 0)
    assert.equal(recording.requests.length + recording.requestsDropped, count)
    assert.ok(recording.requests.length > 100)
    // The first request was kept completely.
    assert.equal(String(recording.requests[0]?.hops[0]?.requestHeaders['x-large']).length, 50_000)
    assert.equal(recording.requests[0]?.hops[0]?.response?.status, 200)
  })

  it('of the heads of a page with ten thousand ordinary requests: all of them', () => {
    const log = newLog()
    const headers = Object.fromEntries(Array.from({ length: 10 }, (_value, at) => [`x-header-${at}`, 'v'.repeat(40)]))
    for (let at = 0; at < captureLimits.requestsKeptMax; at += 1) {
      const request = { url: `http://a.test/some/path/to/an/asset-${at}.png`, method: 'GET', headers }
      log.willBeSent(source, sent(`r${at}`, request.url, { request } as unknown as Partial<Sent>))
      log.sentExtra({ requestId: `r${at}`, headers } as unknown as Protocol.Network.RequestWillBeSentExtraInfoEvent)
      const response = { url: '', status: 200, statusText: 'OK', headers, mimeType: 'image/png' }
      log.responded(source, { requestId: `r${at}`, timestamp: 2, response, hasExtraInfo: false } as never)
    }
    assert.equal(log.dropped, 0)
    assert.equal(Object.keys(log.records.at(-1)?.hop.response?.headers ?? {}).length, 10)
  })

  it('of a hundred thousand requests, each of which is counted', async () => {
    const log = newLog()
    const count = 100_000
    const { bytes } = await leftOf(() => {
      for (let at = 0; at < count; at += 1) {
        log.willBeSent(source, sent(`r${at}`, `http://a.test/${at}`))
        const response = {
          url: `http://a.test/${at}`,
          status: 200,
          statusText: 'OK',
          headers: {},
          mimeType: 'text/css',
        }
        log.responded(source, { requestId: `r${at}`, timestamp: 2, response, hasExtraInfo: false } as never)
        log.finished(source, { requestId: `r${at}`, timestamp: 3, encodedDataLength: 10 })
      }
      return log
    })
    assert.equal(log.records.length, captureLimits.requestsKeptMax)
    assert.equal(log.dropped, count - captureLimits.requestsKeptMax)
    assert.ok(bytes < 60 * mib, `${bytes} bytes for ${count} requests`)
  })

  it('of redirects to long addresses', async () => {
    const log = newLog()
    log.willBeSent(source, sent('r', 'http://a.test/'))
    const { bytes } = await leftOf(() => {
      for (let at = 0; at < 200; at += 1) {
        const redirectResponse = { url: '', status: 302, statusText: '', headers: {}, mimeType: '' }
        const url = `http://a.test/${at}${fresh(mib)}`
        log.willBeSent(source, sent('r', url, { redirectResponse } as unknown as Partial<Sent>))
      }
      return log
    })
    assert.equal(log.records[0]?.record.hops.length, 201)
    assert.ok(bytes < 64 * mib, `${bytes} bytes for 200 redirects of a MiB`)
  })

  it('of a stream whose beginning never comes, and of one that comes byte by byte', async () => {
    const early = new BodyStream(mib, new RecordingBudget(20 * mib), ignore)
    const { bytes } = await leftOf(() => {
      for (let at = 0; at < 200; at += 1) early.push(Buffer.alloc(mib), 1)
      return early
    })
    assert.ok(bytes < 20 * mib, `${bytes} bytes of a stream that was not opened`)
    assert.ok(early.overBudget)

    const slow = new BodyStream(mib, new RecordingBudget(20 * mib), ignore)
    const byByte = await leftOf(() => {
      slow.open(Buffer.alloc(0), 1)
      for (let at = 0; at < mib; at += 1) slow.push(Buffer.from([at & 0x7f]), 1)
      return slow
    })
    assert.ok(byByte.bytes < 10 * mib, `${byByte.bytes} bytes of a stream of single bytes`)
    assert.equal(slow.content().length, mib)
    assert.equal(slow.content()[200], 200 & 0x7f)
  })
})

describe('requests that the caller does not want', () => {
  const isWanted: IsWanted = ({ hops }) => hops.some(({ url }) => url.includes('/api/'))

  /** Records requests whose answers have a MiB each, with a budget for one of them and a small request body. */
  function lab() {
    const read: string[] = []
    const send = async (_method: string, { requestId }: { requestId: string }): Promise<unknown> => {
      read.push(requestId)
      return await Promise.resolve({ body: fresh(mib), base64Encoded: false })
    }
    const asked: TrafficSource = { ...source, session: { send } as unknown as CDPSession }
    const bounds = {
      responseBodyMaxBytes: mib,
      requestBodyMaxBytes: mib,
      bodiesMaxBytes: mib + 100,
      callsMax: 10,
      framesPerCallMax: 10,
    }
    const clock = new CaptureClock()
    const bodies = new Bodies(bounds, 'calls', new RecordingBudget(bounds.bodiesMaxBytes), clock, isWanted)
    const log = new RequestLog(
      clock,
      {
        started: (entry, request) => bodies.started(entry, request!),
        responded: (entry) => bodies.responded(entry),
        data: (entry, event) => bodies.data(entry, event),
        ended: (entry) => bodies.ended(entry),
        shown: ignore,
        closed: ignore,
      },
      null,
    )
    const post = (url: string, body: string): Partial<Sent> => ({
      request: {
        url,
        method: 'POST',
        headers: {},
        hasPostData: true,
        postDataEntries: [{ bytes: Buffer.from(body).toString('base64') }],
      } as unknown as Sent['request'],
    })
    const load = (id: string, path: string, body: string, redirect?: string): void => {
      const url = `http://a.test${path}`
      log.willBeSent(asked, sent(id, url, post(url, body)))
      if (redirect !== undefined) {
        const redirectResponse = { url, status: 307, statusText: '', headers: {}, mimeType: '' }
        const next = `http://a.test${redirect}`
        log.willBeSent(asked, sent(id, next, { ...post(next, body), redirectResponse } as unknown as Partial<Sent>))
      }
      const response = { url, status: 200, statusText: '', headers: {}, mimeType: 'text/plain', charset: 'utf-8' }
      log.responded(asked, { requestId: id, timestamp: 2, response, hasExtraInfo: false } as never)
      log.finished(asked, { requestId: id, timestamp: 3, encodedDataLength: mib })
    }
    return { log, bodies, read, load }
  }

  it('take nothing of the budget, and none of their bodies is read', async () => {
    const { log, bodies, read, load } = lab()
    for (let at = 0; at < 5; at += 1) load(`v${at}`, '/video', 'b'.repeat(60))
    load('old', '/old', 'b'.repeat(60), '/api/')
    await bodies.flush(log.records, 1_000)
    assert.deepEqual(read, ['old'])
    const kinds = log.records.map(({ record }) => [record.requestBody?.kind, record.responseBody.kind])
    assert.deepEqual(kinds, [...Array.from({ length: 5 }, () => ['omitted', 'omitted']), ['kept', 'kept']])
  })

  it('have their messages only counted', () => {
    const log = newLog()
    const clock = new CaptureClock()
    const budget = new RecordingBudget(10)
    const sockets = new Sockets(log, clock, budget, 200, ignore, isWanted)
    const messages = new EventMessages(log, clock, budget, 200, isWanted)
    for (const place of ['video', 'api/']) {
      sockets.created(source, { requestId: `s-${place}`, url: `ws://a.test/${place}` })
      log.willBeSent(source, sent(`e-${place}`, `http://a.test/${place}`, { type: 'EventSource' }))
      const response = { opcode: 1, mask: false, payloadData: 'five!' }
      sockets.frame('received', { requestId: `s-${place}`, timestamp: 1, response })
      messages.received({ requestId: `e-${place}`, timestamp: 1, eventName: '', eventId: '', data: 'five!' })
    }
    assert.deepEqual(
      log.records.map(({ record }) => record.socket?.frames.length ?? record.events?.length),
      [0, 0, 1, 1],
    )
    assert.deepEqual(
      log.records.map(({ record }) => record.socket?.framesReceived ?? record.eventsTotal),
      [1, 1, 1, 1],
    )
  })
})

describe('requests that are open by the thousand', () => {
  it('are not inspected again for each of them', async () => {
    const traffic = new Traffic()
    let looks = 0
    traffic.onChange(() => {
      looks += 1
    })
    const log = newLog()
    const count = 5_000
    for (let at = 0; at < count; at += 1) {
      log.willBeSent(source, sent(`r${at}`, `http://a.test/${at}`))
      traffic.started(log.records.at(-1)!)
      traffic.changed()
    }
    assert.ok(looks <= captureLimits.openWatchedMax + 5, `${looks} looks`)
    await new Promise((resolve) => setTimeout(resolve, 4 * captureLimits.openChangeMs))
    // The last change is reported as well.
    assert.ok(looks > captureLimits.openWatchedMax)
    for (const entry of log.records) traffic.ended(entry)
    const before = looks
    traffic.changed()
    assert.equal(looks, before + 1)
  })

  it('are each given up once when documents follow one another', () => {
    const log = newLog()
    for (let at = 0; at < 2_000; at += 1) log.willBeSent(source, sent(`r${at}`, `http://a.test/${at}`))
    log.gone(source)
    assert.ok(log.records.every(({ ended, record }) => ended && record.state === 'canceled'))
    log.gone(source)
    assert.equal(log.records.length, 2_000)
  })
})
