import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gatewayLimits } from '../config/limits.ts'
import { DeliveryTargetFile, targetsOnDemand } from './delivery-target-file.ts'
import { DeliveryTargetsError, readDeliveryTargets } from './delivery-targets.ts'

const bucket = { bucket: 'b', access_key_id_file: '/id', secret_access_key_file: '/secret' }

describe('readDeliveryTargets', () => {
  it('fills in what is left out', () => {
    assert.deepEqual(readDeliveryTargets(JSON.stringify({ lake: bucket })), [
      {
        name: 'lake',
        endpoint: '',
        region: 'us-east-1',
        bucket: 'b',
        prefix: '',
        accessKeyIdFile: '/id',
        secretAccessKeyFile: '/secret',
        pathStyle: false,
        tenants: null,
      },
    ])
    const [own] = readDeliveryTargets(JSON.stringify({ own: { ...bucket, endpoint: 'http://127.0.0.1:9000' } }))
    assert.equal(own?.pathStyle, true)
  })

  it('names every place and rule, and repeats no value', () => {
    const canary = 'canary-value'
    const cases: [unknown, RegExp][] = [
      [[], /the file: must be an object/],
      [{ 'a b': bucket }, /the name of a target must begin with/],
      [{ lake: { ...bucket, bucket: undefined } }, /target lake: `bucket` is missing/],
      [{ lake: { ...bucket, secret_access_key: canary } }, /target lake has an unknown name; the known names are/],
      [{ lake: { ...bucket, endpoint: `http://user:${canary}@e.example` } }, /target lake, endpoint: must be an http/],
      [{ lake: { ...bucket, prefix: `/${canary}` } }, /target lake, prefix: must be the beginning of all keys/],
      [{ lake: { ...bucket, tenants: [`${canary} `] } }, /target lake, tenants, 0: must begin with/],
      [{ lake: { ...bucket, path_style: canary } }, /target lake, path_style: must be true or false/],
    ]
    for (const [file, rule] of cases) {
      assert.throws(
        () => readDeliveryTargets(JSON.stringify(file)),
        (error: Error) =>
          error instanceof DeliveryTargetsError && rule.test(error.message) && !error.message.includes(canary),
        rule.source,
      )
    }
    assert.throws(
      () => readDeliveryTargets(`{${canary}`),
      /^DeliveryTargetsError: the file of delivery targets is not JSON$/,
    )
  })
})

describe('DeliveryTargetFile', () => {
  it('follows changes of the file, and keeps what it read while the file is invalid', async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'targets-'))
    t.after(async () => await rm(directory, { recursive: true }))
    const path = join(directory, 'targets.json')
    const errors: unknown[] = []
    const logger = { info: () => undefined, error: (...line: unknown[]) => errors.push(line) }
    let clockMs = 0
    t.mock.method(performance, 'now', () => clockMs)
    const later = () => (clockMs += gatewayLimits.apiKeysRecheckMs)
    await assert.rejects(DeliveryTargetFile.open(path, logger), /cannot be read/)
    await writeFile(path, JSON.stringify({ lake: bucket, own: { ...bucket, tenants: ['acme'] } }))
    const file = await DeliveryTargetFile.open(path, logger)
    const names = async (tenant: string) => (await file.of(tenant)).map(({ name }) => name)
    assert.deepEqual([await names('acme'), await names('other')], [['lake', 'own'], ['lake']])
    await writeFile(path, '{')
    later()
    assert.deepEqual(await names('acme'), ['lake', 'own'])
    later()
    assert.deepEqual(await names('acme'), ['lake', 'own'])
    assert.equal(errors.length, 1)
    await writeFile(path, JSON.stringify({ sea: bucket }))
    later()
    assert.deepEqual(await names('acme'), ['sea'])
  })

  it('has no targets without a file', async () => {
    const logger = { info: () => undefined, error: () => undefined }
    assert.deepEqual(await (await DeliveryTargetFile.open('', logger)).of('acme'), [])
  })

  it('is opened again after it could not be opened', async () => {
    let tries = 0
    const targets = targetsOnDemand(async () => {
      tries += 1
      if (tries === 1) throw new DeliveryTargetsError('no file')
      return await Promise.resolve({ of: async () => await Promise.resolve([]) })
    })
    await assert.rejects(targets.of('acme'), /no file/)
    assert.deepEqual(await targets.of('acme'), [])
    assert.deepEqual([await targets.of('acme'), tries], [[], 2])
  })
})
