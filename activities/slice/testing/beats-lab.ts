/** Runs the heartbeats of a slice with a clock and pages that a test controls. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { begunKey, segmentKey } from '@seine/shared/storage/object-keys.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import { SegmentWriter } from '../../segments/segment-writer.ts'
import { SliceProgress } from '../../segments/slice-progress.ts'
import { startBeats, type SliceBeatsOptions } from '../slice-beats.ts'
import { pageHead, slicePage } from './slice-pages.ts'

/** The job of the slice. */
export const job = { tenant: 'one', id: 'crawl-1' }

/** A slice of a few pages with a clock controlled by the test, from 0. Close it: it replaces the timers of the process. */
export function startBeatsLab(mayBeSilent: SliceBeatsOptions['mayBeSilent'] = () => false, pages = 4) {
  mock.timers.enable({ apis: ['setInterval'] })
  let nowMs = 0
  /** By how much the clock of the machine has been set. */
  let jumpedMs = 0
  const { mock: wall } = mock.method(Date, 'now', () => nowMs + jumpedMs)

  /** Lets time pass, in steps. */
  const pass = async (ms: number, stepMs: number = sliceLimits.heartbeatIntervalMs): Promise<void> => {
    for (let left = ms; left > 0; left -= stepMs) {
      nowMs += stepMs
      mock.timers.tick(stepMs)
      await new Promise(setImmediate)
    }
  }
  const store = new MemoryStore()
  const progress = new SliceProgress(
    Array.from({ length: pages }, (_, index) => slicePage(index)),
    null,
    (attempt, index) => segmentKey(job, 0, attempt, index),
  )
  const writer = new SegmentWriter({
    store,
    patience: { patienceMs: 0, signal: new AbortController().signal },
    job,
    slice: 0,
    attempt: 1,
    begun: () => progress.begun,
    onDurable: (key, records, begun) => {
      progress.marked(begun)
      progress.durable(key, records)
    },
  })
  const beats: SliceHeartbeat[] = []
  let marks = 0
  const stop = startBeats({
    progress,
    writer,
    stalls: { check: () => undefined },
    heartbeat: (beat) => void beats.push(beat),
    mark: async (begun) => {
      marks += 1
      await store.put(begunKey(job, 0, 1), begun)
    },
    mayBeSilent,
    onFault: assert.ifError,
    clock: () => nowMs,
  })
  const begin = (index: number, deadlineMs = Infinity): void => progress.begin(index, deadlineMs)
  /** Sets the clock of the machine. */
  const jump = (ms: number): void => void (jumpedMs += ms)
  const end = (index: number): void => {
    progress.end(index)
    writer.add({ head: pageHead(index), outputs: null })
  }
  const close = (): void => {
    stop()
    mock.timers.reset()
    wall.restore()
  }
  const puts = (): number => marks + [...store.objects.keys()].filter((key) => key.includes('/pages/')).length
  return { store, progress, begin, end, pass, jump, close, beats, marks: () => marks, puts }
}
