/** Keys that versitygw has left half written: how they arise, and that they are written again. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { despiteAbsentStore } from '@seine/activities/faults/store-patience.ts'
import type { ObjectStore } from '@seine/shared/storage/object-store.ts'
import { startVersitygw, versitygw, type MetadataMode, type RunningVersitygw } from './versitygw.ts'

/** Kills of the store until one meets it between its two steps, as about one in ten does. */
const killsMax = 100

const textOf = async (store: ObjectStore, key: string): Promise<string | null> => {
  const bytes = await store.get(key)
  return bytes === null ? null : Buffer.from(bytes).toString()
}

/** True for a key with metadata but no object, so that the store refuses a conditional first write. */
const isHalfWritten = ({ bucket, sidecar }: RunningVersitygw, key: string): boolean =>
  existsSync(join(sidecar, key, 'meta', 'etag')) && !existsSync(join(bucket, key))

/** Writes a key and removes its object, the state in which the store leaves one between its two steps. */
async function leaveHalfWritten(gateway: RunningVersitygw, store: ObjectStore, key: string): Promise<void> {
  assert.equal(await store.putIfAbsent(key, 'lost'), true)
  await rm(join(gateway.bucket, key))
  assert.ok(isHalfWritten(gateway, key))
  assert.equal(await store.get(key), null)
}

describe('keys that are half written', { skip: versitygw === '' && 'SEINE_DEV_VERSITYGW_BIN is not set' }, () => {
  let directory: string
  before(async () => (directory = await mkdtemp(join(tmpdir(), 'seine-half-'))))
  after(() => rm(directory, { recursive: true, force: true }))

  async function started(t: TestContext, mode: MetadataMode, at?: string) {
    const gateway = await startVersitygw(at ?? (await mkdtemp(join(directory, 'store-'))), mode)
    const store = gateway.client()
    t.after(async () => {
      store.close()
      await gateway.kill('SIGKILL')
    })
    return { gateway, store }
  }

  it('are freed and written once, by the first writer', async (t) => {
    const { gateway, store } = await started(t, 'sidecar')
    await leaveHalfWritten(gateway, store, 'jobs/a/one')
    assert.equal(await store.putIfAbsent('jobs/a/one', 'again'), true)
    assert.equal(await textOf(store, 'jobs/a/one'), 'again')
    assert.equal(await store.putIfAbsent('jobs/a/one', 'late'), false)
    assert.equal(await textOf(store, 'jobs/a/one'), 'again')
    assert.deepEqual(await store.list('jobs/'), ['jobs/a/one'])

    const bodies = Array.from({ length: 6 }, (_, at) => `writer ${at}`)
    for (let round = 0; round < 3; round += 1) {
      const key = `jobs/a/raced-${round}`
      await leaveHalfWritten(gateway, store, key)
      // A store may ask each of several writers for another try, as it does slices.
      const patience = { patienceMs: 10_000, signal: t.signal }
      const write = async (body: string) =>
        await despiteAbsentStore(async () => await store.putIfAbsent(key, body), patience)
      const first = await Promise.all(bodies.map(write))
      assert.deepEqual(
        bodies.filter((_, at) => first[at]),
        [await textOf(store, key)],
      )
    }
  })

  it('are left by kill -9 where metadata is in files of its own, and written again', async (t) => {
    const { gateway, store } = await started(t, 'sidecar')
    let found: string | undefined
    for (let round = 0; found === undefined && round < killsMax; round += 1) {
      const keys = await writtenUntilKilled(gateway, round)
      found = keys.find((key) => isHalfWritten(gateway, key))
    }
    if (found === undefined) {
      t.skip(`none of ${killsMax} kills met the store between its two steps`)
      return
    }
    assert.equal(await store.putIfAbsent(found, 'again'), true)
    assert.equal(await textOf(store, found), 'again')
  })

  it('are not left where metadata is in attributes of the file', async (t) => {
    const { gateway, store } = await started(t, 'attributes')
    for (let round = 0; round < 10; round += 1) {
      for (const key of await writtenUntilKilled(gateway, round)) {
        const isThere = (await store.get(key)) !== null
        assert.equal(await store.putIfAbsent(key, 'second'), !isThere, key)
      }
    }
  })

  for (const [mode, objects] of [
    ['sidecar', 100],
    ['attributes', 400],
  ] as const) {
    it(`are written once there is room again after a full disk, metadata in ${mode}`, async (t) => {
      const disk = await smallDisk(t, directory)
      if (disk === null) return
      const { store } = await started(t, mode, disk)
      const keys = Array.from({ length: objects }, (_, at) => `jobs/full/${at}`)
      await writeFile(join(disk, 'ballast'), Buffer.alloc(1_200_000))
      const written = new Map<string, boolean>()
      for (const key of keys) written.set(key, await store.putIfAbsent(key, 'first'.repeat(500)).catch(() => false))
      assert.ok([...written.values()].includes(false), 'the disk was never full')
      await rm(join(disk, 'ballast'))
      for (const [key, stands] of written) assert.equal(await store.putIfAbsent(key, 'second'), !stands, key)
    })
  }
})

/** Mounts a 2 MB file system in memory; null when this user may not mount one. */
async function smallDisk(t: TestContext, below: string): Promise<string | null> {
  const disk = await mkdtemp(join(below, 'disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,nr_inodes=5000', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    t.skip('a file system cannot be mounted here')
    return null
  }
  t.after(() => execFileSync('umount', ['-l', disk]))
  return disk
}

/** Writes new keys concurrently until the store is killed, and restarts it. @returns the last keys. */
async function writtenUntilKilled(gateway: RunningVersitygw, round: number): Promise<string[]> {
  const keys: string[] = []
  const store = gateway.client()
  const killed = new AbortController()
  const writers = Array.from({ length: 16 }, async (_, writer) => {
    for (let at = 0; !killed.signal.aborted; at += 1) {
      const key = `k/${round}-${writer}-${at}`
      keys.push(key)
      await store.putIfAbsent(key, 'first').catch(() => undefined)
    }
  })
  await sleep(100 + Math.random() * 100)
  killed.abort()
  await gateway.kill('SIGKILL')
  store.close()
  await Promise.all(writers)
  await gateway.start()
  return keys.slice(-40)
}
