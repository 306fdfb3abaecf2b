import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { gatewayLimits } from '../../config/limits.ts'
import { ApiKeysError } from './api-keys-file.ts'
import { KeyFile } from './key-file.ts'

const textOf = (...ids: string[]): string =>
  JSON.stringify(ids.map((id, index) => ({ id, tenant: 't', sha256: `${index}`.repeat(64) })))

/** Creates an empty directory, a mocked clock, and a logger whose levels are recorded. */
async function setUp(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'seine-keys-'))
  t.after(() => rm(directory, { recursive: true }))
  let clockMs = 0
  t.mock.method(performance, 'now', () => clockMs)
  const levels: number[] = []
  const write = (line: string): void => void levels.push((JSON.parse(line) as { level: number }).level)
  return {
    directory,
    path: join(directory, 'keys.json'),
    logger: pino({}, { write }),
    errors: () => levels.filter((level) => level >= 50).length,
    pass: (ms: number = gatewayLimits.apiKeysRecheckMs) => void (clockMs += ms),
  }
}

const idsOf = async (file: KeyFile): Promise<string[]> => (await file.entries()).map(({ id }) => id)

test('without a file there are no entries', async (t) => {
  const { logger } = await setUp(t)
  assert.deepEqual(await (await KeyFile.open('', logger)).entries(), [])
})

test('a file is looked at again after a second, and the same list stands until it has changed', async (t) => {
  const { path, logger, pass } = await setUp(t)
  await writeFile(path, textOf('a'))
  const file = await KeyFile.open(path, logger)
  const first = await file.entries()
  pass()
  assert.equal(await file.entries(), first)

  await writeFile(path, textOf('b'))
  await utimes(path, 1_000, 1_000)
  pass(gatewayLimits.apiKeysRecheckMs - 1)
  assert.deepEqual(await idsOf(file), ['a'])
  pass(1)
  assert.deepEqual(await idsOf(file), ['b'])
})

test('a broken or missing file leaves the entries as they were, and is reported once', async (t) => {
  const { path, logger, pass, errors } = await setUp(t)
  await writeFile(path, textOf('a'))
  const file = await KeyFile.open(path, logger)
  await writeFile(path, '[{"id":')
  for (let look = 0; look < 3; look += 1) {
    pass()
    assert.deepEqual(await idsOf(file), ['a'])
  }
  assert.equal(errors(), 1)
  await unlink(path)
  for (let look = 0; look < 3; look += 1) {
    pass()
    assert.deepEqual(await idsOf(file), ['a'])
  }
  assert.equal(errors(), 2)
  await writeFile(path, textOf('c'))
  pass()
  assert.deepEqual(await idsOf(file), ['c'])
})

test('a link that is turned to another directory is followed, as Kubernetes swaps mounted secrets', async (t) => {
  const { directory, path, logger, pass } = await setUp(t)
  for (const [version, id] of [
    ['..1', 'a'],
    ['..2', 'b'],
  ] as const) {
    await mkdir(join(directory, version))
    const target = join(directory, version, 'keys.json')
    await writeFile(target, textOf(id))
    await utimes(target, 1_000, 1_000)
  }
  await symlink('..1', join(directory, '..data'))
  await symlink('..data/keys.json', path)
  const file = await KeyFile.open(path, logger)
  assert.deepEqual(await idsOf(file), ['a'])
  await symlink('..2', join(directory, '..data_tmp'))
  await rename(join(directory, '..data_tmp'), join(directory, '..data'))
  pass()
  assert.deepEqual(await idsOf(file), ['b'])
})

test('a missing or broken file cannot be opened', async (t) => {
  const { path, logger } = await setUp(t)
  await assert.rejects(KeyFile.open(path, logger), { name: 'ApiKeysError', message: /cannot be read/ })
  await writeFile(path, '{"id": 1}')
  await assert.rejects(KeyFile.open(path, logger), { name: 'ApiKeysError', message: /not a list of keys/ })
})

test('several files are read together; each may change, and none may repeat a key of another', async (t) => {
  const { directory, path, logger, pass, errors } = await setUp(t)
  const other = join(directory, 'others.json')
  await writeFile(path, textOf('a'))
  await writeFile(other, JSON.stringify([{ id: 'b', tenant: 't', sha256: 'b'.repeat(64) }]))
  const file = await KeyFile.open(` ${path}, ${other}`, logger)
  assert.deepEqual(await idsOf(file), ['a', 'b'])
  await writeFile(other, JSON.stringify([{ id: 'c', tenant: 't', sha256: 'c'.repeat(64) }]))
  pass()
  assert.deepEqual(await idsOf(file), ['a', 'c'])
  await writeFile(other, textOf('d'))
  pass()
  assert.deepEqual(await idsOf(file), ['a', 'c'])
  assert.equal(errors(), 1)
  await assert.rejects(KeyFile.open(`${path},${other}`, logger), (error) => {
    assert.ok(error instanceof ApiKeysError)
    assert.match(error.message, /contain duplicates: entry 2 has the same key as entry 1$/)
    return true
  })
  await assert.rejects(KeyFile.open(`${path},${directory}/none.json`, logger), ApiKeysError)
})
