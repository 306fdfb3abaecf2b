import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stackLimits } from './stack-limits.ts'
import { createProgress, formatDuration, liveLine } from './progress.ts'

function recorder(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, columns: 60, write: (text: string) => written.push(text), text: () => written.join('') }
}

test('durations read naturally', () => {
  assert.deepEqual([400, 9_949, 10_000, 59_400, 125_000].map(formatDuration), [
    '0.4 s',
    '9.9 s',
    '10 s',
    '59 s',
    '2 min 5 s',
  ])
})

test('the live line names every running step and is cut to the terminal', () => {
  const steps = [
    { title: 'Temporal CLI', startedMs: 0 },
    { title: 'S3 store', startedMs: 5_000 },
  ]
  assert.equal(liveLine(steps, 12_000, 0, 80), '  ⠋ Temporal CLI 12 s · S3 store 7 s')
  const cut = liveLine(steps, 12_000, 11, 20)
  assert.equal(cut.length, 19)
  assert.ok(cut.startsWith('  ⠙ ') && cut.endsWith('…'))
})

test('without a terminal a step has a first line, a sign of life at intervals, and a last line', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] })
  const stream = recorder(false)
  const step = createProgress(stream).begin('S3 store', 'go install, about 1 minute')
  t.mock.timers.tick(stackLimits.progressLineIntervalMs)
  t.mock.timers.tick(stackLimits.progressLineIntervalMs)
  step.done()
  t.mock.timers.tick(stackLimits.progressLineIntervalMs * 4)
  assert.deepEqual(stream.text().trimEnd().split('\n'), [
    '  … S3 store: go install, about 1 minute',
    '  … S3 store: 15 s so far',
    '  … S3 store: 30 s so far',
    '  ✓ S3 store (30 s)',
  ])
})

test('a failed step says why, and ending a step twice prints nothing more', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] })
  const stream = recorder(false)
  const step = createProgress(stream).begin('S3 store', 'go install')
  step.fail('no Go')
  step.done()
  assert.equal(stream.text(), '  … S3 store: go install\n  ✗ S3 store (0.0 s): no Go\n')
})

test('on a terminal the live line is erased before any other line', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] })
  const stream = recorder(true)
  const progress = createProgress(stream)
  const step = progress.begin('S3 store', 'go install')
  assert.equal(stream.text(), '\r\u001B[K  ⠋ S3 store 0 s')
  t.mock.timers.tick(stackLimits.progressRedrawMs)
  progress.note('hello')
  assert.ok(stream.text().includes('\r\u001B[Khello\n\r\u001B[K  ⠹ S3 store 0 s'))
  step.done()
  assert.ok(stream.text().endsWith('\r\u001B[K  ✓ S3 store (0.2 s)\n'))
})
