/** Limits of reading search engines. */

/** Limits of the thread that reads pages of results. */
export const serpReadingLimits = {
  /** CPU time of a page; wall time is `extractLimits.wallTimeFactor` times that. */
  pageBudgetMs: 3_000,
  /** How long the thread waits for a further page. */
  idleMs: 60_000,
  threadHeapMaxMb: 256,
} as const

/** How long a back-end that has blocked us is not used. The time grows by the factor until a request succeeds again. */
export const serpSuspensionLimits = {
  captchaSecs: 3_600,
  captchaMaxSecs: 86_400,
  rateLimitedSecs: 300,
  rateLimitedMaxSecs: 7_200,
  deniedSecs: 3_600,
  deniedMaxSecs: 86_400,
  growth: 3,
} as const

/** Limits of the API of the `brave` back-end. */
export const braveLimits = {
  countMax: 20,
  offsetMax: 9,
  queryMaxCharacters: 400,
  queryMaxWords: 50,
} as const

/** Limits of DuckDuckGo. */
export const duckduckgoLimits = {
  queryMaxCharacters: 499,
} as const
