import assert from 'node:assert/strict'
import { it } from 'node:test'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { payloadBytes } from '@seine/shared/temporal/payload-size.ts'
import type { SegmentRun, SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import { heartbeatOf } from '@seine/shared/temporal/testing/slice-heartbeat.ts'
import { boundedBeats } from './bounded-beats.ts'

it('heartbeats lose the current URL when they are too large, and repeat the last ones when that is not enough', () => {
  const sent: (SliceHeartbeat | null)[] = []
  const beat = boundedBeats((details) => void sent.push(details), null)
  const currentUrl = `http://site.test/${'x'.repeat(2_000)}`
  const runs = (count: number) => Array.from({ length: count }, (_, at): SegmentRun => [1_000 + at, 0, 1])
  const small = heartbeatOf({ completed: 1, currentUrl })
  const large = heartbeatOf({ completed: 2, currentUrl, flushed: runs(600) })
  const tooLarge = heartbeatOf({ completed: 3, currentUrl, flushed: runs(2_000) })
  for (const details of [small, large, tooLarge]) beat(details)
  assert.deepEqual(sent, [small, { ...large, currentUrl: null }, { ...large, currentUrl: null }])
  assert.ok(sent.every((details) => payloadBytes(details) <= temporalLimits.heartbeatDetailsMaxBytes))
  assert.ok(payloadBytes(large) > temporalLimits.heartbeatDetailsMaxBytes)
})
