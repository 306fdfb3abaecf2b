/** Limits of the console that the server side has; those of its views stand beside them. */
export const consoleLimits = {
  /** Brotli quality of the files, packed once at their first request. */
  brotliQuality: 11,
  /** How long a browser may keep a file, seconds; its address changes with its content. */
  fileLifetimeSecs: 31_536_000,
  /** Path segments below `/console/` of the deepest view: `jobs/{id}/pages/{index}`; one more for a final slash. */
  viewDepthMax: 6,
  /** Pauses before the document is loaded again because a file did not come, milliseconds; as many times at most. */
  reloadPausesMs: [1_000, 2_000, 4_000],
  /** That many times within this time, milliseconds. */
  reloadsWithinMs: 120_000,
  /** How long the service may take to say that it answers before the document is loaded again, milliseconds. */
  answerWithinMs: 2_000,
} as const
