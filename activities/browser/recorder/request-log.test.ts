import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CDPSession, Protocol } from 'puppeteer'
import { CaptureClock } from './capture-clock.ts'
import type { TrafficSource } from './entry.ts'
import { toRecording } from './recording.ts'
import { RequestLog } from './request-log.ts'

const source: TrafficSource = { session: {} as CDPSession, keeper: () => null, targetType: 'page', targetId: 'F' }

type Sent = Protocol.Network.RequestWillBeSentEvent
type Received = Protocol.Network.ResponseReceivedEvent
type Failed = Protocol.Network.LoadingFailedEvent

const sent = (requestId: string, url: string, more: Partial<Sent> = {}): Sent =>
  ({
    requestId,
    loaderId: 'L',
    documentURL: 'http://a.test/',
    request: { url, method: 'GET', headers: { Accept: '*/*' } },
    timestamp: 1,
    wallTime: 1_000_001,
    initiator: { type: 'script' },
    redirectHasExtraInfo: false,
    type: 'Fetch',
    frameId: 'F',
    ...more,
  }) as Sent
const answer = (status: number, headers: Record<string, string> = {}): Protocol.Network.Response =>
  ({
    url: '',
    status,
    statusText: 'S',
    headers,
    mimeType: 'text/plain',
    encodedDataLength: 50,
  }) as Protocol.Network.Response
const received = (requestId: string, status: number, headers = {}): Received =>
  ({ requestId, timestamp: 1.5, response: answer(status, headers), hasExtraInfo: false }) as unknown as Received
const failed = (requestId: string, more: Partial<Failed> = {}): Failed => ({
  requestId,
  timestamp: 2,
  type: 'Fetch',
  errorText: 'net::ERR_ABORTED',
  canceled: true,
  ...more,
})

function newLog(): RequestLog {
  const ignore = (): void => {}
  return new RequestLog(
    new CaptureClock(),
    { started: ignore, responded: ignore, data: ignore, ended: ignore, shown: ignore, closed: ignore },
    null,
  )
}
const records = (log: RequestLog) => {
  log.settle()
  return toRecording(log, [], 0).requests
}

