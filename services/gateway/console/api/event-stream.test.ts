import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventParser } from './event-stream.ts'

test('events are complete with their empty line, however the text is cut', () => {
  const parser = new EventParser()
  assert.deepEqual(parser.push('id: 1\r\nevent: page\r\ndata: {"a":'), [])
  assert.deepEqual(parser.push('1}\r\n\r\n: still there\n\ndata: x\ndata: y\n\n'), [
    { event: 'page', data: '{"a":1}', id: '1' },
    { event: 'message', data: 'x\ny', id: '1' },
  ])
})

test('a stream that broke off leaves nothing in the next one but the newest id', () => {
  const parser = new EventParser()
  parser.push('id: 7\ndata: whole\n\nid: 8\ndata: {"broken')
  parser.restart()
  assert.equal(parser.lastId, '7')
  assert.deepEqual(parser.push('id: 8\ndata: whole\n\n'), [{ event: 'message', data: 'whole', id: '8' }])
})
