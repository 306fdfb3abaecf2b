/** Limits, timeouts and defaults of the set-up of tools, the embedded stack and test runs. The unit is in the name. */

/** Limits of the set-up of tools, the embedded stack and its supervisor. */
export const stackLimits = {
  /** Well-known ports; when one is taken, the next free port is used. */
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
  /** Range that is searched for free ports, below the range from which systems assign client ports. */
  freePortsFirst: 20_000,
  freePortsLast: 32_000,
  startTimeoutMs: 90_000,
  readyPollMs: 100,
  readyProbeTimeoutMs: 2_000,
  gatewayGraceMs: 10_000,
  scrapeWorkerGraceMs: 25_000,
  browserWorkerGraceMs: 15_000,
  temporalGraceMs: 10_000,
  objectStoreGraceMs: 10_000,
  redisGraceMs: 5_000,
  leftoverGraceMs: 5_000,
  /** How long `down` waits for the supervisor: the sum of the grace periods above, and some more. */
  downTimeoutMs: 75_000,
  /** How long `up` waits for a browser worker after all other parts are ready. */
  browserWaitMs: 30_000,
  restartBackoffMs: 500,
  restartBackoffMaxMs: 3_000,
  /** A part that ran this long is restarted with the shortest back-off again. */
  restartResetMs: 10_000,
  logsKept: 3,
  logTailLines: 20,
  logTailMaxBytes: 32 * 1024,
  bundlesKept: 3,
  /** Interval at which a crawl's own stack checks whether it still has users. */
  usersPollMs: 250,
  /** Age at which a private target that was not removed expires: the default time budget of a job, plus an hour. */
  egressAllowMaxAgeMs: 25 * 3_600_000,
  /** A signal that reaches the supervisor twice at once counts once. */
  interruptRepeatMs: 250,
  waitPollMs: 100,
  fixtureStartTimeoutMs: 20_000,
  fixtureStopTimeoutMs: 2_000,
  progressLineIntervalMs: 15_000,
  progressRedrawMs: 200,
  /** Test files that run at a time whatever the load, and at most while processors are idle. */
  testConcurrency: 3,
  testConcurrencyMax: 8,
  /** How long the load is watched before one more test file begins. */
  testIdleWatchMs: 2_000,
  /** Share of the time of all processors that must be idle for one more test file. */
  testIdleShareMin: 0.3,
  /** Time of one process of test files; one that hangs is ended and has failed, so that the others are reported. */
  testProcessMaxMs: 30 * 60_000,
  /** Memory that must be available for one more test file, whose stack may have a browser. */
  testFreeMemoryMinBytes: 4 * 1024 ** 3,
  goMinorVersionMin: 25,
  /** Go fetches a newer toolchain by itself from this version on. */
  goMinorVersionSelfUpdating: 21,
  /** How long an installation that failed is not tried again. */
  installRetryMs: 3_600_000,
} as const
