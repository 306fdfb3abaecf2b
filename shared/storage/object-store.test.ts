import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { storeLimits } from '../config/limits.ts'
import { StoreUnavailableError } from './object-store.ts'
import { servedStore } from './testing/served-store.ts'

/** Starts a store that answers with these statuses in turn, and with 200 afterwards. */
async function storeAnswering(t: TestContext, statuses: readonly number[]) {
  const bodies: string[] = []
  const store = await servedStore(t, (req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => (body += chunk.toString()))
    req.on('end', () => {
      res.statusCode = statuses[bodies.length] ?? 200
      bodies.push(body)
      res.end()
    })
  })
  return { store, bodies }
}

test('a write that met another is tried again', async (t) => {
  const { store, bodies } = await storeAnswering(t, [409, 409])
  await store.put('a', 'text')
  assert.deepEqual(bodies, ['text', 'text', 'text'])
})

test('a write with repeated conflicts makes the store unavailable', async (t) => {
  const { store, bodies } = await storeAnswering(t, Array<number>(storeLimits.writeTries).fill(409))
  await assert.rejects(store.put('a', 'text'), StoreUnavailableError)
  assert.equal(bodies.length, storeLimits.writeTries)
})

test('a first write is distinguished from a second one, also with concurrent writers', async (t) => {
  assert.equal(await (await storeAnswering(t, [409])).store.putIfAbsent('a', ''), true)
  assert.equal(await (await storeAnswering(t, [409, 412])).store.putIfAbsent('a', ''), false)
  const busy = await storeAnswering(t, Array<number>(storeLimits.writeTries).fill(409))
  assert.equal(await busy.store.putIfAbsent('a', ''), false)
})

test('small objects are compressed and read at once, also those that are large when they are read', async (t) => {
  const objects = new Map<string, Buffer>()
  const store = await servedStore(t, (req, res) => {
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.on('end', () => {
      if (req.method === 'PUT') objects.set(req.url!.split('?')[0]!, Buffer.concat(parts))
      res.end(req.method === 'GET' ? objects.get(req.url!.split('?')[0]!) : undefined)
    })
  })
  const { compressedAtOnceMaxBytes, decompressedAtOnceMaxBytes, decompressedAtOnceResultMaxBytes } = storeLimits
  for (const length of [0, 100, compressedAtOnceMaxBytes + 1, 4 * decompressedAtOnceResultMaxBytes]) {
    const text = 'a'.repeat(length)
    await store.put('a.zst', text)
    const [stored] = objects.values()
    assert.ok(stored!.byteLength < decompressedAtOnceMaxBytes)
    assert.equal(Buffer.from((await store.get('a.zst'))!).toString(), text)
  }
})
