/** The object store's client against the real store of the embedded stack. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ObjectStore } from '@seine/shared/storage/object-store.ts'
import { uploadInParts } from '@seine/shared/storage/upload-in-parts.ts'
import { freePort } from '@seine/shared/egress/testing/free-port.ts'

const binary = process.env['SEINE_DEV_VERSITYGW_BIN'] ?? ''
const partBytes = 5 * 1024 * 1024

async function* pieces(bytes: Buffer, failAt = Infinity): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += 1_000_000) {
    if (at >= failAt) throw new Error('killed')
    yield await Promise.resolve(bytes.subarray(at, at + 1_000_000))
  }
}

describe('ObjectStore against versitygw', { skip: binary === '' && 'SEINE_DEV_VERSITYGW_BIN is not set' }, () => {
  let directory: string
  let part: ChildProcess
  let store: ObjectStore

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'seine-store-'))
    const port = await freePort()
    part = spawn(binary, ['--quiet', '--port', `127.0.0.1:${port}`, 'posix', directory], {
      env: { PATH: process.env['PATH'], ROOT_ACCESS_KEY: 'access', ROOT_SECRET_KEY: 'secret' },
      stdio: 'ignore',
    })
    store = new ObjectStore({
      SEINE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      SEINE_S3_PUBLIC_ENDPOINT: '',
      SEINE_S3_REGION: 'us-east-1',
      SEINE_S3_BUCKET: 'test',
      SEINE_S3_ACCESS_KEY_ID: 'access',
      SEINE_S3_SECRET_ACCESS_KEY: 'secret',
    })
    for (let tries = 0; ; tries += 1) {
      const error: unknown = await store.ensureBucket().then(
        () => null,
        (cause: unknown) => cause,
      )
      if (error === null) break
      if (tries >= 1_200) throw error
      await sleep(50)
    }
  })

  after(async () => {
    store.close()
    part.kill()
    await once(part, 'exit')
    await rm(directory, { recursive: true, force: true })
  })

  it('lists objects and folders in key order, from a place and up to a number', async () => {
    const root = `${randomUUID()}/`
    const keys = ['a/1', 'a/2', 'a0/1', 'b/x/1', 'c', 'd/1'].map((key) => `${root}${key}`)
    for (const key of keys.toReversed()) await store.put(key, 'x')
    assert.deepEqual(await store.list(root), keys)
    assert.deepEqual(await store.list(root, { after: keys[1]!, max: 2 }), keys.slice(2, 4))
    const folders = ['a/', 'a0/', 'b/', 'd/'].map((folder) => `${root}${folder}`)
    assert.deepEqual(await store.listFolders(root), folders)
    assert.deepEqual(await store.listFolders(root, { after: folders[0]!, max: 2 }), folders.slice(1, 3))
    const [object] = await store.listObjects(root, { max: 1 })
    assert.equal(object!.bytes, 1)
    assert.ok(Math.abs(object!.lastModifiedMs - Date.now()) < 60_000)
  })

  it('notices that a compressed object is damaged', async () => {
    const root = `${randomUUID()}/`
    const text = 'a text that compresses '.repeat(100)
    await store.put(`${root}whole.zst`, text)
    assert.equal(Buffer.from((await store.get(`${root}whole.zst`))!).toString(), text)
    const stored = await readFile(join(directory, 'test', root, 'whole.zst'))
    assert.ok(stored.byteLength < 100)
    // The last byte belongs to the checksum, which also detects a changed byte of the content.
    stored[stored.byteLength - 1]! ^= 1
    await writeFile(join(directory, 'test', root, 'whole.zst'), stored)
    await assert.rejects(store.get(`${root}whole.zst`), /checksum/i)
  })

  it('stores empty objects', async () => {
    const key = `${randomUUID()}/empty`
    await store.put(key, '')
    assert.equal((await store.get(key))?.byteLength, 0)
  })

  it('deletes more objects than one call takes, and does not mind those that are gone', async () => {
    const root = `${randomUUID()}/`
    const keys = Array.from({ length: 1_100 }, (_, at) => `${root}${at}`)
    await Promise.all(keys.slice(0, 20).map((key) => store.put(key, '')))
    await store.delete(keys)
    assert.deepEqual(await store.list(root), [])
  })

  it('takes an upload up where an earlier attempt was killed', async () => {
    const key = `${randomUUID()}/archive.zip`
    const body = randomBytes(3 * partBytes + 12_345)
    const options = { contentType: 'application/zip', partBytes }
    await assert.rejects(uploadInParts(store, key, pieces(body, 12_000_000), options), /killed/)
    assert.equal((await store.uploads.open(key)).length, 1)
    assert.deepEqual(await uploadInParts(store, key, pieces(body), options), { bytes: body.length, sent: 2, kept: 2 })
    assert.ok(body.equals((await store.get(key))!))
    assert.deepEqual(await store.uploads.open(key), [])
  })

  it('answers for uploads that are gone', async () => {
    const key = `${randomUUID()}/gone`
    const upload = { key, uploadId: await store.uploads.begin(key, 'text/plain') }
    await store.uploads.abort(upload)
    await store.uploads.abort(upload)
    assert.equal(await store.uploads.parts(upload), null)
    assert.equal(await store.uploads.complete(upload, [{ number: 1, bytes: 1, etag: 'x' }]), false)
    assert.deepEqual(await store.uploads.open(''), [])
  })
})
