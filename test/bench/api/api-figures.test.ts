import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTable } from './api-figures.ts'

test('a load is a line with its latencies and what failed', () => {
  const [headings = '', line = ''] = loadTable([
    {
      title: 'status reads',
      requests: 12_345,
      perSecond: 1_234.5,
      p50Ms: 12,
      p99Ms: 61,
      maxMs: 140,
      failed: 0,
      blockMs: 11.6,
      turnCpuMs: 5,
    },
  ]).split('\n')
  assert.match(headings, /^load +requests +per s +p50 ms +p99 ms +max ms +failed +block ms +turn CPU ms$/)
  assert.match(line, /^status reads +12345 +1235 +12 +61 +140 +0 +12 +5$/)
})
