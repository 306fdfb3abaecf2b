import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { jobInput } from './testing/simulated-delivery.ts'
import { endOf } from './unrecorded-end.ts'

it('a job without a record has failed, or was cancelled', async () => {
  const store = new MemoryStore()
  const input = jobInput()
  const endedAtMs = Date.parse(input.createdAt) + 5_000
  assert.equal(await endOf(store, input, null), null)
  const failed = await endOf(store, input, { error: 'no results', endedAtMs })
  assert.deepEqual([failed?.status, failed?.error, failed?.duration], ['failed', 'no results', 5])
  const cancelled = await endOf(store, input, { error: 'no results', endedAtMs, status: 'cancelled' })
  assert.equal(cancelled?.status, 'cancelled')
})
