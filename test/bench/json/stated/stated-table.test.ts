import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { StatedRun } from './stated-pages.ts'
import { statedTable } from './stated-table.ts'
import { wrongSourcesTable } from './wrong-sources.ts'

const runs: StatedRun[] = [
  {
    id: '7',
    url: 'https://shop.example/mug',
    part: 'tuned',
    kind: 'product',
    counts: {
      brand: { stated: 1, shown: 1, given: 1, right: 0 },
      price: { stated: 1, shown: 1, given: 1, right: 1 },
      sku: { stated: 1, shown: 1, given: 0, right: 0 },
    },
    answers: {
      stated: { brand: ['Acme'], price: [12.5], sku: ['M-1'] },
      given: { brand: 'Add to cart', price: 12.5 },
      sources: { '/brand': 'label', '/price': 'meta' },
    },
  },
  {
    id: '8',
    url: 'https://other.example/cup',
    part: 'held-out',
    kind: 'product',
    counts: { brand: { stated: 1, shown: 1, given: 1, right: 0 } },
  },
]

const cells = (table: string): string[][] =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/))

it('shows right, wrong and missed values by kind and property, of both parts', () => {
  const [headings, , total, brand, , sku] = cells(statedTable(runs))
  assert.deepEqual(headings?.slice(0, 9), ['tuned', 'stated', 'shown', 'right', 'wrong', 'missed', 'P', 'R', 'F1'])
  assert.deepEqual(total?.slice(0, 10), ['product', '1', '3', '3', '1', '1', '2', '0.500', '0.333', '0.400'])
  assert.deepEqual(brand?.slice(0, 7), ['brand', '1', '1', '1', '0', '1', '1'])
  assert.deepEqual(sku?.slice(0, 7), ['sku', '1', '1', '1', '0', '0', '1'])
})

it('shows where wrong values of tuned sites were read, and nothing of the others', () => {
  assert.deepEqual(cells(wrongSourcesTable(runs)), [
    ['source', 'wrong', 'right', 'page', 'given', 'stated'],
    ['product brand (label)', '1', '0', '7', '"Add to cart"', '["Acme"]'],
  ])
})
