/** Limits of webhooks, mail and live views. Safe to import inside the workflow sandbox. */

export const webhookLimits = {
  /** Pauses before each try of a terminal event: those of Standard Webhooks, 75 hours and a half together. */
  scheduleSecsDefault: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  /** Steps of a configured schedule. */
  scheduleStepsMax: 50,
  scheduleStepSecsMax: 604_800,
  /** `started` and `page` have the first steps alone, all of them within the hour. */
  pageTriesMax: 5,
  pageWindowSecs: 3_600,
  /** Pauses are spread by this share either way. */
  jitterShare: 0.1,
  timeoutMsDefault: 15_000,
  timeoutMsMax: 60_000,
  /** A longer `Retry-After` is not waited for in full. */
  retryAfterMaxSecs: 86_400,
  /** Pause between the tries of the event after one that was given up with nothing delivered in between. */
  probeSecs: 5,
  /** What one call of the activity takes on: time, events. */
  callBudgetMs: 20_000,
  eventsPerCallMax: 500,
  /** Deliveries to one host under way in one process; further chains wait. */
  perHostMax: 8,
  /** What a chain waits that had to stand back; one more for each of those before it, up to the greatest. */
  busyWaitMs: 2_000,
  busyStepMs: 250,
  busyWaitMaxMs: 30_000,
  /** Activities of the queue `notify` in one process. */
  activitiesMax: 64,
  /** History events after which a chain continues as new. */
  historyEventsMax: 3_000,
  /** How long after its budget and the time for finalising a job is taken to be over, whatever its chain was told. */
  jobEndGraceMs: 3_600_000,
  activityHeartbeatTimeoutMs: 10_000,
  activityStartToCloseMs: 120_000,
  activityHeartbeatIntervalMs: 2_000,
  /** What a try that is under way has left when its worker is told to leave. */
  leavingMs: 2_000,
  /** The log of a delivering activity goes to the store at least so often. */
  logFlushMs: 1_000,
  logObjectLinesMax: 1_000,
  /** Attempts at a call after which it ends although the store takes no log, about five minutes. */
  logAttemptsMax: 30,
  /** Objects of a delivery log that are read for one page of it. */
  logObjectsPerRead: 64,
  /** Notes of pages that are read ahead. */
  notesPerRead: 500,
  /** Signatures of one call, when a key has gone and all others of its tenant sign. */
  signaturesMax: 8,
} as const

export const mailLimits = {
  /** Of a tenant, in a day (UTC): mails, and different recipients. */
  perDayDefault: 1_000,
  recipientsPerDayDefault: 100,
  perDayMax: 10_000,
  /** Mails of several processes that meet at the limit give way and try again, after pauses up to these. */
  quotaRetryPausesMs: [100, 300, 900],
  connectTimeoutMs: 10_000,
  socketTimeoutMs: 30_000,
  /** Handing over one mail, all in all. */
  handOverMs: 90_000,
  /** How long mail is tried: a server that is away for a day loses none. */
  giveUpSecs: 3 * 86_400,
  retryInitialMs: 5_000,
  retryMaxMs: 3_600_000,
  startToCloseMs: 120_000,
} as const

/** Server-sent events. */
export const streamLimits = {
  /** How often a job that is listened to is looked at. */
  lookIntervalMs: 1_000,
  /**
   * Looks at all jobs together; beyond it each is looked at less often, down to the longest interval. A
   * hundred looks a second, two descriptions of workflows each, took a tenth of a core of the gateway
   * and a fifth of one of Temporal.
   */
  looksPerSecMax: 100,
  lookIntervalMaxMs: 10_000,
  /** A comment line goes out when nothing else did, so that proxies keep the connection. */
  keepAliveMs: 15_000,
  /** What clients are told to wait before they connect again. */
  reconnectMs: 2_000,
  /** Notes of pages taken at a stretch. */
  notesPerRead: 250,
  /** Events of pages that a process keeps, for listeners that come to them later. */
  portionsKeptBytes: 32 * 1024 * 1024,
  /** What is handed to a connection at a time. */
  writeBytes: 64 * 1024,
  /** Download links older than this are made anew before they are told. */
  linksFreshMs: 60_000,
  /** A listener that takes nothing for so long is cut off. */
  stalledMs: 60_000,
  /** The same when the process ends. */
  closingMs: 1_000,
  /** A stream that is older ends; its client connects again, and shows a key that may be gone by then. */
  lifeMs: 3_600_000,
  /** Listeners of one process. */
  listenersMax: 2_000,
} as const

/** Notes of pages. */
export const noteLimits = {
  /** Objects of notes that a process keeps in memory: how many, and bytes of all of them as they are stored, uncompressed. */
  objectsKept: 64,
  objectsKeptBytes: 16 * 1024 * 1024,
  /** One object has so many notes at most. */
  notesPerObject: 1_000,
  /** Characters of the lists of batches that a process keeps in memory. */
  listCharactersKept: 32_000_000,
} as const
