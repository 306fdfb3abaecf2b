/** Limits of the console. */

export const consoleLimits = {
  /** Brotli quality of the files, packed once at their first request. */
  brotliQuality: 11,
  /** How long a browser may keep a file, seconds; its address changes with its content. */
  fileLifetimeSecs: 31_536_000,
  /** Path segments below `/console/` of the deepest view: `jobs/{id}/pages/{index}`; one more for a final slash. */
  viewDepthMax: 6,
} as const
