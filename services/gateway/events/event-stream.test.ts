import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { describe, it } from 'node:test'
import { EventStream, eventText, retryText } from './event-stream.ts'

describe('the text of an event', () => {
  it('has its name, its id where it has one, and JSON in one line', () => {
    assert.equal(
      eventText('page', { url: 'https://e.com/' }, 7),
      'event: page\nid: 7\ndata: {"url":"https://e.com/"}\n\n',
    )
    assert.equal(eventText('end', {}, null), 'event: end\ndata: {}\n\n')
  })

  it('lets no content break out of its line', () => {
    const hostile = 'a\ndata: b\r\n\r\nevent: end\rid: 9\u2028\u0000'
    const lines = eventText('page', { error: hostile }, 1).split(/\r\n|\r|\n/)
    assert.deepEqual(
      lines.map((line) => line.split(':')[0]),
      ['event', 'id', 'data', '', ''],
    )
    assert.deepEqual(JSON.parse(lines[2]?.slice('data: '.length) ?? ''), { error: hostile })
  })
})

it('states how long clients have to wait', () => {
  assert.equal(retryText(2_000), 'retry: 2000\n\n')
})

describe('a stream whose connection takes nothing, although it has room', () => {
  const hour = 3_600_000

  /** @param takes whether the connection accepts data. */
  function openStream(takes: boolean) {
    const socket = new Duplex({
      read: () => undefined,
      write: (_chunk, _encoding, done) => {
        if (takes) done()
      },
    })
    const res = new ServerResponse(new IncomingMessage(socket as Socket))
    res.assignSocket(socket as Socket)
    const closed = Promise.withResolvers<void>()
    const stream = new EventStream(res, { keepAliveMs: hour, stalledMs: 5, lifeMs: hour }, closed.resolve)
    return { socket, stream, res, closed: closed.promise }
  }

  it('is gone soon after its end', async () => {
    for (const withinMs of [undefined, 5]) {
      const { socket, stream, closed } = openStream(false)
      await stream.write('event: page\n\n')
      stream.close(withinMs)
      assert.ok(!socket.destroyed)
      await closed
      assert.ok(socket.destroyed)
    }
  })

  it('ends as usual when it takes the rest', async () => {
    const { socket, stream, res } = openStream(true)
    await stream.write('event: page\n\n')
    stream.close()
    await new Promise((resolve) => res.once('finish', resolve))
    assert.ok(!socket.destroyed)
    socket.destroy()
  })
})
