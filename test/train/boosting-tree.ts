/** Grows one tree leaf by leaf, starting with the leaf whose split reduces the loss most. */
import type { BinnedMatrix } from './boosting-bins.ts'
import {
  bestSplit,
  histogramStride,
  sumColumn,
  type LeafRows,
  type Split,
  type SplitRules,
} from './boosting-histogram.ts'

/** A tree over bins; children as in `Forest`: an inner node of the tree or `~leaf`. */
export interface GrownTree {
  column: number[]
  bin: number[]
  left: number[]
  right: number[]
  /** Log-odds, learning rate included. */
  leaf: number[]
  /** Rows of the training set that ended in each leaf. */
  leafRows: Int32Array[]
}

export interface TreeRules extends SplitRules {
  leaves: number
  rowsPerLeafMin: number
  learningRate: number
}

interface OpenLeaf extends LeafRows {
  sums: Float64Array | null
  split: Split | null
  /** Position of the leaf: its parent node, and whether it is the right child. */
  parent: number
  isRight: boolean
}

export interface TreeGrower {
  /**
   * Grows a tree.
   * @param rows the rows to grow on, in ascending order; the array is kept.
   * @param columns the columns the tree may use.
   */
  grow(rows: Int32Array, gradients: Float32Array, hessians: Float32Array, columns: readonly number[]): GrownTree
}

/** Creates one grower for all trees of a forest: its histograms are reused. */
export function createGrower(matrix: BinnedMatrix, rules: TreeRules): TreeGrower {
  const pool: Float64Array[] = []
  const takeSums = (): Float64Array => pool.pop() ?? new Float64Array(matrix.columns.length * histogramStride)

  function fill(leaf: OpenLeaf, columns: readonly number[]): void {
    const sums = takeSums()
    for (const column of columns) {
      const binned = matrix.columns[column]
      const start = column * histogramStride
      if (binned !== undefined) sumColumn(binned, leaf, sums.subarray(start, start + binned.cuts.length * 2 + 2))
    }
    leaf.sums = sums
  }

  function findSplit(leaf: OpenLeaf, columns: readonly number[], hessianPerRow: number): void {
    const hessianPerLeafMin = Math.max(rules.hessianPerLeafMin, rules.rowsPerLeafMin * hessianPerRow)
    leaf.split = null
    if (leaf.sums === null || leaf.hessian < 2 * hessianPerLeafMin) return
    for (const column of columns) {
      const cuts = matrix.columns[column]?.cuts.length ?? 0
      const split = bestSplit(column, cuts, leaf.sums, column * histogramStride, leaf, { ...rules, hessianPerLeafMin })
      if (split !== null && split.gain > (leaf.split?.gain ?? 0)) leaf.split = split
    }
  }

  return {
    grow(rows, gradients, hessians, columns) {
      const tree: GrownTree = { column: [], bin: [], left: [], right: [], leaf: [], leafRows: [] }
      const root: OpenLeaf = {
        ...rootRows(rows, gradients, hessians),
        sums: null,
        split: null,
        parent: -1,
        isRight: false,
      }
      const hessianPerRow = root.hessian / rows.length
      fill(root, columns)
      findSplit(root, columns, hessianPerRow)
      const open: OpenLeaf[] = [root]
      while (open.length < rules.leaves) {
        const leaf = takeBest(open)
        if (leaf === null || leaf.split === null || leaf.sums === null) break
        const bins = matrix.columns[leaf.split.column]?.bins as Uint8Array
        const node = tree.column.push(leaf.split.column) - 1
        tree.bin.push(leaf.split.bin)
        tree.left.push(0)
        tree.right.push(0)
        hang(tree, leaf, node)
        const [left, right] = divide(leaf, leaf.split, bins, node)
        if (open.length + 2 < rules.leaves) {
          const [small, large] = left.rows.length <= right.rows.length ? [left, right] : [right, left]
          fill(small, columns)
          large.sums = withoutSibling(leaf.sums, small.sums as Float64Array, columns)
          findSplit(small, columns, hessianPerRow)
          findSplit(large, columns, hessianPerRow)
        } else {
          pool.push(leaf.sums)
        }
        open.push(left, right)
      }
      for (const leaf of open) {
        const number = tree.leaf.push((-leaf.gradient / (leaf.hessian + rules.l2)) * rules.learningRate) - 1
        tree.leafRows.push(leaf.rows)
        hang(tree, leaf, ~number)
        if (leaf.sums !== null) pool.push(leaf.sums)
      }
      return tree
    },
  }
}

function rootRows(rows: Int32Array, gradients: Float32Array, hessians: Float32Array): LeafRows {
  const root = { rows, gradients: new Float32Array(rows.length), hessians: new Float32Array(rows.length) }
  let gradient = 0
  let hessian = 0
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number
    const g = gradients[row] as number
    const h = hessians[row] as number
    root.gradients[i] = g
    root.hessians[i] = h
    gradient += g
    hessian += h
  }
  return { ...root, gradient, hessian }
}

/** Removes and returns the leaf whose split reduces the loss most. */
function takeBest(open: OpenLeaf[]): OpenLeaf | null {
  let best = -1
  let gain = 0
  open.forEach(({ split }, i) => {
    if (split !== null && split.gain > gain) {
      best = i
      gain = split.gain
    }
  })
  return best < 0 ? null : (open.splice(best, 1)[0] ?? null)
}

function hang(tree: GrownTree, { parent, isRight }: OpenLeaf, child: number): void {
  if (parent >= 0) (isRight ? tree.right : tree.left)[parent] = child
}

/** Divides the rows of a leaf into two lists, each in its previous order. */
function divide(leaf: OpenLeaf, split: Split, bins: Uint8Array, parent: number): [OpenLeaf, OpenLeaf] {
  const { rows, gradients, hessians } = leaf
  let lefts = 0
  for (let i = 0; i < rows.length; i++) if ((bins[rows[i] as number] as number) <= split.bin) lefts++
  const part = (size: number, isRight: boolean): OpenLeaf => ({
    rows: new Int32Array(size),
    gradients: new Float32Array(size),
    hessians: new Float32Array(size),
    gradient: isRight ? leaf.gradient - split.gradient : split.gradient,
    hessian: isRight ? leaf.hessian - split.hessian : split.hessian,
    sums: null,
    split: null,
    parent,
    isRight,
  })
  const left = part(lefts, false)
  const right = part(rows.length - lefts, true)
  let l = 0
  let r = 0
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number
    const isLeft = (bins[row] as number) <= split.bin
    const to = isLeft ? left : right
    const at = isLeft ? l++ : r++
    to.rows[at] = row
    to.gradients[at] = gradients[i] as number
    to.hessians[at] = hessians[i] as number
  }
  return [left, right]
}

/**
 * Computes the sums of one child as the leaf's sums minus those of the other child, which is the cheap half of every
 * split.
 */
function withoutSibling(sums: Float64Array, sibling: Float64Array, columns: readonly number[]): Float64Array {
  for (const column of columns) {
    const start = column * histogramStride
    for (let at = start; at < start + histogramStride; at++) sums[at] = (sums[at] as number) - (sibling[at] as number)
  }
  return sums
}
