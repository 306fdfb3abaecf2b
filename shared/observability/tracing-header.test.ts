import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTraceParent, parseTraceParent, traceParentIn } from './tracing-header.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

test('a traceparent is read and written', () => {
  for (const sampled of [true, false]) {
    const text = `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`
    assert.deepEqual(parseTraceParent(text), { traceId, spanId, sampled })
    assert.equal(formatTraceParent({ traceId, spanId, sampled }), text)
  }
})

test('later versions may say more, and other flags are let be', () => {
  assert.deepEqual(parseTraceParent(`cc-${traceId}-${spanId}-03-more`), { traceId, spanId, sampled: true })
})

test('anything else is no traceparent', () => {
  const others = [
    undefined,
    null,
    7,
    '',
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01\n`,
  ]
  for (const other of others) assert.equal(parseTraceParent(other), null, String(other))
  for (const value of [null, 'text', {}, { traceparent: 1 }]) assert.equal(traceParentIn(value), null)
})
