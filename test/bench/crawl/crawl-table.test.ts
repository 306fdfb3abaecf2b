import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawlTable } from './crawl-table.ts'

const figures = { rounds: 3, pages: 100, results: 100, repeats: 0, wallMs: 4_000, peakRssBytes: 100 * 1024 ** 2 }

test('a line per crawler, its CPU as a multiple of that of Seine', () => {
  const table = crawlTable(
    [
      { ...figures, crawler: 'seine', title: 'Seine', cpuMsPerPage: 10 },
      { ...figures, crawler: 'scrapy', title: 'Scrapy 1', cpuMsPerPage: 25, results: 99 },
    ],
    100,
  )
  const [head, seine, scrapy] = table.split('\n').map((line) => line.split(/ {2,}/))
  assert.deepEqual(head?.slice(0, 3), ['crawler', 'pages', 'recall'])
  assert.deepEqual(seine, ['Seine', '100', '100.0 %', '0', '4.0', '25.0', '10.0', '1.00 x', '100'])
  assert.deepEqual(scrapy, ['Scrapy 1', '99', '99.0 %', '0', '4.0', '24.8', '25.0', '2.50 x', '100'])
})
