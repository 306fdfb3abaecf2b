import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuGain, membersOf } from './cpu-gain.ts'
import type { ProcessStat } from './proc-stat.ts'

const seen = (...processes: [pid: number, parent: number, own: number, fromChildren?: number][]) =>
  new Map<number, ProcessStat>(
    processes.map(([pid, parent, own, fromChildren = 0]) => [
      pid,
      { pid, parent, ownCpuMs: own, cpuMs: own + fromChildren },
    ]),
  )

test('the root is distinguished from everything below it', () => {
  const before = seen([1, 0, 100], [2, 1, 50])
  const now = seen([1, 0, 130], [2, 1, 70], [3, 2, 40])
  assert.deepEqual(cpuGain(1, before, now), { ownMs: 30, belowMs: 60 })
})

test('a process whose parent waited for it is counted once', () => {
  const before = seen([1, 0, 100], [2, 1, 50])
  const now = seen([1, 0, 100, 80])
  assert.deepEqual(cpuGain(1, before, now), { ownMs: 0, belowMs: 30 })
})

test('a process that came and went between two looks is counted by what its parent got', () => {
  assert.deepEqual(cpuGain(1, seen([1, 0, 100]), seen([1, 0, 100, 25])), { ownMs: 0, belowMs: 25 })
})

test('CPU time of processes without a wait is not subtracted again', () => {
  // The browser (2) was waited for; its zygote (3) and a renderer (4) ended at the same time without being waited for.
  const before = seen([1, 0, 100], [2, 1, 50], [3, 2, 10, 200], [4, 3, 300])
  const now = seen([1, 0, 110, 60])
  assert.deepEqual(cpuGain(1, before, now), { ownMs: 10, belowMs: 0 })
})

test('a process that got another parent is followed', () => {
  const all = [...seen([1, 0, 0], [3, 999, 70], [5, 3, 5], [7, 0, 9]).values()]
  const before = seen([1, 0, 0], [2, 1, 0], [3, 2, 60])
  const now = membersOf(1, before, all)
  assert.deepEqual(new Set(now.keys()), new Set([1, 3, 5]))
  assert.deepEqual(cpuGain(1, before, now), { ownMs: 0, belowMs: 15 })
})
