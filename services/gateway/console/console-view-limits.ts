/** Limits of the console in the browser: waits, refresh rates, sizes. */
export const viewLimits = {
  /** Before a view says that it is loading, milliseconds. */
  loadingAfterMs: 150,
  /** How long an answer of the service may take, milliseconds: captures and scrapes wait for a page. */
  answerWithinMs: 600_000,
  /** How long reads of the service may take before it counts as away, milliseconds. */
  readWithinMs: 15_000,
  /** Without an answer for this long, the service is asked whether it answers at all, milliseconds. */
  healthMs: 3_000,
  /** How long that answer may take before the service counts as away, milliseconds. */
  healthWithinMs: 2_000,
  /** Pauses before the document is loaded again because a file failed to load, milliseconds; as many times at most. */
  reloadPausesMs: [1_000, 2_000, 4_000],
  /** That many times within this time, milliseconds. */
  reloadsWithinMs: 120_000,
  /** Pauses between tries while the service is away, milliseconds; the last one repeats. */
  awayPausesMs: [500, 1_000, 2_000, 4_000, 8_000],
  /** Before a request is repeated that was answered 429 without a time, seconds. */
  retryAfterSecs: 5,
  /** Between two readings of a list in sight, and of a job without a stream, milliseconds. */
  pollMs: 3_000,
  /** The same while nothing changes and the reader does nothing: a list costs the gateway several reads of the store. */
  idlePollMs: 6_000,
  /** After this long without a change or input a view rests, milliseconds. */
  restAfterMs: 60_000,
  /** Between two readings of a view at rest, milliseconds. */
  restMs: 60_000,
  /** Between two readings of older parts of a list, while they have rows that can change, milliseconds. */
  olderPartsMs: 15_000,
  /** How long a request whose answer was lost keeps its idempotency key for a repetition, milliseconds. */
  openKeyMs: 300_000,
  /** Between two readings of the state of the service, milliseconds. */
  serviceMs: 5_000,
  /** The same while nothing changes and the reader does nothing: a report asks every part of the service. */
  idleServiceMs: 15_000,
  /** A stream without a byte for this long is held back by a proxy, milliseconds. */
  silentStreamMs: 25_000,
  /** A stream that has not begun after this time is held back by a proxy, milliseconds. */
  firstByteMs: 10_000,
  /** How long the stream of a tab that is not looked at stays open, milliseconds. */
  hiddenStreamMs: 300_000,
  /** Between two messages for screen readers, milliseconds. */
  spokenMs: 10_000,
  /** Between two readings of new pages of a job, milliseconds. */
  newPagesMs: 1_000,
  /** Readings of new pages without one after which the wait between them grows no more. */
  missedReadings: 2,
  /** Period over which the rate of a job is computed, seconds. */
  rateSecs: 10,
  /** Between two updates of the rate, milliseconds. */
  rateMs: 1_000,
  /** Points of a chart over time. */
  chartPointsMax: 600,
  /** Rows per request of the ledger. */
  ledgerPart: 1_000,
  /** Tries of webhooks per request. */
  deliveriesPart: 1_000,
  /** Pages of a job per request. */
  pagesPart: 100,
  /** Rows drawn beyond those in sight, on each side. */
  rowsAround: 10,
  /** Rows drawn at most. */
  rowsMax: 200,
  /** Markdown that is drawn, characters. */
  markdownChars: 262_144,
  /** How long making tokens of Markdown may take, milliseconds. */
  markdownMs: 3_000,
  /** Blocks of Markdown that are drawn. */
  markdownBlocks: 3_000,
  /** Rows of a table in Markdown that are drawn. */
  markdownRows: 500,
  /** Depth down to which quotes and lists of Markdown are indented. */
  markdownDepth: 4,
  /** Text of a source, body or value that is drawn at first, characters; and with each further request. */
  textChars: 65_536,
  /** Links of a page that are drawn. */
  linksShown: 2_000,
} as const
