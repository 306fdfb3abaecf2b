/** Chooses, from the probability of each block, the set of blocks with the best expected score. */

/** A chosen set of blocks. */
export interface ChosenBlocks {
  /** 1 for each block that is content. */
  kept: Uint8Array
  /** Expected word F1 of the set, 0 to 1. */
  expectedF1: number
}

/**
 * Keeps the most probable blocks, as many as maximize the expected word F1. The resulting threshold differs per page:
 * a page with high probabilities for half of its text keeps less of the rest than a page with low ones throughout.
 * See Lipton et al., Optimal Thresholding of Classifiers to Maximize F1 Measure (2014).
 * @param probabilities of each block being content, 0 to 1.
 * @param words number of words in each block.
 */
export function chooseBlocks(probabilities: Float64Array, words: Float64Array): ChosenBlocks {
  const order = Array.from(probabilities.keys()).toSorted((a, b) => probabilities[b]! - probabilities[a]! || a - b)
  let wanted = 0
  for (const block of order) wanted += probabilities[block]! * words[block]!
  let best = 0
  let least = Infinity
  let kept = 0
  let right = 0
  for (const block of order) {
    kept += words[block]!
    right += words[block]! * probabilities[block]!
    const expected = kept + wanted > 0 ? (2 * right) / (kept + wanted) : 0
    if (expected > best) {
      best = expected
      least = probabilities[block]!
    }
  }
  return { kept: Uint8Array.from(probabilities, (probability) => (probability >= least ? 1 : 0)), expectedF1: best }
}

/** Returns the expected word F1 of a set of blocks; parameters as `chooseBlocks`. */
export function expectedScore(probabilities: Float64Array, words: Float64Array, kept: Uint8Array): number {
  let [all, right, wanted] = [0, 0, 0]
  for (let block = 0; block < kept.length; block++) {
    const expected = probabilities[block]! * words[block]!
    wanted += expected
    if (kept[block] === 0) continue
    all += words[block]!
    right += expected
  }
  return all + wanted > 0 ? (2 * right) / (all + wanted) : 0
}
