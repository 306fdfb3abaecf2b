/** Needs a process of its own: it measures the CPU time of its thread. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { readingTimeMs } from './reading-time.ts'

test('work counts by its CPU time, however long it takes', () => {
  const startedMs = readingTimeMs()
  const before = process.threadCpuUsage()
  let spentMs = 0
  while (spentMs < 200) {
    const { user, system } = process.threadCpuUsage(before)
    spentMs = (user + system) / 1_000
  }
  const readMs = readingTimeMs() - startedMs
  assert.ok(readMs >= 200, `${readMs} ms`)
})

test('waiting counts by a part of its time, so that a reader that waits ends by itself', async () => {
  const startedMs = readingTimeMs()
  const wallBeforeMs = performance.now()
  await sleep(300)
  const waitedMs = performance.now() - wallBeforeMs
  const readMs = readingTimeMs() - startedMs
  // The clock itself is read before and after the wall.
  assert.ok(readMs >= waitedMs / extractLimits.wallTimeFactor, `${readMs} of ${waitedMs} ms`)
  assert.ok(readMs < waitedMs, `${readMs} of ${waitedMs} ms`)
})
