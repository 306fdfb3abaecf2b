/** Limits of searches. */

/** Of requests. */
export const serpRequestLimits = {
  queryMaxCharacters: 512,
  resultsMax: 100,
  resultsDefault: 10,
  pageMax: 10,
  languageMaxCharacters: 35,
} as const

/** Of one search. */
export const serpLimits = {
  /** Budget of a call, all back-ends together, by its mode. */
  fastBudgetMs: 12_000,
  fullBudgetMs: 75_000,
  /** Kept of the budget for making the answer. */
  answerReserveMs: 250,
  /** Back-ends and pages are not begun with less. */
  attemptMinMs: 200,
  /** Of one page of results, or one call of an API. */
  fastPageMs: 8_000,
  fullPageMs: 30_000,
  /** Pages of an engine that one search may take. */
  pagesMax: 12,
  /** Pages beyond those that should do. */
  pagesExtra: 2,
  /** Of a page of results as text. */
  pageMaxCharacters: 2_000_000,
  /** Of an answer of an API, which is parsed on the main thread: eight times as much can hold it up for a second. */
  answerMaxBytes: 1024 * 1024,
  /** Elements looked at for all selectors of a page together. */
  looksMax: 4_000_000,
  /** Of what is taken from a page. */
  titleMaxCharacters: 500,
  snippetMaxCharacters: 2_000,
  linkMaxCharacters: 4_096,
  /** Elements of one kind that are read of a page. */
  elementsMax: 300,
  entriesPerPageMax: 100,
  adsMax: 50,
  questionsMax: 20,
  relatedMax: 50,
  attributesMax: 40,
  /** Text in which an engine says that it found nothing. */
  emptyTextMaxCharacters: 20_000,
  emptyTextMaxNodes: 20_000,
  /** Of a field of a page that the request for the next needs. */
  carriedMaxCharacters: 512,
} as const

/** The thread that reads pages of results. */
export const serpReadingLimits = {
  /** CPU time of a page; wall time is `extractLimits.wallTimeFactor` times that. */
  pageBudgetMs: 3_000,
  /** How long it waits for a further page. */
  idleMs: 60_000,
  threadHeapMaxMb: 256,
} as const

/** How long a back-end is left alone that has kept us out. It grows by the factor until it is let in again. */
export const serpSuspensionLimits = {
  captchaSecs: 3_600,
  captchaMaxSecs: 86_400,
  rateLimitedSecs: 300,
  rateLimitedMaxSecs: 7_200,
  deniedSecs: 3_600,
  deniedMaxSecs: 86_400,
  growth: 3,
} as const

/** Answers that are kept. */
export const serpCacheLimits = {
  secsDefault: 600,
  secsMax: 86_400,
  entriesMax: 1_000,
  /** Of all answers, as JSON. */
  charactersMax: 32_000_000,
} as const

/** The `brave` back-end: what its API takes. */
export const braveLimits = {
  countMax: 20,
  offsetMax: 9,
  queryMaxCharacters: 400,
  queryMaxWords: 50,
} as const

/** What DuckDuckGo takes. */
export const duckduckgoLimits = {
  queryMaxCharacters: 499,
} as const
