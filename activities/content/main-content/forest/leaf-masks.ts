/**
 * Scores rows without walking trees, after QuickScorer (Lucchese et al., SIGIR 2015).
 *
 * The leaves of a tree are the bits of a mask, from left to right. A node that sends the row to the right rules out the
 * leaves below its left child; the first leaf that no node rules out is the one the row reaches. The nodes of a column
 * are sorted by threshold: those that send a value to the right come first. A walk down the trees takes longer, because
 * the processor cannot predict its branches.
 */

/** The bits of a mask. */
export const leavesMax = 32

/** A tree: inner nodes with their children, `~leaf` for a leaf. */
export interface TreeNodes {
  columns: ArrayLike<number>
  thresholds: ArrayLike<number>
  left: ArrayLike<number>
  right: ArrayLike<number>
  leaves: ArrayLike<number>
}

/** The nodes of all trees, ordered by column and threshold. */
export interface LeafMasks {
  trees: number
  /** Values of the leaves, `leavesMax` places for each tree, from left to right. */
  leaves: Float64Array
  /** The columns that nodes compare, and the first node of each; one entry more for the end of the last. */
  columns: Uint16Array
  starts: Int32Array
  threshold: Float32Array
  tree: Uint16Array
  /** The leaves that stay when the node sends the row to the right. */
  stays: Int32Array
}

/**
 * Orders the nodes of trees.
 * @param trees each with at most `leavesMax` leaves, of which every one can be reached in one way only.
 */
export function leafMasks(trees: readonly TreeNodes[]): LeafMasks {
  const leaves = new Float64Array(trees.length * leavesMax)
  const nodes: { column: number; threshold: number; tree: number; stays: number }[] = []
  trees.forEach((each, tree) => {
    let placed = 0
    /** Returns the leaves below a child as a mask. */
    const place = (child: number): number => {
      if (child < 0) {
        leaves[tree * leavesMax + placed] = each.leaves[~child]!
        return 1 << (leavesMax - 1 - placed++)
      }
      const below = place(each.left[child]!)
      nodes.push({ column: each.columns[child]!, threshold: each.thresholds[child]!, tree, stays: ~below })
      return below | place(each.right[child]!)
    }
    place(each.columns.length === 0 ? ~0 : 0)
  })
  nodes.sort((a, b) => a.column - b.column || a.threshold - b.threshold)
  const columns = [...new Set(nodes.map(({ column }) => column))]
  const starts = columns.map((column) => nodes.findIndex((node) => node.column === column))
  return {
    trees: trees.length,
    leaves,
    columns: Uint16Array.from(columns),
    starts: Int32Array.from([...starts, nodes.length]),
    threshold: Float32Array.from(nodes, ({ threshold }) => threshold),
    tree: Uint16Array.from(nodes, ({ tree }) => tree),
    stays: Int32Array.from(nodes, ({ stays }) => stays),
  }
}

/** Rows scored together: neighbours have much in common, which is applied once for all of them. */
const batchRows = 16

/**
 * Sums the leaves that each row reaches, tree after tree.
 * @param matrix row-major, `width` values a row.
 * @param base added first.
 */
export function sumLeaves(
  masks: LeafMasks,
  matrix: Float32Array,
  width: number,
  rows: number,
  base: number,
  sums: Float64Array,
): void {
  const batch = new Batch(masks)
  for (let from = 0; from < rows; from += batchRows) {
    const to = Math.min(rows, from + batchRows)
    batch.prepare(matrix, width, from, to)
    for (let row = from; row < to; row++) sums[row] = batch.sum(matrix, row * width, base)
  }
}

/** Some rows, and the nodes that do not decide the same for all of them. */
class Batch {
  readonly #masks: LeafMasks
  /** Leaves that stay after the nodes that send all rows to the right. */
  readonly #common: Int32Array
  readonly #stays: Int32Array
  readonly #low: Float32Array
  readonly #high: Float32Array
  /** The other columns, and the nodes of each that send some rows to the right. */
  readonly #columns: Uint16Array
  readonly #from: Int32Array
  readonly #to: Int32Array
  #count = 0

  constructor(masks: LeafMasks) {
    const { length } = masks.columns
    this.#masks = masks
    this.#common = new Int32Array(masks.trees)
    this.#stays = new Int32Array(masks.trees)
    this.#low = new Float32Array(length)
    this.#high = new Float32Array(length)
    this.#columns = new Uint16Array(length)
    this.#from = new Int32Array(length)
    this.#to = new Int32Array(length)
  }

  prepare(matrix: Float32Array, width: number, fromRow: number, toRow: number): void {
    this.#readRanges(matrix, width, fromRow, toRow)
    const { columns, starts, threshold, tree, stays } = this.#masks
    const common = this.#common
    common.fill(-1)
    this.#count = 0
    for (let at = 0; at < columns.length; at++) {
      const low = this.#low[at]!
      const high = this.#high[at]!
      const end = starts[at + 1]!
      let node = starts[at]!
      for (; node < end && !(low <= threshold[node]!); node++) common[tree[node]!]! &= stays[node]!
      const from = node
      while (node < end && !(high <= threshold[node]!)) node++
      if (node === from) continue
      this.#columns[this.#count] = columns[at]!
      this.#from[this.#count] = from
      this.#to[this.#count] = node
      this.#count++
    }
  }

  /** Reads lowest and highest value of each column; the highest is NaN when one is, which goes right everywhere. */
  #readRanges(matrix: Float32Array, width: number, fromRow: number, toRow: number): void {
    const { columns } = this.#masks
    const low = this.#low.fill(Number.POSITIVE_INFINITY)
    const high = this.#high.fill(Number.NEGATIVE_INFINITY)
    for (let row = fromRow; row < toRow; row++) {
      const offset = row * width
      for (let at = 0; at < columns.length; at++) {
        const value = matrix[offset + columns[at]!]!
        if (value < low[at]!) low[at] = value
        // Also when the value is NaN, which the next value must not replace.
        if (!(value <= high[at]!) && !Number.isNaN(high[at]!)) high[at] = value
      }
    }
  }

  sum(matrix: Float32Array, offset: number, base: number): number {
    const { trees, leaves, threshold, tree, stays } = this.#masks
    const left = this.#stays
    left.set(this.#common)
    const columns = this.#columns
    const firsts = this.#from
    const ends = this.#to
    for (let at = 0; at < this.#count; at++) {
      const value = matrix[offset + columns[at]!]!
      const end = ends[at]!
      for (let node = firsts[at]!; node < end; node++) {
        if (value <= threshold[node]!) break
        left[tree[node]!]! &= stays[node]!
      }
    }
    let sum = base
    for (let at = 0; at < trees; at++) sum += leaves[at * leavesMax + Math.clz32(left[at]!)]!
    return sum
  }
}
