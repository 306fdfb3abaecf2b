import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noPhases, sampleCall } from '../calls/testing/sample-call.ts'
import { barParts, drawnParts, markAt, type BarPart, type BarPhase } from './bar-parts.ts'
import { overviewMarks } from './overview-lanes.ts'
import { axisMarks, draggedWindow, movedWindow, wholeWindow, windowWithin, zoomedWindow } from './time-window.ts'

const window = { fromMs: 0, toMs: 200 }

test('a bar has the parts of its call, one after another', () => {
  assert.deepEqual(
    barParts(sampleCall({ startMs: 100 }), window, 200).map(({ phase, left, width }) => [
      phase,
      Math.round(left),
      Math.round(width),
    ]),
    [
      ['dns', 50, 5],
      ['connect', 55, 10],
      ['tls', 65, 5],
      ['send', 70, 5],
      ['wait', 75, 20],
      ['receive', 95, 5],
    ],
  )
})

test('redirects stand before the parts of the last hop', () => {
  const call = sampleCall({ redirectMs: 100, timeMs: 200 })
  assert.deepEqual(barParts(call, window, 200)[0], { phase: 'redirect', left: 0, width: 50 })
  assert.equal(barParts(call, window, 200)[1]?.left, 50)
})

test('parts longer than the call are shortened, and a call without parts is one that waits', () => {
  const long = sampleCall({ timeMs: 100, phases: { ...noPhases, wait: 300, receive: 100 } })
  assert.deepEqual(
    barParts(long, window, 200).map(({ phase, width }) => [phase, width]),
    [
      ['wait', 37.5],
      ['receive', 12.5],
    ],
  )
  assert.deepEqual(barParts(sampleCall({ phases: noPhases }), window, 200), [{ phase: 'wait', left: 0, width: 50 }])
})

test('a call that was still open reaches the end of the capture', () => {
  const parts = barParts(sampleCall({ timeMs: null }), window, 200)
  assert.deepEqual(parts.at(-1), { phase: 'open', left: 50, width: 50 })
})

test('only what lies in the window is shown, and what lies outside has no part', () => {
  assert.deepEqual(barParts(sampleCall({ phases: noPhases, timeMs: 1_000 }), { fromMs: 250, toMs: 500 }, 1_000), [
    { phase: 'wait', left: 0, width: 100 },
  ])
  assert.deepEqual(barParts(sampleCall({ startMs: 900 }), window, 200), [])
  assert.equal(markAt(sampleCall({ startMs: 100 }), window), 50)
  assert.equal(markAt(sampleCall({ startMs: 300 }), window), null)
})

test('parts too narrow to be distinguished are drawn as one, of the longest phase', () => {
  const part = (phase: BarPhase, left: number, width: number): BarPart => ({ phase, left, width })
  const short = [part('dns', 10, 0.1), part('wait', 10.1, 0.2), part('receive', 10.3, 0.1)]
  const [joined, ...none] = drawnParts(short)
  assert.deepEqual([joined?.phase, joined?.left, joined?.width.toFixed(1), none], ['wait', 10, '0.4', []])
  const long = [part('dns', 10, 0.1), part('wait', 10.1, 20), part('receive', 30.1, 5)]
  assert.deepEqual(drawnParts(long), [part('wait', 10, 20.1), part('receive', 30.1, 5)])
  assert.deepEqual(long[0], part('dns', 10, 0.1))
  const wide = [part('dns', 10, 1), part('wait', 11, 20), part('receive', 31, 0.1)]
  assert.deepEqual(drawnParts(wide), wide)
  assert.deepEqual(drawnParts([]), [])
})

test('a window stays within the capture and at least a millisecond long', () => {
  assert.deepEqual(wholeWindow(0), { fromMs: 0, toMs: 1 })
  assert.deepEqual(windowWithin({ fromMs: -50, toMs: 50 }, 1_000), { fromMs: 0, toMs: 100 })
  assert.deepEqual(windowWithin({ fromMs: 1_000, toMs: 1_500 }, 1_000), { fromMs: 520, toMs: 1_020 })
  const deep = Array.from({ length: 50 }).reduce((held: typeof window) => zoomedWindow(held, 0.5, 1_000), window)
  assert.equal(Math.round(deep.toMs - deep.fromMs), 1)
  assert.deepEqual(movedWindow({ fromMs: 100, toMs: 200 }, 0.5, 1_000), { fromMs: 150, toMs: 250 })
})

test('a drag in either direction chooses a window, and a click none', () => {
  assert.deepEqual(draggedWindow(0.75, 0.25, 1_000), { fromMs: 255, toMs: 765 })
  assert.equal(draggedWindow(0.5, 0.501, 1_000), null)
  assert.deepEqual(draggedWindow(-1, 2, 1_000), wholeWindow(1_000))
})

test('the axis has at most a few round marks, at any scale', () => {
  assert.deepEqual(axisMarks({ fromMs: 0, toMs: 1_020 }), [0, 200, 400, 600, 800, 1_000])
  for (const toMs of [1, 17, 999, 60_000, 86_400_000]) {
    const marks = axisMarks({ fromMs: 0, toMs })
    assert.ok(marks.length >= 2 && marks.length <= 7, `${toMs}: ${marks.length}`)
  }
})

test('calls at the same time lie in different lanes of the overview', () => {
  const calls = [
    sampleCall({ timeMs: 100 }),
    sampleCall({ startMs: 50, timeMs: 100 }),
    sampleCall({ startMs: 60, timeMs: 10 }),
    sampleCall({ startMs: 120, timeMs: null, state: 'failed' }),
  ]
  const marks = overviewMarks(calls, 200, 2)
  assert.deepEqual(
    marks.map(({ lane }) => lane),
    [0, 1, 0, 0],
  )
  assert.deepEqual(marks[3], { left: 0.6, width: 0.4, lane: 0, isFailed: true })
})
