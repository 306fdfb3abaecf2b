import assert from 'node:assert/strict'
import { it } from 'node:test'
import { lookIntervalMs } from './job-feeds.ts'

it('looks at each job less often the more jobs are listened to, down to a bound', () => {
  assert.equal(lookIntervalMs(1, 1_000), 1_000)
  assert.equal(lookIntervalMs(100, 1_000), 1_000)
  assert.equal(lookIntervalMs(200, 1_000), 2_000)
  assert.equal(lookIntervalMs(2_000, 1_000), 10_000)
  assert.equal(lookIntervalMs(2_000, 20_000), 20_000)
})
