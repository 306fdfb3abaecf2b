import assert from 'node:assert/strict'
import { test } from 'node:test'
import { binMatrix, type BinnedColumn } from './boosting-bins.ts'

const columnOf = (values: readonly number[], binsMax: number): BinnedColumn =>
  binMatrix(Float32Array.from(values), values.length, 1, binsMax).columns[0] as BinnedColumn

test('a column of few values gets one bin a value, cut halfway', () => {
  const { cuts, bins } = columnOf([3, 1, 2, 1], 255)
  assert.deepEqual([...cuts], [1.5, 2.5])
  assert.deepEqual([...bins], [2, 0, 1, 0])
})

test('a column of many values gets bins of about as many rows', () => {
  const { cuts, bins } = columnOf(
    Array.from({ length: 1_000 }, (_, i) => i * i),
    10,
  )
  const counts = Array.from({ length: cuts.length + 1 }, (_, bin) => bins.filter((b) => b === bin).length)
  assert.equal(counts.length, 10)
  assert.ok(counts.every((count) => count >= 90 && count <= 110))
})

test('a value with most of the rows has a bin of its own and leaves the others theirs', () => {
  const values = [...Array.from({ length: 900 }, () => 50.5), ...Array.from({ length: 100 }, (_, i) => i)]
  const column = columnOf(values, 12)
  const common = column.bins[0]
  assert.equal(column.bins.filter((bin) => bin === common).length, 900)
  assert.equal(column.commonBin, common)
  assert.ok(column.cuts.length >= 10)
})

test('neighbouring single-precision numbers are distinguished', () => {
  const low = Math.fround(0.1)
  const high =
    new Float32Array(Uint32Array.of((new Uint32Array(Float32Array.of(low).buffer)[0] ?? 0) + 1).buffer)[0] ?? 0
  const { bins } = columnOf([low, high], 255)
  assert.deepEqual([...bins], [0, 1])
})

test('infinities keep their ends and NaN is behind them', () => {
  const { bins } = columnOf([Number.NEGATIVE_INFINITY, 0, Number.POSITIVE_INFINITY, Number.NaN], 255)
  assert.deepEqual([...bins], [0, 1, 2, 2])
})
