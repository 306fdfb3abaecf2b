/** Limits and defaults of the client. */

export const clientLimits = {
  /** Time for one try of a request that answers at once, milliseconds. */
  timeoutMs: 60_000,
  /** Time for one try of a request that loads pages: scrape, map, search, capture; milliseconds. */
  pageTimeoutMs: 330_000,
  /** Repetitions of a request after its first try. */
  retriesMax: 2,
  /** First pause before a repetition that the service gave no time for; it doubles, milliseconds. */
  retryFirstMs: 500,
  /** Longest such pause, milliseconds. */
  retryLongestMs: 8_000,
  /** Longest `Retry-After` that is waited for; beyond it the error is thrown, seconds. */
  retryAfterMaxSecs: 60,
  /** First and longest pause between two looks at a job, milliseconds. */
  pollFirstMs: 500,
  pollLongestMs: 5_000,
  /** Each pause is longer than the one before by this factor. */
  pollGrowth: 4 / 3,
  /** Pages of a job in a reply, unless the caller says how many. */
  pagesDefault: 20,
  /** A stream of events in which nothing arrives for so long is opened again; the service writes every 15 seconds. */
  streamSilenceMs: 60_000,
  /** Streams of events that fail one after another without an event between them. */
  streamFailuresMax: 8,
  /** Longest pause before a stream is opened again, milliseconds. */
  streamPauseLongestMs: 30_000,
  /** Difference of the clocks of sender and receiver that a webhook may have, seconds. */
  webhookToleranceSecs: 300,
  /** Tries at a picture of a page, and the time for each of them, milliseconds. */
  pictureTriesMax: 4,
  pictureTimeoutMs: 120_000,
  /** A signal that reaches the command twice at once, from the terminal and from a parent, counts once, milliseconds. */
  interruptRepeatMs: 250,
} as const
