import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { fittingTests, longestFirst, readDurations, recordDurations } from './test-durations.ts'

it('takes the nearest tests that fit, leaves out long ones, and always takes the first', () => {
  const durations = { 'a.test.ts': 20_000, 'b.test.ts': 100, 'c.test.ts': 9_000, 'd.test.ts': 200 }
  assert.deepEqual(fittingTests(['b.test.ts', 'c.test.ts', 'd.test.ts'], durations, 2_000), ['b.test.ts', 'd.test.ts'])
  assert.deepEqual(fittingTests(['a.test.ts', 'b.test.ts'], durations, 2_000), ['a.test.ts'])
  assert.deepEqual(fittingTests(['new.test.ts', 'other.test.ts'], {}, 2_000), ['new.test.ts'])
})

it('records durations beside those of earlier runs, and survives a damaged file', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'seine-durations-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'durations.json')
  assert.deepEqual(readDurations(file), {})
  recordDurations(file, { 'a.test.ts': 5 })
  recordDurations(file, { 'b.test.ts': 7 })
  assert.deepEqual(readDurations(file), { 'a.test.ts': 5, 'b.test.ts': 7 })
  writeFileSync(file, '{')
  assert.deepEqual(readDurations(file), {})
})

it('puts the longest first, by record or else by place, files of one process added up', () => {
  const paths = ['shared/a.test.ts', 'test/reliability/rows/b.test.ts', 'test/stack/c.test.ts', 'test/stack/d.test.ts']
  const [a, b, c, d] = paths as [string, string, string, string]
  const apart = paths.map((path) => [path])
  assert.deepEqual(longestFirst(apart, {}), [[b], [c], [d], [a]])
  assert.deepEqual(longestFirst(apart, { [a]: 70_000, [b]: 10, [d]: 61_000 }), [[a], [d], [c], [b]])
  assert.deepEqual(longestFirst([[a], [b, c]], { [a]: 30_000, [b]: 20_000, [c]: 20_000 }), [[b, c], [a]])
})
