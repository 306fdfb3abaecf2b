/**
 * Gradient-boosted regression trees with a logistic output, stored in flat arrays.
 *
 * A row takes the left child when its value is at most the node's threshold, otherwise the right; NaN takes the right.
 * The leaves it reaches are summed with the base score, and the sum is converted to a probability.
 */
import { leafMasks, leavesMax, sumLeaves, type LeafMasks, type TreeNodes } from './leaf-masks.ts'

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
  /** The same nodes as they are used for scoring. */
  masks: LeafMasks
}

/** A forest without what is derived from its nodes. */
export type ForestNodes = Omit<Forest, 'masks'>

/** Validates the nodes and prepares them for scoring. @throws RangeError when they are not trees over these columns. */
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
  let firstNode = 0
  let firstLeaf = 0
  const trees = Array.from(innerCounts, (count, tree) => {
    const [node, leafAt] = [firstNode, firstLeaf]
    firstNode += count
    firstLeaf += count + 1
    const found = {
      columns: feature.subarray(node, firstNode),
      thresholds: threshold.subarray(node, firstNode),
      left: left.subarray(node, firstNode),
      right: right.subarray(node, firstNode),
      leaves: leaf.subarray(leafAt, firstLeaf),
    }
    assertTree(found, tree)
    return found
  })
  return { ...nodes, masks: leafMasks(trees) }
}

/** Each node and leaf but the root must be the child of one node, before it: then every walk ends at a leaf. */
function assertTree({ left, right }: TreeNodes, tree: number): void {
  const count = left.length
  if (count >= leavesMax) throw new RangeError(`forest: tree ${tree} has more than ${leavesMax} leaves`)
  const linked = new Set<number>()
  for (let at = 0; at < count; at++) {
    for (const child of [left[at]!, right[at]!]) {
      if ((child >= 0 ? child <= at || child >= count : ~child > count) || linked.has(child)) {
        throw new RangeError(`forest: tree ${tree} has an invalid link from node ${at} to ${child}`)
      }
      linked.add(child)
    }
  }
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

/** Computes the log-odds of each row; parameters as `scoreRows`. @throws RangeError when an array is too short. */
export function sumRows(forest: Forest, matrix: Float32Array, rows: number, sums: Float64Array): void {
  const width = forest.columns.length
  if (matrix.length < rows * width || sums.length < rows) throw new RangeError('forest: the matrix is too short')
  sumLeaves(forest.masks, matrix, width, rows, forest.base, sums)
}
