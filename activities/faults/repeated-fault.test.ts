import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import { SealError } from '@seine/shared/storage/sealing.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { ReportedFaults } from './reported-faults.ts'
import { despiteFaults, isDeterministic } from './repeated-fault.ts'

const quick = { activity: 'test', pausesMs: [1, 1] }

describe('isDeterministic', () => {
  it('distinguishes repeated faults from those of the store and the network', () => {
    for (const fault of [
      new TypeError('x'),
      new RangeError('x'),
      new SyntaxError('x'),
      new DamagedObjectError('k', 'x'),
      new SealError('x'),
    ])
      assert.equal(isDeterministic(fault), true)
    const network = new TypeError('fetch failed', { cause: new Error('ECONNRESET') })
    for (const fault of [new StoreUnavailableError('away'), new Error('x'), network, 'x'])
      assert.equal(isDeterministic(fault), false)
  })
})

describe('despiteFaults', () => {
  it('goes another way after the same fault three times, and gives up without one', async () => {
    const ways: string[] = []
    const given: string[] = []
    const options = {
      ...quick,
      instead: (_: Error, way: string) => (way === 'a' ? 'b' : null),
      report: (_: Error, way: string) => given.push(way),
    }
    const work = async (way: string): Promise<never> => {
      ways.push(way)
      return await Promise.reject(new TypeError(`${way} cannot`))
    }
    await assert.rejects(despiteFaults('a', work, options), { type: 'TypeError', nonRetryable: true })
    assert.deepEqual(ways, ['a', 'a', 'a', 'b', 'b', 'b'])
    assert.deepEqual(given, ['a', 'b'])
  })

  it('reports a fault once over the attempts at an activity', async () => {
    const work = async (way: string): Promise<never> =>
      await Promise.reject(way === 'b' ? new StoreUnavailableError('away') : new TypeError('a cannot'))
    const options = { ...quick, instead: () => 'b' }
    const counts = async () => (await metrics.repeatedFaults.get()).values.find((v) => v.labels.activity === 'test')
    const before = (await counts())?.value ?? 0
    let names: unknown
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const reported = new ReportedFaults('test', names)
      await assert.rejects(despiteFaults('a', work, { ...options, reported }), StoreUnavailableError)
      names = reported.names()
    }
    assert.equal((await counts())?.value, before + 1)
  })

  it('counts each fault by itself, and lets every other fault through', async () => {
    const faults = [new TypeError('1'), new TypeError('2'), new TypeError('1'), new TypeError('2')]
    const work = async (): Promise<string> => {
      const fault = faults.shift()
      return await (fault === undefined ? Promise.resolve('done') : Promise.reject(fault))
    }
    const options = { ...quick, instead: () => null, report: () => undefined }
    assert.equal(await despiteFaults(null, work, options), 'done')
    const away = async (): Promise<never> => await Promise.reject(new StoreUnavailableError('away'))
    await assert.rejects(despiteFaults(null, away, options), StoreUnavailableError)
  })
})
