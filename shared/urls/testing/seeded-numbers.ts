/**
 * Numbers that look random, the same ones every time (Marsaglia, "Xorshift RNGs").
 * @param seed not 0.
 * @returns the next whole number from 0 to below `below`.
 */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}
