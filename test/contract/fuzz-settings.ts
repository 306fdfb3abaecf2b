/** How much is generated, and from which seed. */
const { SEINE_FUZZ_SEED: seed = '20260101', SEINE_FUZZ_FACTOR: factor = '1' } = process.env

/** The seed of all generators, another one at each call for `any`. */
export const fuzzSeed = (): number => (seed === 'any' ? Math.floor(Math.random() * 2 ** 31) : Number(seed))

/**
 * Settings of a property. The seed is the same every time, so that a run on another machine finds what
 * the last one found; `SEINE_FUZZ_SEED=any` looks for something new and prints the seed of a failure, another
 * value brings that run back, and `SEINE_FUZZ_FACTOR` makes a longer one.
 * @param runs how often it is tried.
 */
export const fuzzRuns = (runs: number): { numRuns: number; seed: number } => ({
  numRuns: Math.ceil(runs * Number(factor)),
  seed: fuzzSeed(),
})
