/** What the host desk goes by: the bounds of a host over all jobs and calls. */
export const hostLimits = {
  /** Pages in flight on one host, over all jobs, calls and workers of the installation. */
  inFlightMax: 32,
  /** A host that nobody uses is forgotten after this long, unless its rest lasts longer. */
  forgetAfterMs: 60_000,
  /** A user who left a host keeps its place in the order of turns for this long. */
  userKeptMs: 2_000,
} as const
