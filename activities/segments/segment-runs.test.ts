import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { segmentKey } from '@seine/shared/storage/object-keys.ts'
import { heartbeatOf } from '@seine/shared/temporal/testing/slice-heartbeat.ts'
import { reportedSegments, SegmentRuns } from './segment-runs.ts'

const job = { tenant: 'acme', id: 'crawl-1' }
const nameOf = (attempt: number, index: number): string => segmentKey(job, 3, attempt, index)

describe('SegmentRuns', () => {
  it('names consecutive segments by one run, whatever their number', () => {
    const runs = new SegmentRuns([])
    for (let at = 0; at < 1_000; at += 1) runs.add(nameOf(1, at))
    assert.deepEqual(runs.runs, [[1, 0, 1_000]])
    const { keys } = runs
    assert.deepEqual(reportedSegments(heartbeatOf({ flushed: runs.runs }), nameOf), keys)
  })

  it('keeps apart attempts, and numbers around one that was not written', () => {
    const keys = [nameOf(1, 0), nameOf(1, 1), nameOf(1, 3), nameOf(2, 0), nameOf(10_001, 12_345)]
    const { runs } = new SegmentRuns(keys)
    assert.deepEqual(runs, [
      [1, 0, 2],
      [1, 3, 1],
      [2, 0, 1],
      [10_001, 12_345, 1],
    ])
    assert.deepEqual(reportedSegments(heartbeatOf({ flushed: runs }), nameOf), keys)
  })

  it('takes up the keys that an older worker reported', () => {
    const { flushed: _, ...old } = heartbeatOf()
    const keys = [nameOf(1, 0), nameOf(1, 1)]
    const segments = reportedSegments({ ...old, segments: keys }, nameOf)
    assert.deepEqual(segments, keys)
    assert.deepEqual(new SegmentRuns(segments).runs, [[1, 0, 2]])
  })
})
