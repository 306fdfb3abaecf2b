/** Number of generated cases, and the seed. */
const { SEINE_FUZZ_SEED: seed = '20260101', SEINE_FUZZ_FACTOR: factor = '1' } = process.env

/** Returns the seed of all generators; a new one on each call for `any`. */
export const fuzzSeed = (): number => (seed === 'any' ? Math.floor(Math.random() * 2 ** 31) : Number(seed))

/**
 * Settings of a property. The seed is fixed by default, so that a run on another machine finds the same failures.
 * `SEINE_FUZZ_SEED=any` uses a random seed and prints it with a failure, any other value repeats that run, and
 * `SEINE_FUZZ_FACTOR` lengthens the run.
 * @param runs number of cases.
 */
export const fuzzRuns = (runs: number): { numRuns: number; seed: number } => ({
  numRuns: Math.ceil(runs * Number(factor)),
  seed: fuzzSeed(),
})
