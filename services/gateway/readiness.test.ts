import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { ReadinessProbe, type WorkersProbe } from './readiness.ts'
import { FakeEngine, FakeStore } from './testing/fake-ports.ts'

const none: WorkersProbe = { configured: false, ping: async () => await Promise.reject(new Error('asked')) }
const promises = { problem: () => null }
const noWorkers = { promises, browsers: none, scrapers: none }

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
    assert.deepEqual(await new ReadinessProbe({ engine, store, ...noWorkers }).read(), {
      status: engineFault === null && storeFault === null ? 'ready' : 'not_ready',
      checks: {
        workflowService: engineFault === null ? 'ok' : 'unavailable',
        resultStore: storeFault === null ? 'ok' : 'unavailable',
        browserWorkers: 'not_configured',
        scrapeWorkers: 'not_configured',
        accepting: true,
      },
    })
  }
})

test('the services are checked at a limited rate, the end of accepting is reported at once', async (t) => {
  let clockMs = 5_000
  t.mock.method(performance, 'now', () => clockMs)
  const engine = new FakeEngine()
  const probe = new ReadinessProbe({ engine, store: new FakeStore(), ...noWorkers })
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

test('workers of both kinds are reported, and the process is ready without them', async () => {
  for (const [answers, told] of [
    [true, 'ok'],
    [false, 'unavailable'],
  ] as const) {
    const ping = async () => await (answers ? Promise.resolve() : Promise.reject(new Error('away')))
    const stood = { engine: new FakeEngine(), store: new FakeStore(), promises }
    const workers = { configured: true, ping }
    const one = await new ReadinessProbe({ ...stood, browsers: workers, scrapers: none }).read()
    assert.deepEqual(
      [one.status, one.checks.browserWorkers, one.checks.scrapeWorkers],
      ['ready', told, 'not_configured'],
    )
    const other = await new ReadinessProbe({ ...stood, browsers: none, scrapers: workers }).read()
    assert.deepEqual(
      [other.status, other.checks.browserWorkers, other.checks.scrapeWorkers],
      ['ready', 'not_configured', told],
    )
  }
})

test('a store that does not keep guarantees that jobs depend on makes the process not ready', async () => {
  const unfit = { problem: () => 'it overwrites' }
  const engine = new FakeEngine()
  const store = new FakeStore()
  const probe = new ReadinessProbe({ engine, store, ...noWorkers, promises: unfit })
  const { status, checks } = await probe.read()
  assert.equal(status, 'not_ready')
  assert.equal(checks.resultStore, 'unfit')
  store.fault = new Error('away')
  assert.equal(
    (await new ReadinessProbe({ engine, store, ...noWorkers, promises: unfit }).read()).checks.resultStore,
    'unavailable',
  )
})
