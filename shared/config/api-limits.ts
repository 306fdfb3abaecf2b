/** What callers of the API may send, and how often. */

/** Rates and quotas of the API. Settings that an operator may change take their defaults from here. */
export const apiLimits = {
  /** Defaults per API key. */
  startsPerMinuteDefault: 3_000,
  readsPerMinuteDefault: 300_000,
  callsPerMinuteDefault: 6_000,
  concurrentJobsDefault: 5_000,
  streamsDefault: 500,
  /** Per client address: answers with status 401. */
  refusedKeysPerMinute: 300,
  /** Addresses whose refused keys are counted; beyond it the oldest counts are dropped. */
  refusedAddressesMax: 20_000,
  rateMax: 10_000_000,
  windowSecs: 60,
  /**
   * Reads of further documents under a key (`/v2`) that one gateway holds back at a time, and how long each of them: two
   * windows and a little more.
   */
  heldReadsMax: 100,
  heldReadMaxMs: 125_000,
  concurrencyRetryAfterSecs: 5,
  /** A start relies on a count of running jobs that is at most this old and at least this far below the quota. */
  runningCountFreshMs: 1_000,
  runningCountMarginJobs: 500,
  /**
   * When starts in several gateways reach a quota at the same time, they give way and try again after pauses of up to
   * these lengths.
   */
  quotaRetryPausesMs: [100, 300, 900],
  /** Tickets older than this, milliseconds, may belong to jobs that never started or have ended. */
  ticketStaleMs: 60_000,
  /** A job that was seen running is not checked again for this long. */
  ticketRecheckMs: 300_000,
  /** Tickets that are checked when a quota is reached, and the shortest interval between such checks. */
  ticketsCheckedMax: 50,
  ticketCheckIntervalMs: 1_000,
  /** A ticket younger than this may belong to a start in another gateway that is about to give way. */
  ticketNewMs: 5_000,
  /** Starts whose outcome is unknown. They are remembered until a quota is reached. */
  doubtfulTicketsMax: 20_000,
  /** Limits of the key file. */
  keysMax: 10_000,
  webhookSecretsMax: 4,
  webhookSecretMinBytes: 24,
  webhookSecretMaxBytes: 64,
} as const

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
  /** How long work on one large request may run before other requests get a turn. */
  turnMs: 4,
  /** JSON of long lists is read and written in pieces of about this size. */
  jsonPieceBytes: 128 * 1024,
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
