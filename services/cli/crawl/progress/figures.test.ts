import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockText, countedText, durationText, patienceText, rateText, sizeText } from './figures.ts'

const table = <T>(title: string, show: (value: T) => string, rows: [T, string][]): void => {
  for (const [value, expected] of rows) {
    test(`${title} ${String(value)} reads ${expected}`, () => assert.equal(show(value), expected))
  }
}

table('a duration of', durationText, [
  [0, '0.0 s'],
  [8.44, '8.4 s'],
  [59.96, '0:59'],
  [65, '1:05'],
  [7_389, '2:03:09'],
])
table('a clock at', clockText, [
  [-1, '0:00'],
  [8.9, '0:08'],
  [3_600, '1:00:00'],
])
table('a patience of', patienceText, [
  [0.08, '1 s'],
  [60, '60 s'],
  [120, '2 min'],
])
table('a size of', sizeText, [
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [999_949, '999.9 kB'],
  [999_951, '1.0 MB'],
  [1_500_000_000, '1.5 GB'],
])
table('a rate of', rateText, [
  [0, '0.0 pages/s'],
  [99.94, '99.9 pages/s'],
  [1_234.4, '1,234 pages/s'],
])
table('a count of', (count: number) => countedText(count, 'page'), [
  [0, '0 pages'],
  [1, '1 page'],
  [12_345, '12,345 pages'],
])
