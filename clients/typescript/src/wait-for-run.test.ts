import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json, stubService } from './testing/stub-service.ts'

const list = (...runs: object[]) => json(200, { data: runs, next_cursor: null })
const other = { run_id: 'run-1', status: 'completed' }

test('a run is waited for, also while it is not listed yet', async (t) => {
  const script = [
    list(other),
    list({ run_id: 'run-2', status: 'running' }, other),
    list({ run_id: 'run-2', status: 'failed' }, other),
  ]
  const { client, seen } = await stubService(t, script)
  assert.equal((await client.waitForWatchRun('watch-1', 'run-2')).status, 'failed')
  assert.equal(seen.length, 3)
})

test('waiting for a run ends with its time or with the signal', async (t) => {
  const { client } = await stubService(t, [list({ run_id: 'run-2', status: 'running' })])
  await assert.rejects(client.waitForWatchRun('watch-1', 'run-2', { waitTimeoutMs: 50 }), {
    name: 'WaitTimeoutError',
    id: 'run-2',
  })
  const signal = AbortSignal.abort()
  await assert.rejects(client.waitForWatchRun('watch-1', 'run-2', { signal }), { name: 'AbortError' })
})
