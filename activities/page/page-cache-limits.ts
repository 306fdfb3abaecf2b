/** Limits of pages that are cached for requests that accept a page of a certain age. */
export const pageCacheLimits = {
  /** A longer page is loaded anew each time. */
  pageMaxBytes: 5 * 1024 * 1024,
} as const
