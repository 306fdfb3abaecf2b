/** Limits of what a language model is asked and of what it answers. */

export const modelLimits = {
  contextTokensDefault: 32_768,
  contextTokensMin: 2_048,
  contextTokensMax: 4_000_000,
  outputTokensDefault: 4_096,
  outputTokensMax: 1_000_000,
  timeoutMsDefault: 60_000,
  timeoutMsMax: 600_000,
  concurrencyDefault: 4,
  concurrencyMax: 256,
  pageTokensDefault: 200_000,
  pageTokensMax: 10_000_000,
  /** Longest answer of a server, decoded. */
  answerMaxBytes: 4 * 1024 * 1024,
  /** Objects and lists inside each other in what a model answers. */
  answerLevelsMax: 64,
  /** Of a page that is longer than its tokens, what is looked at: characters for each of them. */
  charactersPerToken: 6,
  /** What a message costs beside its text. */
  messageTokens: 8,
  /** What a part shares with the one before it. */
  overlapShare: 0.1,
  /** A smaller part is not worth its call. */
  chunkTokensMin: 256,
  /** Parts that were answered with too much are halved this often. */
  halvingsMax: 2,
  /** Hints from the page's own statements: longest, and their share of what a part may have. */
  factsMaxBytes: 24 * 1024,
  factsShare: 0.25,
  /** Tries of one call, while the server is busy or cannot be reached. */
  triesMax: 3,
  /** Pause before the second try; doubled for each further one. */
  pauseMs: 500,
  retryAfterMaxMs: 30_000,
  /** With less time than that no call is begun. */
  callMinMs: 250,
  /** How long it is remembered what a server takes, and for how many schemas. */
  rememberMs: 600_000,
  rememberedSchemasMax: 200,
  /** A server that counts less than this share of what was sent has cut it. */
  cutShare: 0.35,
  /** Characters of a server's message that are told. */
  detailMaxCharacters: 300,
  /** Places in a JSON text at which one is looked for among other words. */
  jsonStartsMax: 20,
  /** Schemas looked through for one place of a value. */
  schemasPerPlaceMax: 200,
} as const
