/** Guarantees of a real store in each of its modes, and how a process handles a store that violates one. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startGateway } from '@seine/gateway/gateway.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { Health } from '@seine/shared/observability/health.ts'
import { createLogger } from '@seine/shared/observability/logger.ts'
import { probesPrefix } from '@seine/shared/storage/object-keys.ts'
import { probeStore } from '@seine/shared/storage/store-probe.ts'
import { startTrustedPolling } from '@seine/shared/temporal/trusted-polling.ts'
import { startVersitygw, versitygw, type MetadataMode, type RunningVersitygw } from './versitygw.ts'

async function started(t: TestContext, mode: MetadataMode): Promise<RunningVersitygw> {
  const directory = await mkdtemp(join(tmpdir(), 'seine-promises-'))
  const store = await startVersitygw(directory, mode)
  t.after(async () => {
    await store.kill('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  })
  return store
}

/** Configuration of a process on a store, without Temporal. */
const configOf = (store: RunningVersitygw) =>
  readConfig({
    ...Object.fromEntries(Object.entries(store.config).map(([name, value]) => [name, String(value)])),
    SEINE_GATEWAY_PORT: '0',
    SEINE_TEMPORAL_ADDRESS: '127.0.0.1:1',
    SEINE_LOG_LEVEL: 'silent',
  })

const broken =
  /does not keep guarantees that jobs depend on: a second first write is refused \(seen instead: answered 200\)/

/** Reads a problem until it names a broken promise. @throws AssertionError when it does not do so in time. */
async function untilBroken(problemOf: () => Promise<string | null>): Promise<void> {
  let problem = await problemOf()
  for (let tries = 0; tries < 100 && !broken.test(problem ?? ''); tries += 1) {
    await sleep(50)
    problem = await problemOf()
  }
  assert.match(problem ?? 'no problem', broken)
}

describe('promises of a store', { skip: versitygw === '' && 'SEINE_DEV_VERSITYGW_BIN is not set' }, () => {
  for (const mode of ['attributes', 'sidecar'] as const) {
    it(`are kept by versitygw with metadata in ${mode}, and the probe leaves nothing behind`, async (t) => {
      const store = await started(t, mode)
      assert.deepEqual(
        (await probeStore(store.config)).filter(({ kept }) => !kept),
        [],
      )
      const client = store.client()
      t.after(() => client.close())
      assert.deepEqual(await client.list(probesPrefix), [])
    })
  }

  it('are broken by a store that ignores conditions: gateway and workers on it are not ready and say why', async (t) => {
    const store = await started(t, 'none')
    const promises = (await probeStore(store.config)).filter(({ kept }) => !kept)
    assert.deepEqual(
      promises.map(({ promise }) => promise),
      [
        'a second first write is refused',
        'a refused write changes nothing',
        'exactly one of several concurrent first writes succeeds',
      ],
    )
    const config = configOf(store)
    const gateway = await startGateway(config, createLogger('gateway', config, []))
    t.after(async () => await gateway.close(0))
    await untilBroken(async () => await gateway.problem())
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/readyz`)
    assert.equal(answer.status, 503)
    const { checks } = (await answer.json()) as { checks: { resultStore: string } }
    assert.equal(checks.resultStore, 'unfit')

    const health = new Health()
    health.started()
    const logger = createLogger('scrape-worker', config, [])
    // The frame of both workers: it adds the checks of readiness and begins to work.
    const polling = startTrustedPolling(config, logger, health, async () => await Promise.resolve())
    t.after(() => polling.shutdown())
    await untilBroken(async () => (await health.readiness()).problems.join())
  })
})
