/** Limits of silent page loads, which are cut and repeated. */
export const stallLimits = {
  /** Loads of a page that are cut for silence; the next load gets the whole timeout of the page. */
  cutsPerPageMax: 3,
  /** How long loads may be silent, the first and those after a cut, as multiples of the heartbeat timeout. */
  patienceFactors: [1, 1, 2],
  /** Silence is tolerated for this multiple of the longest silence in the slice that an answer has ended. */
  longestFactor: 1.5,
} as const
