/**
 * Returns a deterministic pseudo-random number generator (Marsaglia, "Xorshift RNGs").
 * @param seed initial state; not 0.
 * @returns a function that returns the next integer, from 0 up to but not including `below`.
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
