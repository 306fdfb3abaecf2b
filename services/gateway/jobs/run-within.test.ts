import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lifecycleView } from '../testing/fake-ports.ts'
import { runWithin } from './run-within.ts'

const counters = { total: 1, completed: 1, failed: 0, pending: 0 }
const withRun = (run: unknown) => lifecycleView({ memo: { ...lifecycleView().memo, run } })

test('a lifecycle without a run, or with one that has not reported yet, has none within', () => {
  assert.equal(runWithin(null), null)
  assert.equal(runWithin(lifecycleView()), null)
  assert.equal(runWithin(withRun('something')), null)
})

test('a run within a lifecycle is seen as if it were a workflow', () => {
  const run = runWithin(withRun({ counters, warnings: [], endsByMs: 5_000 }))
  assert.deepEqual(run?.memo['counters'], counters)
  assert.deepEqual([run?.state, run?.closedAt, run?.endsBy], ['running', null, new Date(5_000)])
})

test('it ends before its lifecycle', () => {
  const run = runWithin(withRun({ counters, warnings: [], ended: { state: 'completed', atMs: 4_000 } }))
  assert.deepEqual([run?.state, run?.closedAt], ['completed', new Date(4_000)])
  for (const ended of [
    { state: 'what', atMs: 4_000 },
    { state: 'completed' },
    { state: 'completed', atMs: '4000' },
    4,
  ]) {
    const damaged = runWithin(withRun({ counters, warnings: [], ended }))
    assert.deepEqual([damaged?.state, damaged?.closedAt], ['running', null])
  }
})

test('a lifecycle that was terminated has ended its run', () => {
  const closedAt = new Date(9_000)
  const lifecycle = { ...withRun({ counters, warnings: [] }), state: 'terminated' as const, closedAt }
  assert.deepEqual([runWithin(lifecycle)?.state, runWithin(lifecycle)?.closedAt], ['terminated', closedAt])
})
