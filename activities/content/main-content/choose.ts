/** From the probability of each block to the set of blocks that is likely to score best as a whole. */

/** A set of blocks. */
export interface ChosenBlocks {
  /** 1 for each block that is content. */
  kept: Uint8Array
  /** Word F1 to be expected of the set, 0 to 1. */
  expectedF1: number
}

/**
 * Keeps the most probable blocks, as many as maximise the expected word F1. Where that says to stop
 * differs from page to page: a page sure of half its text keeps less of the rest than one sure of little.
 * See Lipton et al., Optimal Thresholding of Classifiers to Maximize F1 Measure (2014).
 * @param probabilities of being content.
 * @param words of each block.
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
