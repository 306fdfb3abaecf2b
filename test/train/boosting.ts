/**
 * Trains gradient-boosted trees: histograms over quantile bins, leaf-wise growth, logistic loss over
 * soft labels with row weights. The same data, options and seed give the same forest, bit for bit.
 *
 * After Ke et al., LightGBM: A Highly Efficient Gradient Boosting Decision Tree (NIPS 2017).
 */
import { createForest, sumRows, type Forest } from '@seine/activities/content/main-content/forest/forest.ts'
import { chooser, type Chooser } from '../site/prose.ts'
import { binMatrix, type BinnedMatrix } from './boosting-bins.ts'
import { createGrower, type GrownTree } from './boosting-tree.ts'

/** Rows for training or validation. */
export interface BoostingData {
  /** Names of the columns. */
  columns: readonly string[]
  /** Row-major: `labels.length` rows of `columns.length` values. */
  matrix: Float32Array
  /** Target probability of each row, 0 to 1. */
  labels: Float32Array
  /** Weight of each row, 0 or more; the mean should be about 1, or `hessianPerLeafMin` adapted. */
  weights: Float32Array
}

export interface BoostingOptions {
  trees: number
  /** Highest number of leaves of a tree. */
  leaves: number
  learningRate: number
  /** Minimum number of rows of a leaf, estimated from its share of its tree's hessian. */
  rowsPerLeafMin: number
  /** Minimum sum of weight * p * (1 - p) in a leaf. */
  hessianPerLeafMin: number
  /** L2 penalty on leaf values, in units of hessian. */
  l2: number
  /** Minimum reduction of the loss by a split. */
  gainMin: number
  /** Share of the columns each tree may use. */
  featureFraction: number
  /** Share of the rows used for each tree, drawn anew every `baggingEvery` trees. */
  baggingFraction: number
  baggingEvery: number
  /** Highest number of bins of a column, at most 255. */
  binsMax: number
  seed: number
  /** Number of trees without a lower loss on the validation rows after which training stops; null trains all trees. */
  stopAfter: number | null
}

export const boostingDefaults: BoostingOptions = {
  trees: 300,
  leaves: 31,
  learningRate: 0.06,
  rowsPerLeafMin: 50,
  hessianPerLeafMin: 1e-3,
  l2: 1,
  gainMin: 0,
  featureFraction: 0.7,
  baggingFraction: 0.7,
  baggingEvery: 1,
  binsMax: 255,
  seed: 1,
  stopAfter: null,
}

/**
 * Trains a forest.
 * @param validation rows for early stopping when `stopAfter` is given; the forest is cut at the tree with the lowest
 *   loss on them.
 * @param onTree called after each tree with the loss on the validation rows, NaN without them.
 * @throws RangeError when the arrays have inconsistent sizes.
 */
export function trainForest(
  data: BoostingData,
  given: Partial<BoostingOptions> = {},
  validation: BoostingData | null = null,
  onTree: (tree: number, loss: number) => void = () => {},
): Forest {
  const options = { ...boostingDefaults, ...given }
  const { columns, labels, weights } = data
  assertFits(data)
  if (validation !== null) assertFits(validation)
  const rows = labels.length
  const matrix = binMatrix(data.matrix, rows, columns.length, options.binsMax)
  const grower = createGrower(matrix, options)
  const random = chooser(`boosting ${options.seed}`)
  const base = logOdds(labels, weights)
  const scores = new Float64Array(rows).fill(base)
  const gradients = new Float32Array(rows)
  const hessians = new Float32Array(rows)
  const trees: GrownTree[] = []
  const judge = validation === null ? null : new Judge(validation, base)
  let seen = everyRow(rows)
  for (let number = 0; number < options.trees; number++) {
    takeGradients(scores, labels, weights, gradients, hessians)
    if (options.baggingFraction < 1 && number % options.baggingEvery === 0) {
      seen = drawRows(rows, options.baggingFraction, random)
    }
    const tree = grower.grow(seen, gradients, hessians, drawColumns(columns.length, options.featureFraction, random))
    trees.push(tree)
    addTree(tree, matrix, seen.length < rows, scores)
    const loss = judge?.add(toForest([tree], matrix, columns, 0)) ?? Number.NaN
    onTree(number, loss)
    if (judge !== null && options.stopAfter !== null && judge.sinceBest >= options.stopAfter) break
  }
  const kept = judge !== null && options.stopAfter !== null ? trees.slice(0, judge.best + 1) : trees
  return toForest(kept, matrix, columns, base)
}

/** Weighted mean logistic loss of probabilities against soft labels. */
export function logisticLoss(probabilities: ArrayLike<number>, labels: Float32Array, weights: Float32Array): number {
  let loss = 0
  let weight = 0
  for (let row = 0; row < labels.length; row++) {
    const p = Math.min(1 - 1e-15, Math.max(1e-15, probabilities[row] ?? 0))
    const y = labels[row] as number
    const w = weights[row] as number
    loss -= w * (y * Math.log(p) + (1 - y) * Math.log(1 - p))
    weight += w
  }
  return loss / weight
}

