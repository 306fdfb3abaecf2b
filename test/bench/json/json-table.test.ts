import assert from 'node:assert/strict'
import { it } from 'node:test'
import { jsonTable, type JsonRun } from './json-table.ts'

const runs: JsonRun[] = [
  { set: 'development', name: 'a', kind: 'recipe', score: { right: 8, wanted: 8, given: 8 }, valid: true, ms: 4 },
  { set: 'held-out', name: 'b', kind: 'book', score: { right: 0, wanted: 2, given: 0 }, valid: false, ms: 6 },
]

it('shows figures of all pages, of each set and of each kind', () => {
  const [headings, ...lines] = jsonTable(runs).trimEnd().split('\n')
  assert.match(headings ?? '', /pages of +pages +F1 of fields +P +R +mean F1 of a page +valid +ms a page/)
  assert.deepEqual(
    lines.map((line) => line.trim().split(/ {2,}/)),
    [
      ['all', '2', '0.889', '1.000', '0.800', '0.500', '1', '5.0'],
      ['development', '1', '1.000', '1.000', '1.000', '1.000', '1', '4.0'],
      ['held-out', '1', '0.000', '0.000', '0.000', '0.000', '0', '6.0'],
      ['book', '1', '0.000', '0.000', '0.000', '0.000', '0', '6.0'],
      ['recipe', '1', '1.000', '1.000', '1.000', '1.000', '1', '4.0'],
    ],
  )
})
