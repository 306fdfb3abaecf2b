/** Limits of webhooks, mail and delivery targets. Safe to import inside the workflow sandbox. */

export const webhookLimits = {
  /** Pauses before each try of a terminal event: those of Standard Webhooks, 75.5 hours in total. */
  scheduleSecsDefault: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  /** Steps of a configured schedule. */
  scheduleStepsMax: 50,
  scheduleStepSecsMax: 604_800,
  /** `started` and `page` events use only the first steps, all of them within the hour. */
  pageTriesMax: 5,
  pageWindowSecs: 3_600,
  /** Pauses vary randomly by this share in both directions. */
  jitterShare: 0.1,
  timeoutMsDefault: 15_000,
  timeoutMsMax: 60_000,
  /** A longer `Retry-After` is not waited for in full. */
  retryAfterMaxSecs: 86_400,
  /** After an event was given up, pause between the tries of the next event while nothing has been delivered since. */
  probeSecs: 5,
  /** Limits of one call of the activity: time, events. */
  callBudgetMs: 20_000,
  eventsPerCallMax: 500,
  /** Deliveries to one host in progress in one process; further chains wait. */
  perHostMax: 8,
  /** How long a chain waits that had to stand back, plus a step for each chain ahead of it, up to the maximum. */
  busyWaitMs: 2_000,
  busyStepMs: 250,
  busyWaitMaxMs: 30_000,
  /** Activities of the queue `notify` in one process. */
  activitiesMax: 64,
  /** History events after which a chain continues as new. */
  historyEventsMax: 3_000,
  /**
   * A job counts as ended this long after its budget and the time for finalising, even if its chain received no
   * terminal event.
   */
  jobEndGraceMs: 3_600_000,
  activityHeartbeatTimeoutMs: 10_000,
  activityStartToCloseMs: 120_000,
  activityHeartbeatIntervalMs: 2_000,
  /** Time left for a try in flight when its worker shuts down. */
  leavingMs: 2_000,
  /** Longest interval at which a delivering activity writes its log to the store. */
  logFlushMs: 1_000,
  logObjectLinesMax: 1_000,
  /** Attempts at a call after which it ends although the store accepts no log, about five minutes. */
  logAttemptsMax: 30,
  /** Objects of a delivery log that are read for one page of it. */
  logObjectsPerRead: 64,
  /** Page notes that are read ahead. */
  notesPerRead: 500,
  /**
   * Size of an event with the content of a page, as JSON: the largest body that nginx passes on unless it is
   * configured otherwise.
   */
  documentBodyMaxBytes: 1024 * 1024,
  /** Part of it that is kept free for naming the content that was left out. */
  documentWarningBytes: 512,
  /** Pages that one process reads for events at a time. */
  documentReadsMax: 4,
  /** Signatures of one call, when a key was removed and all other keys of its tenant sign. */
  signaturesMax: 8,
} as const

export const mailLimits = {
  /** Per tenant and day (UTC): mails, and distinct recipients. */
  perDayDefault: 1_000,
  recipientsPerDayDefault: 100,
  perDayMax: 10_000,
  /**
   * When mails of several processes reach the limit at the same time, they give way and try again after pauses of up to
   * these lengths.
   */
  quotaRetryPausesMs: [100, 300, 900],
  connectTimeoutMs: 10_000,
  socketTimeoutMs: 30_000,
  /** Timeout of handing over one mail, in total. */
  handOverMs: 90_000,
  /** How long a mail is tried, so that an outage of the server for a day loses no mail. */
  giveUpSecs: 3 * 86_400,
  retryInitialMs: 5_000,
  retryMaxMs: 3_600_000,
  startToCloseMs: 120_000,
} as const

/** Limits of delivery targets. */
export const deliveryLimits = {
  /** Targets in the file of targets. */
  targetsMax: 1_000,
  /** Targets of one job. */
  targetsPerJobMax: 10,
  /** How long a delivery is tried, from its first try on: default and bounds of `SEINE_DELIVERY_GIVE_UP_SECS`. */
  giveUpSecsDefault: 3 * 86_400,
  giveUpSecsMin: 1,
  giveUpSecsMax: 30 * 86_400,
  /** Pauses after faults; each is twice as long as the one before it, unless something was copied between them. */
  retryInitialMs: 5_000,
  retryMaxMs: 1_800_000,
  /** Pause after a fault of a worker or of the own store. */
  ownRetryMs: 10_000,
  /** How long a try sends before it makes room for other deliveries, and the pause before it continues. */
  tryMs: 600_000,
  /** Tries in a row that kept no part of an earlier one, after which a try does not end in the middle of a file. */
  startedOverMax: 2,
  againMs: 1_000,
  heartbeatTimeoutMs: 15_000,
  heartbeatIntervalMs: 3_000,
  /** How long it may take to write that a delivery has failed. */
  failGraceSecs: 86_400,
  /** Deliveries of one process at a time; each holds up to three parts in memory. Those to one target. */
  deliveriesInFlight: 8,
  perTargetMax: 2,
  /** How long a delivery waits whose target has no free slot, plus a step for each that waits, up to the maximum. */
  busyWaitMs: 5_000,
  busyStepMs: 500,
  busyWaitMaxMs: 60_000,
  /** Size of a part; larger for archives that would otherwise have more parts than S3 allows (10,000). */
  partBytes: 8 * 1024 * 1024,
  partsMax: 9_000,
  /** Bytes that are read from the own store at a time. */
  readBytes: 4 * 1024 * 1024,
  /** Timeouts of one call of a target. A part over a slow line takes minutes. */
  connectTimeoutMs: 10_000,
  socketTimeoutMs: 60_000,
  requestTimeoutMs: 900_000,
  /** Characters of a path or name in the file of targets. */
  textMaxCharacters: 1_024,
} as const

/** Limits of page notes. */
export const noteLimits = {
  /** Note objects that a process keeps in memory: their number, and their stored bytes together, uncompressed. */
  objectsKept: 64,
  objectsKeptBytes: 16 * 1024 * 1024,
  /** Notes in one object at most. */
  notesPerObject: 1_000,
  /** Jobs of which a process knows the number of each note. */
  numberedJobsKept: 16,
  /** Characters of the lists of batches that a process keeps in memory. */
  listCharactersKept: 32_000_000,
} as const
