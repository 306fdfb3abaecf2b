import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeLimits } from '@seine/shared/config/limits.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { cachedMapKey, cachedPageKey, linkedScreenshotKey } from '@seine/shared/storage/object-keys.ts'
import { sweepDays } from './sweep-days.ts'

const nowMs = Date.parse('2026-11-22T10:00:00Z')
const [today, kept, over] = ['2026-11-22', '2026-11-14', '2026-11-13']

test('deletes daily data once its retention has passed', async () => {
  const store = new MemoryStore()
  const keys = [today, kept, over].flatMap((day) => [
    cachedPageKey(day, 'one', 'a'),
    cachedMapKey(day, 'one', 'b'),
    linkedScreenshotKey(day, 'one', 'c'),
  ])
  for (const key of [...keys, `jobs/${over}/x`]) await store.put(key, 'x')
  assert.deepEqual(await sweepDays(store, nowMs, 20), { deleted: 3, more: false })
  assert.deepEqual(await store.list(''), [...keys.filter((key) => !key.includes(over)), `jobs/${over}/x`].toSorted())
  assert.deepEqual(await sweepDays(store, nowMs, 20), { deleted: 0, more: false })
})

test('deletes a bounded number at a time and says that there are more', async () => {
  const store = new MemoryStore()
  const count = storeLimits.keysPerCall + 5
  for (let at = 0; at < count; at += 1) await store.put(cachedPageKey(over, 'one', String(at)), 'x')
  assert.deepEqual(await sweepDays(store, nowMs, 20), { deleted: storeLimits.keysPerCall, more: true })
  assert.deepEqual(await sweepDays(store, nowMs, 20), { deleted: 5, more: false })
})
