import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { createScreenshotLinks } from './screenshot-links.ts'

const now = (): number => Date.parse('2026-11-22T23:59:59Z')

test('a picture is kept under its day and tenant, each under a name of its own, and linked to', async () => {
  const store = new MemoryStore()
  const links = createScreenshotLinks({ store, lifetimeSecs: 60, now })
  const png = new Uint8Array([1, 2, 3])
  const [first, other] = [await links.keep('one', png), await links.keep('one', png)]
  assert.notEqual(first, other)
  const keys = await store.list('screenshots/')
  assert.equal(keys.length, 2)
  for (const key of keys) assert.match(key, /^screenshots\/2026-11-22\/one\/[\da-f-]{36}\.png$/)
  assert.ok(keys.some((key) => first === `memory:${key}#screenshot.png`))
  assert.deepEqual([...(await store.get(keys[0]!))!], [...png])
})

test('an unavailable store is reported', async () => {
  const store = new MemoryStore()
  store.down = true
  const links = createScreenshotLinks({ store, lifetimeSecs: 60, now })
  await assert.rejects(links.keep('one', new Uint8Array([1])), StoreUnavailableError)
})
