/** Cuts the columns of a matrix into bins with about equal numbers of rows, so that there are few candidate splits. */

/** Highest number of rows sampled to place the cuts. */
const sampleMax = 200_000

/** A matrix as bin numbers, column by column. */
export interface BinnedMatrix {
  rows: number
  columns: BinnedColumn[]
}

export interface BinnedColumn {
  /** Bin of each row. */
  bins: Uint8Array
  /** Bin `b` contains values up to `cuts[b]`; the last bin contains everything above, and NaN. */
  cuts: Float32Array
  /** The most common bin when it holds most of the rows, otherwise -1: its sums follow from those of all others. */
  commonBin: number
}

/** Share of the rows that one bin must hold for its sums to be derived from the others. */
const commonShareMin = 0.6

/**
 * @param matrix row-major, `rows` times `width` values.
 * @param binsMax highest number of bins of a column, 2 to 255.
 */
export function binMatrix(matrix: Float32Array, rows: number, width: number, binsMax: number): BinnedMatrix {
  if (binsMax < 2 || binsMax > 255) throw new RangeError(`bins a column may have: 2 to 255, not ${binsMax}`)
  const columns: BinnedColumn[] = []
  for (let column = 0; column < width; column++) {
    const cuts = cutsOf(sampleColumn(matrix, rows, width, column), binsMax)
    const bins = new Uint8Array(rows)
    const counts = new Int32Array(cuts.length + 1)
    for (let row = 0, at = column; row < rows; row++, at += width) {
      const bin = binOf(cuts, matrix[at] as number)
      bins[row] = bin
      counts[bin] = (counts[bin] as number) + 1
    }
    const most = counts.indexOf(counts.reduce((a, b) => Math.max(a, b), 0))
    columns.push({ bins, cuts, commonBin: (counts[most] ?? 0) >= rows * commonShareMin ? most : -1 })
  }
  return { rows, columns }
}

/** Returns every k-th value, sorted. NaN is left out. */
function sampleColumn(matrix: Float32Array, rows: number, width: number, column: number): Float32Array {
  const step = Math.max(1, Math.ceil(rows / sampleMax))
  const sample = new Float32Array(Math.ceil(rows / step))
  let size = 0
  for (let row = 0; row < rows; row += step) {
    const value = matrix[row * width + column] as number
    if (!Number.isNaN(value)) sample[size++] = value
  }
  return sample.subarray(0, size).toSorted()
}

/**
 * Places cuts halfway between values: one for each distinct value when there are few, otherwise at about equal counts.
 */
function cutsOf(sorted: Float32Array, binsMax: number): Float32Array {
  const cuts: number[] = []
  let distinct = 0
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) distinct++
  let left = sorted.length
  let inBin = 0
  for (let i = 0; i < sorted.length;) {
    const value = sorted[i] as number
    let end = i + 1
    while (end < sorted.length && sorted[end] === value) end++
    inBin += end - i
    left -= end - i
    const binsLeft = binsMax - cuts.length
    // The remaining bins share the remaining values, so that a frequent value does not make the other bins too coarse.
    const full = distinct <= binsMax || inBin >= (inBin + left) / binsLeft || crowded(sorted, end, left, binsLeft)
    if (end < sorted.length && full && cuts.length < binsMax - 1) {
      cuts.push(between(value, sorted[end] as number))
      inBin = 0
    }
    i = end
  }
  return Float32Array.from(cuts)
}

/** Whether the next value alone fills a bin, which then begins with it. */
function crowded(sorted: Float32Array, at: number, left: number, binsLeft: number): boolean {
  const last = at + Math.ceil(left / binsLeft)
  return last < sorted.length && sorted[last] === sorted[at]
}

/** Returns a number that is at least `low` and below `high` in single precision. */
function between(low: number, high: number): number {
  const middle = Math.fround(low + (high - low) / 2)
  return middle >= low && middle < high ? middle : low
}

/** Returns the number of cuts below the value; NaN is above all of them. */
function binOf(cuts: Float32Array, value: number): number {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= (cuts[middle] as number)) high = middle
    else low = middle + 1
  }
  return low
}
