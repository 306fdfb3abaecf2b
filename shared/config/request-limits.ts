/** Limits of what callers send, in one typed place for the schemas, the rules and the routes. */

/** Limits of request bodies beyond the bounds of a job, and of the problems reported about them. */
export const requestLimits = {
  receivedValueMaxCharacters: 200,
  /** Length of the pointer in a problem; the names in it come from the caller. */
  pointerMaxCharacters: 4_096,
  fieldProblemsMax: 1_000,
  /** Schema violations that are examined; several of them can be one problem. */
  schemaErrorsMax: 4_000,
  /**
   * Values of a body, keys included, which are counted before it is parsed; the parser needs most of a second for a
   * million.
   */
  bodyValuesMax: 200_000,
  /** Nesting of objects and lists, the body itself included. */
  nestingLevelsMax: 64,
  /** Entries of a list whose members come from a short list of names. */
  choicesMax: 100,
  idempotencyKeyMaxCharacters: 255,
  emailMaxCharacters: 254,
  emailLocalPartMaxCharacters: 64,
  webhookHeadersMax: 20,
  webhookHeaderMaxCharacters: 2_048,
  /** All headers of a webhook together: what servers usually accept, minus Seine's own headers. */
  webhookHeadersMaxBytes: 12 * 1024,
  /** Size as JSON: it is in every call. */
  webhookMetadataMaxBytes: 256 * 1024,
  actionsMax: 50,
  actionTimeoutMsMax: 30_000,
  actionDurationMsMax: 60_000,
  tagsMax: 50,
  tagMaxCharacters: 256,
  selectorMaxCharacters: 4_096,
  sessionIdMaxCharacters: 256,
  selectorsMax: 100,
  maxAgeSecsMax: 604_800,
  /** Entries of one page of a list. */
  listPageDefault: 100,
  listPageMax: 1_000,
  cursorMaxCharacters: 1_024,
  /** Entries of one part of the pages of a job, and bytes of such a part. */
  jobListMax: 100,
  jobListDefault: 50,
  pagesDefault: 20,
  pagesMax: 100,
  pagesReplyMaxBytes: 10 * 1024 * 1024,
} as const
