/**
 * Limits, timeouts and defaults of what runs around the services: the command line, the embedded
 * stack, benchmarks. With their units in the names, as in `limits.ts`.
 */

/** The crawl command of the command line. */
export const crawlCommandLimits = {
  /** Status reads start this often and slow down to the settled pace. */
  pollFirstMs: 150,
  pollSettledMs: 500,
  requestTimeoutMs: 10_000,
  /** Parts of a local stack restart by themselves; this long without an answer is the end. */
  unreachableGiveUpMs: 120_000,
  retryFirstMs: 250,
  retryMaxMs: 1_000,
  /** How long a job in a terminal state may take to name its archives. */
  finalWaitMs: 120_000,
  downloadAttemptsMax: 6,
  /** Larger archives are kept as they are: unpacking holds the compressed archive in memory. */
  unpackMaxBytes: 1_900 * 1024 * 1024,
  rateWindowMs: 5_000,
  /** Nothing waiting and nothing in flight for this long means the archives are being written. */
  finishingAfterMs: 1_000,
  redrawIntervalMs: 250,
  plainLineIntervalMs: 2_000,
  failureReasonsShown: 5,
  failureUrlsShown: 3,
  damageLinesShown: 5,
  /** A signal that reaches the process twice at once, from the terminal and a parent, counts once. */
  interruptRepeatMs: 250,
  fixtureStartTimeoutMs: 20_000,
  fixtureStopTimeoutMs: 2_000,
} as const

/** Set-up of tools, the embedded stack and its supervisor. */
export const stackLimits = {
  /** Ports people know; a taken one gives way to the next free one. */
  preferredPorts: {
    gateway: 8420,
    gatewayOps: 8421,
    scrapeWorkerOps: 8441,
    browserWorkerOps: 8431,
    browserWorker: 8430,
    scrapeWorker: 8440,
    temporal: 7233,
    temporalUi: 8233,
    temporalHttp: 7243,
    temporalMetrics: 7253,
    objectStore: 7070,
    redis: 7379,
  },
  /** Free ports are looked for here, below the range that systems hand out to clients. */
  freePortsFirst: 20_000,
  freePortsLast: 32_000,
  startTimeoutMs: 90_000,
  readyPollMs: 50,
  readyProbeTimeoutMs: 2_000,
  gatewayGraceMs: 10_000,
  scrapeWorkerGraceMs: 25_000,
  browserWorkerGraceMs: 15_000,
  temporalGraceMs: 10_000,
  objectStoreGraceMs: 10_000,
  redisGraceMs: 5_000,
  leftoverGraceMs: 5_000,
  /** How long `down` waits for the supervisor: the graces above one after the other, and some. */
  downTimeoutMs: 75_000,
  /** How long `up` waits for a browser worker after everything else is there. */
  browserWaitMs: 30_000,
  restartBackoffMs: 500,
  restartBackoffMaxMs: 3_000,
  /** A part that lived this long starts over with the shortest back-off. */
  restartResetMs: 10_000,
  logsKept: 3,
  logTailLines: 20,
  logTailMaxBytes: 32 * 1024,
  bundlesKept: 3,
  /** How often a crawl's own stack looks whether somebody still uses it. */
  usersPollMs: 250,
  /** Age at which a private target lapses that nobody took back: the default time budget of a job, and an hour. */
  egressAllowMaxAgeMs: 25 * 3_600_000,
  /** A signal that reaches the supervisor twice at once counts once. */
  interruptRepeatMs: 250,
  waitPollMs: 100,
  lockPollMs: 200,
  /** A lock takeover that is older was left behind by a process that died in it. */
  lockTakeoverMs: 10_000,
  progressLineIntervalMs: 15_000,
  progressRedrawMs: 200,
  testConcurrency: 2,
  goMinorVersionMin: 25,
  /** From here on Go fetches a newer toolchain by itself. */
  goMinorVersionSelfUpdating: 21,
  /** How long an installation that failed is not tried again. */
  installRetryMs: 3_600_000,
} as const

/** Benchmarks and labs. */
export const benchLimits = {
  pagesDefault: 1_000,
  pagesMin: 10,
  pagesMax: 10_000,
  roundsDefault: 3,
  roundsMax: 20,
  /** Requests every crawler may have open at once, where it can be told. */
  pagesInFlight: 16,
  peerRetries: 2,
  statusPollMs: 250,
  memorySampleMs: 200,
  /** How long a stack is watched before its job, to know what it costs when it does nothing. */
  idleWatchMs: 2_000,
  peerStartTimeoutMs: 60_000,
  crawlTimeoutMs: 15 * 60_000,
  /** A crawler that asks for nothing for so long is asked whether it has finished. */
  quietMs: 300,
  labJobTimeoutMs: 15 * 60_000,
  /** Synchronous scrapes: articles in a turn, loads before the first one, loads at a time. */
  scrapePagesDefault: 200,
  scrapeWarmUpPages: 20,
  scrapesAtOnce: [1, 4],
  /** Pages in browsers: how many in a turn, and before the first one. */
  browserPagesDefault: 10,
  /** Short turns and many of them: machines drift. */
  browserRoundsDefault: 6,
  browserPagesMax: 1_000,
  browserWarmUpPages: 10,
  /** Pages at a time, one turn each. */
  browserPagesAtOnce: [1, 2],
  /** A peer that cannot be installed in this time is left out. */
  browserPeerInstallMs: 5 * 60_000,
  browserTurnTimeoutMs: 10 * 60_000,
  browserPageTimeoutMs: 60_000,
  treeSampleMs: 100,
  /** Extraction: one page of each type at least, the whole data set at most. */
  extractionPagesMin: 7,
  extractionPagesMax: 1_497,
  /** Pages a contender takes in one go, before the next one has its turn. */
  extractionTurnPages: 250,
  /** Pages before each turn that do not count. */
  extractionWarmUpPages: 40,
  pssSampleMs: 1_000,
  /** Loads of the API: length of each, connections that read, starts a second. */
  apiSecondsDefault: 15,
  apiSecondsMax: 600,
  apiConnections: 50,
  apiStartsPerSecond: 20,
  apiListenersDefault: 200,
  apiListenersMax: 2_000,
  /** How long the site of the job that is read takes for an answer: the job outlives all loads. */
  apiSiteLatencyMs: 10_000,
  apiSettleMs: 2_000,
} as const

/** The simulation of many jobs. */
export const scaleLimits = {
  jobsDefault: [1, 10, 100],
  jobsMax: 1_000,
  pagesDefault: 10_000,
  pagesMin: 10,
  pagesMax: 10_000,
  workersDefault: 2,
  workersMax: 32,
  pageMsDefault: 100,
  pageMsMax: 60_000,
  faultPercentMax: 50,
  crawlDelayMsMax: 30_000,
  slicePagesMax: 250,
  /** Of a simulated page: its Markdown, the links to pages below it, and those all over the site. */
  markdownCharacters: 4_096,
  linksBelow: 10,
  linksAcross: 20,
  /** Folders of a simulated site. */
  parts: 100,
  /** Starts under way at once. */
  startsInFlight: 8,
  /** Programs that have just started still compile themselves. */
  settleMs: 6_000,
  /** Between two looks at a job that is waited for. */
  statusPollMs: 500,
  jobTimeoutMs: 3 * 60 * 60_000,
  workerEndMs: 20_000,
} as const
