/** Sums of gradients and hessians by bin, from which the best split of a leaf is determined. */
import type { BinnedColumn } from './boosting-bins.ts'

/** Number of values that a column takes in a histogram: 256 bins with a gradient and a hessian each. */
export const histogramStride = 512

/** Rows with their gradients and hessians, in the order of `rows`. */
export interface LeafRows {
  rows: Int32Array
  gradients: Float32Array
  hessians: Float32Array
  gradient: number
  hessian: number
}

/** Sums the rows of a leaf in one column. @param sums cleared first. */
export function sumColumn(column: BinnedColumn, leaf: LeafRows, sums: Float64Array): void {
  sums.fill(0)
  if (column.commonBin < 0) sumEvery(column.bins, leaf, sums)
  else sumUncommon(column, leaf, sums)
}

/**
 * Sums of every second row, added at the end: two independent chains of additions use the processor better than one.
 */
const oddSums = new Float64Array(histogramStride)

function sumEvery(bins: Uint8Array, { rows, gradients, hessians }: LeafRows, sums: Float64Array): void {
  oddSums.fill(0, 0, sums.length)
  const even = rows.length & ~1
  for (let i = 0; i < even; i += 2) {
    const at = (bins[rows[i] as number] as number) << 1
    sums[at] = (sums[at] as number) + (gradients[i] as number)
    sums[at + 1] = (sums[at + 1] as number) + (hessians[i] as number)
    const odd = (bins[rows[i + 1] as number] as number) << 1
    oddSums[odd] = (oddSums[odd] as number) + (gradients[i + 1] as number)
    oddSums[odd + 1] = (oddSums[odd + 1] as number) + (hessians[i + 1] as number)
  }
  if (even < rows.length) {
    const at = (bins[rows[even] as number] as number) << 1
    sums[at] = (sums[at] as number) + (gradients[even] as number)
    sums[at + 1] = (sums[at + 1] as number) + (hessians[even] as number)
  }
  for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] as number) + (oddSums[at] as number)
}

/** Skips the most common bin and assigns it the remainder of the leaf's sums. */
function sumUncommon({ bins, commonBin }: BinnedColumn, leaf: LeafRows, sums: Float64Array): void {
  const { rows, gradients, hessians } = leaf
  let gradient = 0
  let hessian = 0
  for (let i = 0; i < rows.length; i++) {
    const bin = bins[rows[i] as number] as number
    if (bin === commonBin) continue
    const at = bin << 1
    const g = gradients[i] as number
    const h = hessians[i] as number
    sums[at] = (sums[at] as number) + g
    sums[at + 1] = (sums[at + 1] as number) + h
    gradient += g
    hessian += h
  }
  sums[commonBin << 1] = leaf.gradient - gradient
  sums[(commonBin << 1) + 1] = leaf.hessian - hessian
}

/** A split of one leaf: rows whose bin in `column` is at most `bin` go left. */
export interface Split {
  gain: number
  column: number
  bin: number
  /** Sums of the rows that go left. */
  gradient: number
  hessian: number
}

/** Minimum that a split must leave on either side. */
export interface SplitRules {
  l2: number
  gainMin: number
  hessianPerLeafMin: number
}

/**
 * Returns the best split in one column, or null.
 * @param cuts cuts of the column.
 * @param sums histogram of the column, beginning at `start`.
 * @param leaf sums of all rows of the leaf.
 */
export function bestSplit(
  column: number,
  cuts: number,
  sums: Float64Array,
  start: number,
  leaf: { gradient: number; hessian: number },
  { l2, gainMin, hessianPerLeafMin }: SplitRules,
): Split | null {
  const { gradient, hessian } = leaf
  const unsplit = (gradient * gradient) / (hessian + l2)
  let best: Split | null = null
  let bestGain = gainMin
  let left = 0
  let leftHessian = 0
  for (let bin = 0; bin < cuts; bin++) {
    left += sums[start + 2 * bin] as number
    leftHessian += sums[start + 2 * bin + 1] as number
    if (leftHessian < hessianPerLeafMin) continue
    const rightHessian = hessian - leftHessian
    if (rightHessian < hessianPerLeafMin) break
    const right = gradient - left
    const gain = (left * left) / (leftHessian + l2) + (right * right) / (rightHessian + l2) - unsplit
    if (gain > bestGain) {
      bestGain = gain
      best = { gain, column, bin, gradient: left, hessian: leftHessian }
    }
  }
  return best
}
