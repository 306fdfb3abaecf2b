import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PieceQueue } from './piece-queue.ts'

const piece = (text: string): Uint8Array => Buffer.from(text)

async function readAll(queue: PieceQueue): Promise<string[]> {
  const texts: string[] = []
  for await (const each of queue) texts.push(Buffer.from(each).toString())
  return texts
}

describe('PieceQueue', () => {
  it('hands over pieces in order, also when the reader came first', async () => {
    for (const isReaderFirst of [true, false]) {
      const queue = new PieceQueue()
      let reading = isReaderFirst ? readAll(queue) : null
      const writing = (async () => {
        for (const text of ['a', 'b', 'c']) await queue.push(piece(text))
        queue.end()
      })()
      reading ??= readAll(queue)
      assert.deepEqual(await reading, ['a', 'b', 'c'])
      await writing
    }
  })

  it('frees a piece that it owns when the reader requests the next one', async () => {
    const queue = new PieceQueue()
    const [owned, other] = [new Uint8Array(10_000), new Uint8Array(10_000)]
    const reader = queue[Symbol.asyncIterator]()
    await queue.push(owned, true)
    assert.equal((await reader.next()).value, owned)
    assert.equal(owned.byteLength, 10_000)
    await queue.push(other)
    assert.equal((await reader.next()).value, other)
    assert.equal(owned.byteLength, 0)
    queue.end()
    assert.equal((await reader.next()).done, true)
    assert.equal(other.byteLength, 10_000)
  })

  it('gives the last piece although the end came before it was taken', async () => {
    const queue = new PieceQueue()
    await queue.push(piece('last'))
    queue.end()
    assert.deepEqual(await readAll(queue), ['last'])
  })

  it('lets the writer wait until the piece before was taken', async () => {
    const queue = new PieceQueue()
    await queue.push(piece('a'))
    let isAccepted = false
    const second = queue.push(piece('b')).then(() => {
      isAccepted = true
    })
    await new Promise(setImmediate)
    assert.equal(isAccepted, false)
    const pieces = queue[Symbol.asyncIterator]()
    await pieces.next()
    await second
    assert.ok(isAccepted)
  })

  it('fails the reader that waits', async () => {
    const queue = new PieceQueue()
    const reading = readAll(queue)
    await new Promise(setImmediate)
    queue.fail(new Error('the store is away'))
    await assert.rejects(reading, /the store is away/)
  })

  it('fails the writer that waits, and every later piece, with the first error', async () => {
    const queue = new PieceQueue()
    await queue.push(piece('a'))
    const waiting = queue.push(piece('b'))
    queue.fail(new Error('the store is away'))
    queue.fail(new Error('another one'))
    await assert.rejects(waiting, /the store is away/)
    await assert.rejects(queue.push(piece('c')), /the store is away/)
    await assert.rejects(readAll(queue), /the store is away/)
  })
})
