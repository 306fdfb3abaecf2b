/** Limits of searches. */

/** Limits of search requests. */
export const serpRequestLimits = {
  queryMaxCharacters: 512,
  resultsMax: 100,
  resultsDefault: 10,
  pageMax: 10,
  languageMaxCharacters: 35,
} as const

/** Limits of one search. */
export const serpLimits = {
  /** Budget of a call, all back-ends together, per mode. */
  fastBudgetMs: 12_000,
  fullBudgetMs: 75_000,
  /** Part of the budget that is reserved for building the answer. */
  answerReserveMs: 250,
  /** No back-end or page is started with less time left. */
  attemptMinMs: 200,
  /** How much later the deadline of a call must be to make a shared search again that its own deadline has ended. */
  againMinMs: 3_000,
  /** Timeout of one page of results, or of one call of an API. */
  fastPageMs: 8_000,
  fullPageMs: 30_000,
  /** Pages of an engine that one search may load. */
  pagesMax: 12,
  /** Pages in addition to the number that should be sufficient. */
  pagesExtra: 2,
  /** Text of a page of results. */
  pageMaxCharacters: 2_000_000,
  /** Answer of an API, which is parsed on the main thread: eight times this size can block it for a second. */
  answerMaxBytes: 1024 * 1024,
  /** Elements checked for all selectors of a page together. */
  looksMax: 4_000_000,
  /** Texts that are taken from a page. */
  titleMaxCharacters: 500,
  snippetMaxCharacters: 2_000,
  linkMaxCharacters: 4_096,
  /** Elements of one kind that are read from a page. */
  elementsMax: 300,
  entriesPerPageMax: 100,
  adsMax: 50,
  questionsMax: 20,
  relatedMax: 50,
  attributesMax: 40,
  /** Text that is searched for an engine's statement that it found nothing. */
  emptyTextMaxCharacters: 20_000,
  emptyTextMaxNodes: 20_000,
  /** Length of a field of a page that the request for the next page needs. */
  carriedMaxCharacters: 512,
} as const

/** Limits of cached answers. */
export const serpCacheLimits = {
  secsDefault: 600,
  secsMax: 86_400,
  entriesMax: 1_000,
  /** All answers together, as JSON. */
  charactersMax: 32_000_000,
} as const
