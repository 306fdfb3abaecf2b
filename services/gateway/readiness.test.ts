import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { ReadinessProbe, type BrowsersProbe } from './readiness.ts'
import { FakeEngine, FakeStore } from './testing/fake-ports.ts'

const noBrowsers: BrowsersProbe = { configured: false, ping: async () => await Promise.reject(new Error('asked')) }

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
    assert.deepEqual(await new ReadinessProbe(engine, store, noBrowsers).read(), {
      status: engineFault === null && storeFault === null ? 'ready' : 'not_ready',
      checks: {
        workflowService: engineFault === null ? 'ok' : 'unavailable',
        resultStore: storeFault === null ? 'ok' : 'unavailable',
        browserWorkers: 'not_configured',
        accepting: true,
      },
    })
  }
})

test('the services are asked at most once in a while, the end of accepting is told at once', async (t) => {
  let clockMs = 5_000
  t.mock.method(performance, 'now', () => clockMs)
  const engine = new FakeEngine()
  const probe = new ReadinessProbe(engine, new FakeStore(), noBrowsers)
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

test('browser workers are told of, and the process is ready without them', async () => {
  for (const [answers, told] of [
    [true, 'ok'],
    [false, 'unavailable'],
  ] as const) {
    const ping = async () => await (answers ? Promise.resolve() : Promise.reject(new Error('away')))
    const probe = new ReadinessProbe(new FakeEngine(), new FakeStore(), { configured: true, ping })
    const { status, checks } = await probe.read()
    assert.deepEqual([status, checks.browserWorkers], ['ready', told])
  }
})
