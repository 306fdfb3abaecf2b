import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailableError } from './store-errors.ts'
import { watchPromises } from './store-promises.ts'
import type { ProbedPromise } from './store-probe.ts'
import { storeConfigFor } from './testing/store-config.ts'

const config = storeConfigFor('http://store:7070')
const kept: ProbedPromise = { promise: 'a promise holds', kept: true, seen: 'yes' }
const broken: ProbedPromise = { promise: 'a second first write is refused', kept: false, seen: 'answered 200' }

/** Watches a store whose probes end with these verdicts in turn; the last one repeats. */
function watched(t: TestContext, verdicts: readonly (ProbedPromise[] | 'away')[]) {
  const errors: string[] = []
  let probes = 0
  const probe = async (): Promise<ProbedPromise[]> => {
    const verdict = verdicts[Math.min(probes, verdicts.length - 1)]!
    probes += 1
    await sleep(5)
    if (verdict === 'away') throw new StoreUnavailableError('away')
    return verdict
  }
  const logger = { error: (text: unknown) => void errors.push(String(text)), warn: () => undefined }
  const promises = watchPromises(config, logger as never, { probe, retryMs: 20 })
  t.after(() => promises.close())
  return { promises, errors, probes: () => probes }
}

const soon = (): AbortSignal => AbortSignal.timeout(10_000)

test('a process is not ready until its store was probed, and probes one that is fit once', async (t) => {
  const { promises, errors, probes } = watched(t, [[kept, kept]])
  assert.equal(promises.problem(), 'the object store is being probed')
  await promises.trusted(soon())
  assert.equal(promises.problem(), null)
  await sleep(80)
  assert.equal(probes(), 1)
  assert.deepEqual(errors, [])
})

test('a store that breaks a guarantee is named, and not used until it keeps all of them', async (t) => {
  const { promises, errors } = watched(t, [...Array.from({ length: 10 }, () => [kept, broken]), [kept]])
  const named =
    'the object store at http://store:7070 does not keep guarantees that jobs depend on: a second first write is refused (seen instead: answered 200). See docs/stores.md'
  await t.waitFor(() => assert.equal(promises.problem(), named), { interval: 5, timeout: 10_000 })
  await assert.rejects(promises.trusted(AbortSignal.timeout(10)))
  await promises.trusted(soon())
  assert.equal(promises.problem(), null)
  assert.deepEqual(errors, [named], 'told once')
})

test('a store that is unavailable has broken nothing, and is probed when it is back', async (t) => {
  const { promises } = watched(t, ['away', 'away', [broken]])
  await promises.trusted(soon())
  assert.equal(promises.problem(), null)
  await t.waitFor(() => assert.match(promises.problem()!, /does not keep/), { interval: 5, timeout: 10_000 })
})
