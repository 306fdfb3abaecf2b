import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SliceProgress } from './slice-progress.ts'
import type { PageRecord, SlicePage } from '@seine/shared/pages/slice-shapes.ts'

const pages = (count: number, patch: Partial<SlicePage> = {}): SlicePage[] =>
  Array.from({ length: count }, (_, seq) => ({
    seq,
    url: `http://a.test/${seq}`,
    depth: 1,
    parent: null,
    attempt: 0,
    attempted: false,
    linksOnly: false,
    lines: 1,
    ...patch,
  }))

const nameOf = (attempt: number, index: number): string => `s-${attempt}-${index}.ndjson`

const record = (index: number, patch: Partial<PageRecord> = {}) =>
  ({ index, success: true, linksOnly: false, ...patch }) as PageRecord

describe('SliceProgress', () => {
  it('counts a page as done only when its segment is durable', () => {
    const progress = new SliceProgress(pages(3), null, nameOf)
    progress.begin(0, 10)
    progress.end(0)
    assert.deepEqual(progress.remaining(), [0, 1, 2])
    progress.durable(nameOf(1, 0), [record(0), record(2, { success: false })])
    const beat = progress.heartbeat()
    assert.deepEqual([beat.completed, beat.failed, beat.flushed], [1, 1, [[1, 0, 1]]])
    assert.deepEqual(progress.remaining(), [1])
  })

  it('resumes with the pages that were in flight first and counts none of them twice', () => {
    const list = pages(20)
    const before = new SliceProgress(list, null, nameOf)
    for (const index of [0, 1, 2, 9]) before.begin(index, 10)
    before.durable(nameOf(1, 7), [record(1)])
    before.marked(before.heartbeat().begun)
    const after = new SliceProgress(list, JSON.parse(JSON.stringify(before.heartbeat())), nameOf)
    assert.deepEqual(after.remaining().slice(0, 4), [0, 2, 9, 3])
    for (const index of [0, 2, 9]) after.begin(index, 10)
    assert.equal(after.heartbeat().startedFirst, 4)
    after.begin(3, 10)
    assert.equal(after.startedFirst, 5)
    assert.deepEqual(after.segments, [nameOf(1, 7)])
  })

  it('reports started pages once they are marked or durable, and never fewer than before', () => {
    const list = pages(4)
    const progress = new SliceProgress(list, null, nameOf)
    for (const index of [0, 1, 2]) progress.begin(index, 10)
    assert.deepEqual([progress.startedFirst, progress.heartbeat().startedFirst], [3, 0])
    progress.durable(nameOf(1, 0), [record(1)])
    assert.equal(progress.heartbeat().startedFirst, 1)
    progress.marked(progress.heartbeat().begun)
    assert.equal(progress.heartbeat().startedFirst, 3)
    const after = new SliceProgress(list, progress.heartbeat(), nameOf)
    after.begin(3, 10)
    assert.equal(after.heartbeat().startedFirst, 3)
    after.durable(nameOf(1, 1), [record(0), record(2), record(3)])
    assert.deepEqual([after.heartbeat().startedFirst, after.heartbeat().completed], [4, 4])
  })

  it('adds nothing to the total for retried pages and for a start page that is no result', () => {
    for (const patch of [{ attempted: true }, { linksOnly: true }]) {
      const progress = new SliceProgress(pages(2, patch), null, nameOf)
      progress.begin(0, 10)
      progress.durable(nameOf(1, 0), [record(0, { linksOnly: patch.linksOnly ?? false })])
      assert.equal(progress.heartbeat().startedFirst, 0)
      assert.equal(progress.heartbeat().completed, patch.linksOnly ? 0 : 1)
    }
  })

  it('counts input lines, not pages', () => {
    const progress = new SliceProgress(pages(2, { lines: 3 }), null, nameOf)
    progress.begin(0, 10)
    progress.begin(1, 10)
    progress.durable(nameOf(1, 0), [record(0), record(1, { success: false })])
    const { startedFirst, completed, failed } = progress.heartbeat()
    assert.deepEqual([startedFirst, completed, failed], [6, 3, 3])
  })

  it('is stuck only while a page has overrun its own deadline', () => {
    const progress = new SliceProgress(pages(2), null, nameOf)
    progress.begin(0, 1_000)
    assert.equal(progress.isStuck(999), false)
    assert.equal(progress.isStuck(1_001), true)
    progress.end(0)
    assert.equal(progress.isStuck(5_000), false)
  })
})
