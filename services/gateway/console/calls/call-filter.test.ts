import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleCall } from './testing/sample-call.ts'
import { filteredCalls, type CallFilterType } from './call-filter.ts'
import { callTotals } from './call-totals.ts'

const calls = [
  sampleCall({ id: 'page' }),
  sampleCall({ id: 'api', type: 'fetch', url: 'https://api.example.com/prices?id=7', method: 'POST', startMs: 50 }),
  sampleCall({ id: 'old', type: 'xhr', url: 'https://example.com/missing', status: 404 }),
  sampleCall({ id: 'socket', type: 'websocket', url: 'wss://example.com/live', timeMs: null, transferBytes: null }),
  sampleCall({ id: 'events', type: 'eventsource', url: 'https://example.com/events' }),
  sampleCall({ id: 'lost', type: 'fetch', state: 'failed', status: null, failure: 'net::ERR_CONNECTION_REFUSED' }),
]

const idsOf = (type: CallFilterType, text = ''): string[] => filteredCalls(calls, type, text).map(({ id }) => id)

test('types of calls are those of the buttons', () => {
  assert.equal(idsOf('All').length, 6)
  assert.deepEqual(idsOf('Document'), ['page'])
  assert.deepEqual(idsOf('Fetch/XHR'), ['api', 'old', 'lost'])
  assert.deepEqual(idsOf('WebSocket'), ['socket'])
  assert.deepEqual(idsOf('EventSource'), ['events'])
  assert.deepEqual(idsOf('Failed'), ['old', 'lost'])
})

test('words are found in method, address, status and failure, in any case; all have to occur', () => {
  assert.deepEqual(idsOf('All', 'API.example.com'), ['api'])
  assert.deepEqual(idsOf('All', 'post prices'), ['api'])
  assert.deepEqual(idsOf('All', '404'), ['old'])
  assert.deepEqual(idsOf('All', 'refused'), ['lost'])
  assert.deepEqual(idsOf('All', 'prices missing'), [])
  assert.deepEqual(idsOf('Fetch/XHR', '-api.example.com'), ['old', 'lost'])
  assert.deepEqual(idsOf('All', ' - '), idsOf('All'))
})

test('totals are those of the listed calls', () => {
  assert.deepEqual(callTotals(calls), { calls: 6, failed: 2, transferBytes: 25_600, durationMs: 150 })
  assert.deepEqual(callTotals([]), { calls: 0, failed: 0, transferBytes: 0, durationMs: 0 })
})
