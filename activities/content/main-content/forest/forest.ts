/**
 * Gradient-boosted regression trees with a logistic output, stored in flat arrays.
 *
 * A row takes the left child when its value is at most the node's threshold, otherwise the right; NaN takes the right.
 * The leaves it reaches are summed with the base score, and the sum is converted to a probability.
 */

/** A forest in the form that a trainer produces, tree after tree. */
export interface Forest {
  /** Names of the matrix columns the forest was trained on, in order. */
  columns: readonly string[]
  /** Log-odds before the first tree. */
  base: number
  /** Number of inner nodes of each tree; a tree has one leaf more than inner nodes. */
  innerCounts: Uint16Array<ArrayBuffer>
  /** Column that each inner node compares; the root of a tree is its first node. */
  feature: Uint16Array<ArrayBuffer>
  threshold: Float32Array<ArrayBuffer>
  /** Child of each inner node: the index of an inner node of the same tree, or `~leaf` for a leaf of the same tree. */
  left: Int16Array<ArrayBuffer>
  right: Int16Array<ArrayBuffer>
  /** Log-odds that each leaf adds. */
  leaf: Float32Array<ArrayBuffer>
  /** The same nodes in the layout used for scoring. */
  layout: ForestLayout
}

/**
 * The nodes of the whole forest in one numbering: `children[2n]` is the left child of node n, `children[2n + 1]` the
 * right one; leaves are numbered as `~leaf`.
 */
interface ForestLayout {
  roots: Int32Array
  children: Int32Array
}

/** A forest without its scoring layout. */
export type ForestNodes = Omit<Forest, 'layout'>

/** Validates the nodes and builds the scoring layout. @throws RangeError when they are not trees over these columns. */
export function createForest(nodes: ForestNodes): Forest {
  const { innerCounts, feature, threshold, left, right, leaf } = nodes
  const inner = innerCounts.reduce((sum, count) => sum + count, 0)
  const sizes = [feature.length, threshold.length, left.length, right.length]
  if (sizes.some((size) => size !== inner))
    throw new RangeError(`forest: ${inner} nodes counted, ${sizes.join(', ')} stored`)
  if (leaf.length !== inner + innerCounts.length)
    throw new RangeError(`forest: ${leaf.length} leaves for ${inner} nodes`)
  if (feature.some((column) => column >= nodes.columns.length))
    throw new RangeError('forest: a node refers to a missing column')
  if (!Number.isFinite(nodes.base) || leaf.some((value) => !Number.isFinite(value)) || threshold.some(Number.isNaN)) {
    throw new RangeError('forest: a value is not a number')
  }
  const roots = new Int32Array(innerCounts.length)
  const children = new Int32Array(inner * 2)
  let firstNode = 0
  let firstLeaf = 0
  innerCounts.forEach((count, tree) => {
    const place = (at: number, child: number): number => {
      // A child index above its parent's prevents cycles, so that every walk ends.
      if (child >= 0 ? child <= at || child >= count : ~child > count) {
        throw new RangeError(`forest: tree ${tree} has an invalid link from node ${at} to ${child}`)
      }
      return child >= 0 ? firstNode + child : ~(firstLeaf + ~child)
    }
    roots[tree] = count === 0 ? ~firstLeaf : firstNode
    for (let at = 0; at < count; at++) {
      const node = firstNode + at
      children[2 * node] = place(at, left[node] ?? 0)
      children[2 * node + 1] = place(at, right[node] ?? 0)
    }
    firstNode += count
    firstLeaf += count + 1
  })
  return { ...nodes, layout: { roots, children } }
}

/**
 * Computes the probability of each row of a matrix.
 * @param matrix row-major, `rows` times as many values as the forest has columns.
 * @param out receives one probability per row, 0 to 1.
 * @throws RangeError when an array is too short.
 */
export function scoreRows(forest: Forest, matrix: Float32Array, rows: number, out: Float32Array | Float64Array): void {
  const sums = new Float64Array(rows)
  sumRows(forest, matrix, rows, sums)
  if (out.length < rows) throw new RangeError('forest: no room for the probabilities')
  for (let row = 0; row < rows; row++) out[row] = 1 / (1 + Math.exp(-(sums[row] as number)))
}

/** Rows scored together: few enough that their values stay in the CPU cache while each tree is applied to them. */
const batchRows = 128

/** Computes the log-odds of each row; parameters as `scoreRows`. @throws RangeError when an array is too short. */
export function sumRows(forest: Forest, matrix: Float32Array, rows: number, sums: Float64Array): void {
  const width = forest.columns.length
  if (matrix.length < rows * width || sums.length < rows) throw new RangeError('forest: the matrix is too short')
  sums.fill(forest.base, 0, rows)
  for (let from = 0; from < rows; from += batchRows) {
    sumBatch(forest, matrix, from, Math.min(rows, from + batchRows), sums)
  }
}

/** Applies one tree after another to the batch, so that the nodes in use stay in the fastest CPU cache. */
function sumBatch(forest: Forest, matrix: Float32Array, from: number, to: number, sums: Float64Array): void {
  const { columns, feature, threshold, leaf } = forest
  const { roots, children } = forest.layout
  const width = columns.length
  for (let tree = 0; tree < roots.length; tree++) {
    const root = roots[tree] as number
    for (let row = from, offset = from * width; row < to; row++, offset += width) {
      let node = root
      while (node >= 0) {
        const value = matrix[offset + (feature[node] as number)] as number
        const isLeft = value <= (threshold[node] as number)
        node = (isLeft ? children[2 * node] : children[2 * node + 1]) as number
      }
      sums[row] = (sums[row] as number) + (leaf[~node] as number)
    }
  }
}
