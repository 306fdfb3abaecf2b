/** Needs a process of its own: it measures the memory of its process. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BodyBuffer } from './body-buffer.ts'

test('chunks come out joined, in a buffer of exactly their length', () => {
  const buffer = new BodyBuffer(1_000, null)
  assert.ok(buffer.append(Buffer.from('seine ')))
  assert.ok(buffer.append(Buffer.from('flows')))
  const bytes = buffer.take()
  assert.equal(Buffer.from(bytes).toString(), 'seine flows')
  assert.equal(bytes.buffer.byteLength, bytes.length)
})

test('a chunk over the cap is cut at the cap and said not to fit', () => {
  const buffer = new BodyBuffer(4, null)
  assert.equal(buffer.append(Buffer.from('1234')), true)
  assert.equal(buffer.append(new Uint8Array(0)), true)
  assert.equal(buffer.append(Buffer.from('5')), false)
  assert.equal(buffer.length, 4)
  assert.equal(Buffer.from(buffer.take()).toString(), '1234')
})

test('a body grows far beyond the first buffer and stays intact', () => {
  const buffer = new BodyBuffer(10_000_000, 0)
  const chunk = Buffer.alloc(65_537, 'abc')
  for (let index = 0; index < 20; index += 1) assert.ok(buffer.append(chunk))
  assert.deepEqual(Buffer.from(buffer.take()), Buffer.concat(Array.from({ length: 20 }, () => chunk)))
})

test('a huge announcement reserves no huge buffer', () => {
  const before = process.memoryUsage().arrayBuffers
  const buffers = Array.from({ length: 64 }, () => new BodyBuffer(1e9, 1e9))
  assert.ok(process.memoryUsage().arrayBuffers - before < 16 * 1024 * 1024)
  assert.equal(buffers.length, 64)
})

test('chunks are copied, so a sender may reuse them', () => {
  const buffer = new BodyBuffer(10, null)
  const chunk = Buffer.from('abc')
  buffer.append(chunk)
  chunk.fill('x')
  assert.equal(Buffer.from(buffer.take()).toString(), 'abc')
})

test('a body of which a part has come is given all the room that was announced, and no more than the cap', () => {
  const chunk = Buffer.alloc(64 * 1024, 'abc')
  const before = process.memoryUsage().arrayBuffers
  const buffer = new BodyBuffer(32 * 1024 * 1024, 1e9)
  for (let index = 0; index < 65; index += 1) assert.ok(buffer.append(chunk))
  const taken = process.memoryUsage().arrayBuffers - before
  // Doubling the received bytes would give 8 MiB; the upper bound leaves room for garbage of other tests.
  assert.ok(taken >= 16 * 1024 * 1024 && taken < 64 * 1024 * 1024, `${taken} bytes`)
  const exact = new BodyBuffer(1e9, 20 * chunk.length)
  for (let index = 0; index < 20; index += 1) assert.ok(exact.append(chunk))
  const bytes = exact.take()
  assert.deepEqual(Buffer.from(bytes), Buffer.concat(Array.from({ length: 20 }, () => chunk)))
  assert.equal(bytes.buffer.byteLength, bytes.length)
})
