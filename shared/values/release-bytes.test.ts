/** Needs a process of its own: it measures the memory of its process. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseBytes } from './release-bytes.ts'

test('bytes in a buffer of their own are freed at once', () => {
  const before = process.memoryUsage().arrayBuffers
  const bytes = new Uint8Array(64 * 1024 * 1024)
  releaseBytes(bytes)
  assert.equal(bytes.byteLength, 0)
  assert.ok(process.memoryUsage().arrayBuffers - before < 32 * 1024 * 1024)
  // Once more, as after a transfer to a thread.
  releaseBytes(bytes)
})

test('bytes that share their buffer are left alone', () => {
  const pooled = Buffer.from('a small text')
  const neighbour = Buffer.from('another one')
  releaseBytes(pooled)
  assert.deepEqual([pooled.toString(), neighbour.toString()], ['a small text', 'another one'])
  const whole = new Uint8Array([1, 2, 3])
  releaseBytes(whole.subarray(1))
  assert.deepEqual([...whole], [1, 2, 3])
  const shared = new Uint8Array(new SharedArrayBuffer(4))
  releaseBytes(shared)
  assert.equal(shared.byteLength, 4)
})