function assertFits({ columns, matrix, labels, weights }: BoostingData): void {
  if (labels.length === 0) throw new RangeError('boosting: no rows')
  if (matrix.length !== labels.length * columns.length || weights.length !== labels.length) {
    throw new RangeError(
      `boosting: ${matrix.length} values and ${weights.length} weights for ${labels.length} rows of ${columns.length}`,
    )
  }
}

/** Log-odds of the mean label: the score of a forest without trees. */
function logOdds(labels: Float32Array, weights: Float32Array): number {
  let sum = 0
  let weight = 0
  for (let row = 0; row < labels.length; row++) {
    sum += (labels[row] as number) * (weights[row] as number)
    weight += weights[row] as number
  }
  const mean = Math.min(1 - 1e-6, Math.max(1e-6, sum / weight))
  return Math.log(mean / (1 - mean))
}

function takeGradients(
  scores: Float64Array,
  labels: Float32Array,
  weights: Float32Array,
  gradients: Float32Array,
  hessians: Float32Array,
): void {
  for (let row = 0; row < scores.length; row++) {
    const p = 1 / (1 + Math.exp(-(scores[row] as number)))
    const w = weights[row] as number
    gradients[row] = w * (p - (labels[row] as number))
    hessians[row] = w * p * (1 - p)
  }
}

const everyRow = (rows: number): Int32Array => Int32Array.from({ length: rows }, (_, row) => row)

/** Draws rows with equal probability, in ascending order. */
function drawRows(rows: number, fraction: number, random: Chooser): Int32Array {
  const drawn = new Int32Array(rows)
  let size = 0
  for (let row = 0; row < rows; row++) if (random.integer(1_000_000) < fraction * 1_000_000) drawn[size++] = row
  return size === 0 ? everyRow(rows) : drawn.subarray(0, size)
}

/** Draws this many columns without repeats, in ascending order. */
function drawColumns(columns: number, fraction: number, random: Chooser): number[] {
  const left = Array.from({ length: columns }, (_, column) => column)
  const wanted = Math.max(1, Math.round(columns * fraction))
  while (left.length > wanted) left.splice(random.integer(left.length), 1)
  return left
}

/** Adds a tree to the scores of all rows, including those it was not grown on. */
function addTree(tree: GrownTree, matrix: BinnedMatrix, isSample: boolean, scores: Float64Array): void {
  if (isSample && tree.column.length > 0) {
    for (let row = 0; row < scores.length; row++) {
      let node = 0
      while (node >= 0) {
        const bin = matrix.columns[tree.column[node] as number]?.bins[row] as number
        node = (bin <= (tree.bin[node] as number) ? tree.left : tree.right)[node] as number
      }
      scores[row] = (scores[row] as number) + (tree.leaf[~node] as number)
    }
    return
  }
  tree.leafRows.forEach((rows, leaf) => {
    const value = tree.leaf[leaf] as number
    for (const row of rows) scores[row] = (scores[row] as number) + value
  })
}

/** Converts bins back to the values of their cuts. */
function toForest(trees: readonly GrownTree[], matrix: BinnedMatrix, columns: readonly string[], base: number): Forest {
  return createForest({
    columns,
    base,
    innerCounts: Uint16Array.from(trees, ({ column }) => column.length),
    feature: Uint16Array.from(trees.flatMap(({ column }) => column)),
    threshold: Float32Array.from(
      trees.flatMap(({ column, bin }) => column.map((c, i) => matrix.columns[c]?.cuts[bin[i] as number] as number)),
    ),
    left: Int16Array.from(trees.flatMap(({ left }) => left)),
    right: Int16Array.from(trees.flatMap(({ right }) => right)),
    leaf: Float32Array.from(trees.flatMap(({ leaf }) => leaf)),
  })
}

/** Tracks the loss on the validation rows. */
class Judge {
  readonly #data: BoostingData
  readonly #scores: Float64Array
  readonly #added: Float64Array
  #bestLoss = Number.POSITIVE_INFINITY
  /** Number of the tree with the lowest loss. */
  best = -1
  /** Number of trees since then. */
  sinceBest = 0
  #trees = 0

  constructor(data: BoostingData, base: number) {
    this.#data = data
    this.#scores = new Float64Array(data.labels.length).fill(base)
    this.#added = new Float64Array(data.labels.length)
  }

  /** Adds one tree. @returns the loss including it. */
  add(tree: Forest): number {
    const { matrix, labels, weights } = this.#data
    sumRows(tree, matrix, labels.length, this.#added)
    const probabilities = this.#scores.map((score, row) => 1 / (1 + Math.exp(-(score + (this.#added[row] as number)))))
    this.#added.forEach((value, row) => (this.#scores[row] = (this.#scores[row] as number) + value))
    const loss = logisticLoss(probabilities, labels, weights)
    if (loss < this.#bestLoss) {
      this.#bestLoss = loss
      this.best = this.#trees
    }
    this.sinceBest = this.#trees - this.best
    this.#trees++
    return loss
  }
}
