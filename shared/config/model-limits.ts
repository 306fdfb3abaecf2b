/** Limits of requests to a language model and of its answers. */

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
  /** Nesting of objects and lists in a model's answer. */
  answerLevelsMax: 64,
  /** Characters per available token that are read of a page that is longer than its tokens. */
  charactersPerToken: 6,
  /** Tokens that a message costs in addition to its text. */
  messageTokens: 8,
  /** Share of a part that overlaps the previous part. */
  overlapShare: 0.1,
  /** A smaller part is not worth a call. */
  chunkTokensMin: 256,
  /** How often a part is halved when its answer is too long. */
  halvingsMax: 2,
  /** Facts from the page that are given to the model as hints: their largest size, and their share of a part. */
  factsMaxBytes: 24 * 1024,
  factsShare: 0.25,
  /** Tries of one call while the server is busy or unreachable. */
  triesMax: 3,
  /** Pause before the second try; doubled for each further one. */
  pauseMs: 500,
  retryAfterMaxMs: 30_000,
  /** No call starts with less time left than this. */
  callMinMs: 250,
  /** How long the request forms that a server accepts are remembered, and for how many schemas. */
  rememberMs: 600_000,
  rememberedSchemasMax: 200,
  /** A server that counts less than this share of the sent tokens has truncated the prompt. */
  cutShare: 0.35,
  /** Characters of a server's message that are reported. */
  detailMaxCharacters: 300,
  /** Places in a text at which JSON is searched for among other words. */
  jsonStartsMax: 20,
  /** Schemas that are searched for one place of a value. */
  schemasPerPlaceMax: 200,
} as const
