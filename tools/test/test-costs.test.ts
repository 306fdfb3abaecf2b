import assert from 'node:assert/strict'
import { it } from 'node:test'
import { costsByFile, costsByFolder } from './test-costs.ts'

const durations = { 'test/stack/a.test.ts': 900, 'test/stack/b.test.ts': 100, 'shared/urls/c.test.ts': 50 }
const cpuTimes = { 'shared/urls/c.test.ts': 60, 'test/stack/a.test.ts': 300, 'test/stack/b.test.ts': 40 }

it('adds up by folder, the most CPU time first', () => {
  assert.deepEqual(costsByFolder(durations, cpuTimes), [
    { name: 'test/stack', files: 2, durationMs: 1_000, cpuMs: 340 },
    { name: 'shared', files: 1, durationMs: 50, cpuMs: 60 },
  ])
})

it('lists files, the most CPU time first', () => {
  assert.deepEqual(
    costsByFile(durations, cpuTimes).map(({ name, cpuMs }) => [name, cpuMs]),
    [
      ['test/stack/a.test.ts', 300],
      ['shared/urls/c.test.ts', 60],
      ['test/stack/b.test.ts', 40],
    ],
  )
})
