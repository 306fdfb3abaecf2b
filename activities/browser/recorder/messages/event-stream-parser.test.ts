import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EventStreamParser, type StreamEvent } from './event-stream-parser.ts'

const parse = (...pieces: string[]): StreamEvent[] => {
  const parser = new EventStreamParser()
  return pieces.flatMap((piece) => parser.push(Buffer.from(piece)))
}
const message = (data: string, id = '', event = 'message'): StreamEvent => ({ event, id, data })

describe('event stream parser', () => {
  it('joins data lines by a line feed', () => {
    assert.deepEqual(parse('data: YHOO\ndata: +2\ndata: 10\n\n'), [message('YHOO\n+2\n10')])
  })

  it('ignores comments, unknown fields and events without data', () => {
    assert.deepEqual(parse(': hello\n\nretry: 10\nfoo: bar\nevent: x\n\ndata: 1\n\n'), [message('1')])
  })

  it('keeps the last id, resets it on an empty one and ignores one with NUL', () => {
    assert.deepEqual(parse('data: a\nid: 1\n\ndata: b\n\nid\ndata: c\n\nid: x\0y\ndata: d\n\n'), [
      message('a', '1'),
      message('b', '1'),
      message('c'),
      message('d'),
    ])
  })

  it('takes exactly one space off a value', () => {
    assert.deepEqual(parse('data:test\n\ndata:  test\n\ndata\n\ndata\ndata\n\n'), [
      message('test'),
      message(' test'),
      message(''),
      message('\n'),
    ])
  })

  it('ends lines at CR, LF and CRLF, wherever pieces are cut', () => {
    const text = 'event: tick\r\ndata: ä1\r\rdata: 2\n\n\r\ndata: 3\r\n\r\n'
    const whole = [message('ä1', '', 'tick'), message('2'), message('3')]
    assert.deepEqual(parse(text), whole)
    const bytes = Buffer.from(text)
    for (let cut = 0; cut <= bytes.length; cut++) {
      const parser = new EventStreamParser()
      assert.deepEqual(
        [...parser.push(bytes.subarray(0, cut)), ...parser.push(bytes.subarray(cut))],
        whole,
        `cut at ${cut}`,
      )
    }
  })

  it('drops a byte order mark, and an event that was not ended', () => {
    assert.deepEqual(parse('\uFEFFdata: 1\n\ndata: 2\n'), [message('1')])
  })
})
