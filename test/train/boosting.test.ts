import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveForest } from '@seine/activities/content/main-content/forest/forest-file.ts'
import { scoreRows, type Forest } from '@seine/activities/content/main-content/forest/forest.ts'
import { chooser } from '../site/prose.ts'
import { logisticLoss, trainForest, type BoostingData, type BoostingOptions } from './boosting.ts'

const columns = ['noise', 'step', 'rare', 'other']

/** Rows whose label is an exclusive or of two columns combined with a rare third one. */
function rowsOf(seed: string, rows: number): BoostingData {
  const random = chooser(seed)
  const matrix = new Float32Array(rows * 4)
  const labels = new Float32Array(rows)
  for (let row = 0; row < rows; row++) {
    const values = [
      random.integer(1_000),
      random.integer(100) / 10,
      Number(random.integer(20) === 0),
      random.integer(9),
    ]
    matrix.set(values, row * 4)
    const [, step = 0, rare = 0, other = 0] = values
    labels[row] = rare === 1 ? 0.5 : step > 5 === other > 4 ? 0.9 : 0.1
  }
  return { columns, matrix, labels, weights: new Float32Array(rows).fill(1) }
}

const quick: Partial<BoostingOptions> = { trees: 40, leaves: 8, learningRate: 0.2, rowsPerLeafMin: 20 }

function probabilities(forest: Forest, { matrix, labels }: BoostingData): Float64Array {
  const out = new Float64Array(labels.length)
  scoreRows(forest, matrix, labels.length, out)
  return out
}

test('soft labels that hang on several columns at once are learnt', () => {
  const forest = trainForest(rowsOf('train', 4_000), quick)
  const judged = rowsOf('judge', 1_000)
  const found = probabilities(forest, judged)
  const worst = found.reduce((most, p, row) => Math.max(most, Math.abs(p - (judged.labels[row] ?? 0))), 0)
  assert.ok(worst < 0.15, `off by ${worst}`)
})

test('the same seed gives the same forest, another seed another', () => {
  const data = rowsOf('train', 1_000)
  const train = (seed: number): string => JSON.stringify(saveForest(trainForest(data, { ...quick, trees: 5, seed })))
  assert.equal(train(1), train(1))
  assert.notEqual(train(1), train(2))
})

test('rows without weight are not learnt from', () => {
  const data = rowsOf('train', 2_000)
  for (let row = 0; row < 2_000; row += 2) {
    data.weights[row] = 0
    data.labels[row] = 1
  }
  const judged = rowsOf('judge', 500)
  const loss = logisticLoss(probabilities(trainForest(data, quick), judged), judged.labels, judged.weights)
  assert.ok(loss < 0.4, `loss ${loss}`)
})

test('a forest of no trees gives the mean label', () => {
  const data = rowsOf('train', 100)
  data.labels.fill(0.25)
  const found = probabilities(trainForest(data, { trees: 0 }), data)
  assert.ok(Math.abs((found[0] ?? 0) - 0.25) < 1e-6)
})

test('columns that are constant or no numbers are never asked about', () => {
  const data = rowsOf('train', 500)
  for (let row = 0; row < 500; row++) data.matrix.set([7, Number.NaN], row * 4)
  const forest = trainForest(data, quick)
  assert.ok(forest.feature.length > 0)
  assert.ok(forest.feature.every((column) => column >= 2))
})

test('leaves keep the hessian they must', () => {
  const forest = trainForest(rowsOf('train', 400), { ...quick, trees: 1, rowsPerLeafMin: 100 })
  assert.deepEqual([...forest.innerCounts], [1])
})

test('training stops when the validation rows gain no more, and keeps the best', () => {
  const noise = (seed: string): BoostingData => {
    const random = chooser(seed)
    const data = rowsOf(seed, 400)
    return { ...data, labels: data.labels.map(() => random.integer(2)) }
  }
  const losses: number[] = []
  const options = { ...quick, trees: 200, stopAfter: 5 }
  const forest = trainForest(noise('train'), options, noise('judge'), (_, loss) => losses.push(loss))
  const best = losses.indexOf(Math.min(...losses))
  assert.equal(forest.innerCounts.length, best + 1)
  assert.equal(losses.length, best + 6)
})

test('the reported loss of the validation rows is that of the forest', () => {
  const judged = rowsOf('judge', 300)
  let last = 0
  const forest = trainForest(rowsOf('train', 1_000), { ...quick, trees: 7 }, judged, (_, loss) => (last = loss))
  const loss = logisticLoss(probabilities(forest, judged), judged.labels, judged.weights)
  assert.ok(Math.abs(loss - last) < 1e-6)
})

test('arrays that do not fit each other are refused', () => {
  const data = rowsOf('train', 10)
  assert.throws(() => trainForest({ ...data, weights: new Float32Array(9) }), RangeError)
  assert.throws(() => trainForest({ ...data, columns: ['a'] }), RangeError)
  assert.throws(() => trainForest({ ...data, labels: new Float32Array(0) }), /no rows/)
})
