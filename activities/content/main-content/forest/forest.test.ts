import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shippedModel } from '../model.ts'
import { loadForest, saveForest } from './forest-file.ts'
import { createForest, scoreRows, sumRows, type ForestNodes } from './forest.ts'

/** Returns two trees: `a <= 1 ? -1 : (b <= 0.5 ? 2 : 3)` and a single leaf of 0.25. */
const nodes = (): ForestNodes => ({
  columns: ['a', 'b'],
  base: 0.5,
  innerCounts: Uint16Array.of(2, 0),
  feature: Uint16Array.of(0, 1),
  threshold: Float32Array.of(1, 0.5),
  left: Int16Array.of(~0, ~1),
  right: Int16Array.of(1, ~2),
  leaf: Float32Array.of(-1, 2, 3, 0.25),
})

/** Returns the log-odds of a row as the definition of the forest says. */
function walked({ base, innerCounts, feature, threshold, left, right, leaf }: ForestNodes, row: Float32Array): number {
  let sum = base
  let [firstNode, firstLeaf] = [0, 0]
  for (const count of innerCounts) {
    let node = count === 0 ? ~0 : 0
    while (node >= 0) {
      const at = firstNode + node
      node = (row[feature[at]!]! <= threshold[at]! ? left[at] : right[at])!
    }
    sum += leaf[firstLeaf + ~node]!
    firstNode += count
    firstLeaf += count + 1
  }
  return sum
}

const sumsOf = (values: readonly number[]): number[] => {
  const rows = values.length / 2
  const sums = new Float64Array(rows)
  sumRows(createForest(nodes()), Float32Array.from(values), rows, sums)
  return [...sums]
}

test('each row adds the leaf it reaches in every tree', () => {
  assert.deepEqual(sumsOf([0, 9, 2, 0, 2, 1]), [-0.25, 2.75, 3.75])
})

test('a value at the threshold goes left', () => {
  assert.deepEqual(sumsOf([1, 0]), [-0.25])
})

test('a value that is no number goes right', () => {
  assert.deepEqual(sumsOf([Number.NaN, Number.NaN]), [3.75])
})

test('rows add what a walk down each tree finds, numbers or not', () => {
  const forest = shippedModel().forest
  const rows = 40
  const width = forest.columns.length
  // Values around thresholds, in runs as of neighbouring rows.
  let state = 7
  const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below
  const matrix = Float32Array.from({ length: rows * width }, (_, at) => {
    const node = forest.feature.indexOf(at % width, random(forest.feature.length))
    if (node < 0 || random(20) === 0)
      return [Number.NaN, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY][random(4)]!
    return forest.threshold[node]! + [-1, 0, 0, 0.001][random(4)]!
  })
  const sums = new Float64Array(rows)
  sumRows(forest, matrix, rows, sums)
  assert.deepEqual(
    [...sums],
    Array.from(sums, (_, row) => walked(forest, matrix.subarray(row * width, row * width + width))),
  )
})

test('the sum becomes a probability', () => {
  const out = new Float64Array(1)
  scoreRows(createForest(nodes()), Float32Array.of(2, 1), 1, out)
  assert.equal(out[0], 1 / (1 + Math.exp(-3.75)))
})

test('a matrix or an output too short is refused', () => {
  const forest = createForest(nodes())
  assert.throws(() => scoreRows(forest, Float32Array.of(2, 1), 2, new Float64Array(2)), /too short/)
  assert.throws(() => scoreRows(forest, Float32Array.of(2, 1), 1, new Float64Array(0)), /no room/)
})

test('a saved forest scores as before', () => {
  const again = loadForest(JSON.parse(JSON.stringify(saveForest(createForest(nodes())))), ['a', 'b'])
  assert.deepEqual(again, createForest(nodes()))
})

test('a tree that leads back, out of itself or to no leaf is refused', () => {
  const broken: Partial<ForestNodes>[] = [
    { right: Int16Array.of(0, ~2) },
    { right: Int16Array.of(2, ~2) },
    { right: Int16Array.of(1, ~3) },
    { right: Int16Array.of(1, ~1) },
    { feature: Uint16Array.of(0, 2) },
    { leaf: Float32Array.of(-1, 2, 3) },
    { leaf: Float32Array.of(-1, 2, 3, Number.NaN) },
    { threshold: Float32Array.of(1) },
    { base: Number.POSITIVE_INFINITY },
  ]
  for (const fault of broken) assert.throws(() => createForest({ ...nodes(), ...fault }), RangeError)
})

test('a file that is no forest is refused with its fault', () => {
  const file = saveForest(createForest(nodes()))
  const faults: [unknown, RegExp][] = [
    [null, /not an object/],
    [{ ...file, version: 99 }, /version is 99, supported is 1/],
    [{ ...file, columns: 'a' }, /columns/],
    [{ ...file, base: '1' }, /base/],
    [{ ...file, leaf: 7 }, /leaf is not a string/],
    [{ ...file, leaf: file.leaf.slice(0, 7) }, /leaf is truncated/],
    [{ ...file, leaf: '' }, /0 leaves for 2 nodes/],
  ]
  for (const [parsed, message] of faults) assert.throws(() => loadForest(parsed), message)
})

test('a file made for other columns is refused', () => {
  const file = saveForest(createForest(nodes()))
  assert.throws(() => loadForest(file, ['a', 'c']), /column 1 is b, expected is c/)
  assert.throws(() => loadForest(file, ['a', 'b', 'c']), /column 2 is nothing, expected is c/)
})
