import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TokenBucket } from './token-bucket.ts'

const taken = (bucket: TokenBucket, times: number, nowMs: number) =>
  Array.from({ length: times }, () => bucket.take(nowMs)).filter(Boolean).length

test('a burst is as large as what comes in a second', () => {
  const bucket = new TokenBucket(5, 0)
  assert.equal(taken(bucket, 9, 0), 5)
  assert.equal(taken(bucket, 9, 200), 1)
  assert.equal(taken(bucket, 9, 60_000), 5)
})
