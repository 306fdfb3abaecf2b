import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Health } from '../observability/health.ts'
import { watchPolling, type PollingParts } from './worker-health.ts'

type State = ReturnType<PollingParts['workers'][number]['getState']>

/** Creates workers in these states, and a server that answers or does not. */
function parts(states: readonly State[], answers = true): PollingParts {
  const asked = async () => await (answers ? Promise.resolve({}) : Promise.reject(new Error('away')))
  return {
    workers: states.map((state) => ({ getState: () => state })),
    temporal: {
      withDeadline: async (_deadline: unknown, call: () => Promise<unknown>) => await call(),
      workflowService: { getSystemInfo: asked },
    } as unknown as PollingParts['temporal'],
  }
}

function watched(polling: PollingParts | null): Health {
  const health = new Health()
  health.started()
  watchPolling(health, () => polling)
  return health
}

const problems = async (polling: PollingParts | null) => (await watched(polling).readiness()).problems
const alive = async (polling: PollingParts | null) => (await watched(polling).liveness()).problems.length === 0

test('a process whose workers run and whose server answers is ready', async () => {
  assert.deepEqual(await problems(parts(['RUNNING', 'RUNNING'])), [])
})

test('it lives on while Temporal is unavailable, and is not ready', async () => {
  assert.deepEqual(await problems(null), ['Temporal has not answered yet'])
  assert.deepEqual(await problems(parts(['RUNNING'], false)), ['Temporal does not answer'])
  assert.equal(await alive(null), true)
  assert.equal(await alive(parts(['RUNNING'], false)), true)
})

test('a worker that drains is not ready, one that has failed needs a restart', async () => {
  assert.deepEqual(await problems(parts(['RUNNING', 'DRAINING'])), ['a worker of Temporal is DRAINING'])
  assert.equal(await alive(parts(['DRAINING'])), true)
  assert.equal(await alive(parts(['RUNNING', 'FAILED'])), false)
})
