/** Limits and defaults of watches. */
export const watchLimits = {
  /** Largest body of `POST` and `PUT`, bytes. */
  bodyMaxBytes: 1024 * 1024,
  /** Watches that one API key may have. */
  perKeyMax: 1_000,
  /** Time after which a creation that has not written its definition is taken as interrupted. */
  creationMaxMs: 3_600_000,
  nameMaxCharacters: 200,
  everySecsMin: 60,
  everySecsMax: 31_622_400,
  jitterSecsMax: 86_400,
  keepRunsDefault: 30,
  keepRunsMax: 365,
  ignoredSelectorsMax: 50,
  ignoredPatternsMax: 50,
  minChangedWordsDefault: 1,
  minChangedWordsMax: 10_000,
  cronMaxCharacters: 200,
  timezoneMaxCharacters: 64,
  timezoneDefault: 'UTC',
  /**
   * How long a run waits while its key has too many running jobs, less than `stepTimeoutMs`, and the mean pause between
   * two looks.
   */
  placeWaitMs: 1_800_000,
  placePauseMs: 30_000,
  /** A run that was missed while Temporal was away is made up within the interval, but at least within this time. */
  catchUpMinMs: 600_000,
  /** Catch-up window of a cron schedule, whose interval is not fixed. */
  cronCatchUpMs: 3_600_000,
  /** Time that a run has for comparing, storing and notifying, on top of the budget of its job. */
  runGraceMs: 24 * 3_600_000,
  /** Time in which a run must begin and compare, each. */
  stepTimeoutMs: 3_600_000,
  /** Pause between two tries of a waiting scheduled run to become the run of its watch. */
  bufferedRetryMs: 15_000,
  /** Events after which it continues as new: each try adds about ten, and the server terminates a workflow with 51,200. */
  tickHistoryEventsMax: 4_000,
  /** Time after which the preparation of a compared text lets other work of the process run. */
  comparedTurnMs: 20,
  /** Size of the pieces of a page, and of very long lines, that are prepared without a look at the time, characters. */
  comparedPieceCharacters: 65_536,
  /** Lines of the longest list whose items are brought into order. */
  sortedListLinesMax: 20_000,
  /** Nesting of lists down to which inner lists are brought into order. */
  sortedListDepthMax: 16,
  /** Size of the changed lines whose words are counted, on either side of a difference, characters. */
  countedCharactersMax: 4_000_000,
  /** Changed lines up to which a line diff is computed, and the time that it may take. */
  diffEditLengthMax: 4_000,
  diffTimeoutMs: 500,
  diffContextLines: 3,
  /** Largest diff or patch of a page, bytes. */
  diffMaxBytes: 64 * 1024,
  /** Largest product of the lengths of two lists whose items are aligned. */
  patchCellsMax: 1_000_000,
  /** Of so many runs in a row, one requests its pages unconditionally, because a server may answer 304 by mistake. */
  plainRunEvery: 10,
  /** Pages per object of the index of a run. */
  storedPagesPerBucket: 250,
  /** Size from which a pack of stored pages is written, bytes before compression. */
  storedPackBytes: 4 * 1024 * 1024,
  /** Share of a pack that must still be in use; below it, its pages move to a new pack. */
  storedPackShareMin: 0.5,
  /** Size of the indexes and packs that a process keeps in memory, bytes each. */
  storedCacheBytes: 32 * 1024 * 1024,
  /** Verdicts per stored object. */
  changesPerChunk: 250,
  /** Hashes of earlier texts that are kept per page. */
  earlierTextsKept: 5,
  /** Notices of changed pages that one run sends. */
  noticesPerRunMax: 10_000,
  /**
   * How long after its end a run is kept beyond `keep_runs` while its notices or its mail are due: a little longer than
   * they are tried, which is three days for mails and, unless the operator sets another schedule, 75.5 hours for notices.
   */
  dueKeptMs: 80 * 3_600_000,
  /** Runs that are kept for this reason, and up to how many of them their texts are kept, too. */
  dueRunsMax: 500,
  dueRunsWithTextsMax: 50,
  /** Marks of skipped runs above which the older half is replaced by a count. */
  skippedMarksMax: 200,
  /** How long the start of a run waits until its job exists, and the pause between two looks. */
  runJobWaitMs: 2_000,
  runJobPauseMs: 50,
} as const
