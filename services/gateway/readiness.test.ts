import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { ReadinessProbe } from './readiness.ts'
import { FakeEngine, FakeStore } from './testing/fake-ports.ts'

test('ready means that both services answer', async () => {
  const away = new Error('away')
  for (const [engineFault, storeFault] of [
    [null, null],
    [away, null],
    [null, away],
  ] as const) {
    const engine = new FakeEngine()
    const store = new FakeStore()
    engine.fault = engineFault
    store.fault = storeFault
    assert.deepEqual(await new ReadinessProbe(engine, store).read(), {
      status: engineFault === null && storeFault === null ? 'ready' : 'not_ready',
      checks: {
        workflowService: engineFault === null ? 'ok' : 'unavailable',
        resultStore: storeFault === null ? 'ok' : 'unavailable',
        accepting: true,
      },
    })
  }
})

test('the services are asked at most once in a while, the end of accepting is told at once', async (t) => {
  let clockMs = 5_000
  t.mock.method(performance, 'now', () => clockMs)
  const engine = new FakeEngine()
  const probe = new ReadinessProbe(engine, new FakeStore())
  assert.equal((await probe.read()).status, 'ready')
  engine.fault = new Error('away')
  assert.equal((await probe.read()).status, 'ready')
  clockMs += gatewayLimits.readyCacheMs
  assert.equal((await probe.read()).status, 'not_ready')
  engine.fault = null
  clockMs += gatewayLimits.readyCacheMs
  assert.equal((await probe.read()).status, 'ready')
  probe.stopAccepting()
  assert.equal((await probe.read()).status, 'not_ready')
})
