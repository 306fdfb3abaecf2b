import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pacingLimits } from '@seine/shared/config/slice-limits.ts'
import { SliceResources } from './slice-resources.ts'
import { SliceTime } from './slice-time.ts'

describe('the page slots of a process', () => {
  const saturated = { lagMs: pacingLimits.lagSaturatedMs, busyShare: 1 }

  it('become fewer while several jobs saturate the event loop, and more once slices wait and it is not', () => {
    const room = new SliceResources(100, 40)
    assert.equal(room.pages.state().capacity, 40)
    const takers = ['a-1', 'a-2'].map((jobId) => room.pages.join({ tenant: 'a', rank: 0, jobId }, () => undefined))
    for (const taker of takers) while (taker.take());
    room.noteLoop(saturated)
    const few = room.pages.state().capacity
    assert.ok(few < 40)
    room.noteLoop({ lagMs: 0, busyShare: 0.5 })
    assert.ok(room.pages.state().capacity > few)
  })

  it('do not become fewer while a single job saturates the event loop', () => {
    const room = new SliceResources(100, 40)
    const takers = [1, 2].map(() => room.pages.join({ tenant: 'a', rank: 0, jobId: 'a-1' }, () => undefined))
    for (const taker of takers) while (taker.take());
    room.noteLoop(saturated)
    assert.ok(room.pages.state().capacity >= 40)
  })
})

describe('the time of a slice', () => {
  it('grows with the slices under way, within bounds', () => {
    const room = new SliceResources(8)
    const leave = room.enter()
    assert.equal(room.timeShareMs(), 10_000)
    assert.deepEqual([room.silenceMs(true), room.silenceMs(false)], [60, 60])
    const more = Array.from({ length: 99 }, () => room.enter())
    assert.equal(room.timeShareMs(), 60_000)
    assert.deepEqual([room.silenceMs(true), room.silenceMs(false)], [2_000, 1_500])
    for (let at = 0; at < 2_000; at += 1) room.enter()
    assert.equal(room.timeShareMs(), 300_000)
    assert.deepEqual([room.silenceMs(true), room.silenceMs(false)], [42_000, 1_500])
    for (const each of [leave, ...more]) each()
    assert.equal(room.state().running, 2_000)
  })

  it('begins with the first page where a slot was waited for', () => {
    const time = new SliceTime(0, () => 100)
    time.queued(50)
    assert.equal(time.endsAtMs, 150)
    time.begin()
    time.queued(120)
    assert.equal(time.endsAtMs, 150)
  })
})
