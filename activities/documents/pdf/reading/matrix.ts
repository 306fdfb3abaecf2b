/** Transforms of PDF (ISO 32000-1, 8.3.3): six numbers, a missing one as in the identity. */
export type Matrix = readonly [number, number, number, number, number, number]

/** Returns the matrix that applies `inner` first, then `outer`. */
export function multiply(outer: readonly number[], inner: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = outer
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = inner
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}