describe('request log', () => {
  it('makes one record of a redirect chain', () => {
    const log = newLog()
    log.willBeSent(source, sent('1', 'http://a.test/one'))
    const redirect = { redirectResponse: answer(302, { Location: '/two' }), timestamp: 1.2 }
    log.willBeSent(source, sent('1', 'http://a.test/two', redirect))
    log.responded(source, received('1', 200))
    log.finished(source, { requestId: '1', timestamp: 2, encodedDataLength: 80 })
    const [record, ...others] = records(log)
    assert.equal(others.length, 0)
    assert.deepEqual(
      record?.hops.map((hop) => [hop.url, hop.response?.status, hop.timeMs]),
      [
        ['http://a.test/one', 302, 200],
        ['http://a.test/two', 200, 800],
      ],
    )
    assert.deepEqual([record?.state, record?.wireBytes], ['finished', 130])
  })

  it('records a request once when two sessions report it', () => {
    const log = newLog()
    log.willBeSent(source, sent('1', 'http://a.test/worker.js'))
    log.willBeSent({ ...source, targetType: 'worker' }, sent('1', 'http://a.test/worker.js'))
    assert.deepEqual(
      records(log).map((record) => record.targetType),
      ['page'],
    )
  })

  it('distinguishes the end of a response without a body from an aborted one', () => {
    const log = newLog()
    const cases: [string, number, Record<string, string>, number][] = [
      ['no content', 204, {}, 0],
      ['all that was promised', 200, { 'content-length': '6' }, 6],
      ['less than was promised', 200, { 'content-length': '6' }, 3],
      ['no promise', 200, {}, 3],
    ]
    for (const [id, status, headers, dataLength] of cases) {
      log.willBeSent(source, sent(id, `http://a.test/${id}`))
      log.responded(source, received(id, status, headers))
      log.data({ requestId: id, timestamp: 1.6, dataLength, encodedDataLength: dataLength })
      log.failed(source, failed(id))
    }
    assert.deepEqual(
      records(log).map((record) => record.state),
      ['finished', 'finished', 'canceled', 'canceled'],
    )
  })

  it('always records a reason for a failure', () => {
    const log = newLog()
    const cases: Partial<Failed>[] = [
      { errorText: '', canceled: false },
      { errorText: '', canceled: true },
      { errorText: '', canceled: false, blockedReason: 'inspector' },
      {
        errorText: 'net::ERR_FAILED',
        canceled: false,
        corsErrorStatus: { corsError: 'MissingAllowOriginHeader', failedParameter: '' },
      },
    ]
    for (const [n, more] of cases.entries()) {
      log.willBeSent(source, sent(`${n}`, `http://a.test/${n}`))
      log.failed(source, failed(`${n}`, more))
    }
    assert.deepEqual(
      records(log).map(({ state, failure }) => [state, failure?.errorText, failure?.blockedReason, failure?.corsError]),
      [
        ['failed', 'net::ERR_FAILED', null, null],
        ['canceled', 'net::ERR_ABORTED', null, null],
        ['failed', '', 'inspector', null],
        ['failed', 'net::ERR_FAILED', null, 'MissingAllowOriginHeader'],
      ],
    )
  })

  it('folds a preflight into its request, whichever comes first', () => {
    const log = newLog()
    log.willBeSent(
      source,
      sent('P', 'http://b.test/', {
        type: 'Other',
        initiator: { type: 'preflight', requestId: '1' },
        request: { url: 'http://b.test/', method: 'OPTIONS', headers: {} } as Protocol.Network.Request,
      }),
    )
    log.willBeSent(source, sent('1', 'http://b.test/'))
    const [record, ...others] = records(log)
    assert.equal(others.length, 0)
    assert.equal(record?.preflight?.method, 'OPTIONS')
  })

  it('leaves out what never leaves the browser, and keeps open requests as pending', () => {
    const log = newLog()
    for (const url of ['data:text/plain,x', 'blob:http://a.test/1', 'about:blank'])
      log.willBeSent(source, sent(url, url))
    log.willBeSent(source, sent('1', 'http://a.test/open'))
    log.responded(source, received('1', 200))
    log.data({ requestId: '1', timestamp: 1.6, dataLength: 10, encodedDataLength: 15 })
    assert.deepEqual(
      records(log).map(({ state, wireBytes, decodedBytes }) => [state, wireBytes, decodedBytes]),
      [['pending', 65, 10]],
    )
  })

  it('keeps every preflight of a chain: the last with its request, the others as they are', () => {
    const log = newLog()
    const preflight = (id: string, url: string) =>
      sent(id, url, {
        initiator: { type: 'preflight', requestId: '1' },
        request: { url, method: 'OPTIONS', headers: {} } as Protocol.Network.Request,
      })
    log.willBeSent(source, sent('1', 'http://b.test/'))
    log.willBeSent(source, preflight('P', 'http://b.test/'))
    log.willBeSent(source, preflight('Q', 'http://c.test/'))
    const [record, other, ...more] = records(log)
    assert.equal(more.length, 0)
    assert.equal(record?.preflight?.url, 'http://c.test/')
    assert.deepEqual([other?.resourceType, other?.hops[0]?.url], ['preflight', 'http://b.test/'])
  })

  it('counts what is sent with the preflight, and the body once for every hop that sends it', () => {
    const log = newLog()
    log.willBeSent(source, sent('1', 'http://b.test/'))
    const [alone] = records(log)
    const head = alone?.sentBytes ?? 0
    log.willBeSent(source, sent('1', 'http://b.test/', { redirectResponse: answer(307), timestamp: 1.2 }))
    if (alone !== undefined) alone.requestBody = { kind: 'omitted', reason: 'not_available', bytes: 100 }
    assert.equal(records(log)[0]?.sentBytes, 2 * head + 200)
  })

  it('lists an answer to a request that was never reported', () => {
    const log = newLog()
    const response = { ...answer(200), url: 'http://a.test/popup', timing: { requestTime: 1.2 } }
    const event = { requestId: 'N', loaderId: 'N', frameId: 'F', type: 'Document', timestamp: 1.5, response }
    log.responded(source, event as unknown as Received)
    log.finished(source, { requestId: 'N', timestamp: 2, encodedDataLength: 80 })
    const [record] = records(log)
    assert.deepEqual(
      [record?.hops[0]?.url, record?.hops[0]?.timeMs, record?.state, record?.isNavigation, record?.isMainFrame],
      ['http://a.test/popup', 800, 'finished', true, true],
    )
  })

  it('gives up what a document had under way when another takes its place, and nothing newer', () => {
    const log = newLog()
    const at = (timestamp: number, more: Partial<Sent> = {}) => ({ timestamp, ...more })
    log.willBeSent(source, sent('old', 'http://a.test/old'))
    log.willBeSent(source, sent('frame', 'http://a.test/frame', at(1.1, { frameId: 'G', loaderId: 'K' })))
    log.willBeSent(source, sent('M', 'http://a.test/next', at(1.2, { loaderId: 'M', type: 'Document' })))
    log.responded(source, received('M', 200))
    log.willBeSent(source, sent('new', 'http://a.test/new', at(1.6, { loaderId: 'M' })))
    log.committed(source, { id: 'F', loaderId: 'M' })
    assert.deepEqual(
      records(log).map(({ hops, state, failure }) => [new URL(hops[0]?.url ?? '').pathname, state, failure?.errorText]),
      [
        ['/old', 'canceled', 'net::ERR_ABORTED'],
        ['/frame', 'canceled', 'net::ERR_ABORTED'],
        ['/next', 'pending', undefined],
        ['/new', 'pending', undefined],
      ],
    )
  })

  it('gives up the calls of a target that is gone, but not a navigation', () => {
    const log = newLog()
    log.willBeSent(source, sent('1', 'http://a.test/call'))
    log.willBeSent(source, sent('M', 'http://a.test/next', { loaderId: 'M', type: 'Document' }))
    log.gone(source)
    assert.deepEqual(
      records(log).map(({ state }) => state),
      ['canceled', 'pending'],
    )
  })

  it('orders requests by their start, whichever session reported first', () => {
    const log = newLog()
    log.willBeSent(source, sent('1', 'http://a.test/late', { timestamp: 3 }))
    log.willBeSent(source, sent('2', 'http://a.test/early', { timestamp: 2 }))
    assert.deepEqual(
      records(log).map(({ hops }) => hops[0]?.url),
      ['http://a.test/early', 'http://a.test/late'],
    )
  })

  it('waits for header events that come before their request', () => {
    const log = newLog()
    log.sentExtra({
      requestId: '1',
      headers: { Cookie: 'a=1' },
    } as unknown as Protocol.Network.RequestWillBeSentExtraInfoEvent)
    log.willBeSent(source, sent('1', 'http://a.test/'))
    assert.equal(records(log)[0]?.hops[0]?.requestHeaders['cookie'], 'a=1')
  })
})
