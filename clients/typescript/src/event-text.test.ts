import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventReader } from './event-text.ts'

const text =
  ': comment\nretry: 20\n\nevent: page\nid: 1\ndata: {"a":\ndata:1}\n\r\nevent:x\r\ndata:  two\r\n\r\ndata: last\n\nid: 2\n\ndata: half'
const expected = [
  { event: 'page', data: '{"a":\n1}', id: '1' },
  { event: 'x', data: ' two', id: '1' },
  { event: 'message', data: 'last', id: '1' },
]

test('events are the same however the text is cut', () => {
  for (let size = 1; size <= text.length; size += 1) {
    const reader = new EventReader()
    const events = []
    for (let at = 0; at < text.length; at += size) events.push(...reader.push(text.slice(at, at + size)))
    assert.deepEqual(events, expected, `pieces of ${size}`)
    assert.equal(reader.retryMs, 20)
  }
})

test('an id applies to the events that follow', () => {
  const reader = new EventReader('7')
  assert.deepEqual(reader.push('data: a\n\nid: 8\ndata: b\n\n'), [
    { event: 'message', data: 'a', id: '7' },
    { event: 'message', data: 'b', id: '8' },
  ])
})
