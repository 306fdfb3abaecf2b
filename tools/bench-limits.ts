/** Limits, defaults and marks of benchmarks and labs. The unit is in the name. */

/** Limits of benchmarks and labs. */
export const benchLimits = {
  pagesDefault: 1_000,
  pagesMin: 10,
  pagesMax: 10_000,
  roundsDefault: 3,
  roundsMax: 20,
  /** Requests that every crawler may have open at a time, where this can be configured. */
  pagesInFlight: 16,
  peerRetries: 2,
  statusPollMs: 250,
  memorySampleMs: 200,
  /** How long a stack is measured before its job, to know its idle cost. */
  idleWatchMs: 2_000,
  peerStartTimeoutMs: 60_000,
  crawlTimeoutMs: 15 * 60_000,
  /** A crawler that sends no request for this long is checked for completion. */
  quietMs: 300,
  labJobTimeoutMs: 15 * 60_000,
  /** Runs of the lab of watches, after the one that makes the base. */
  watchLabRuns: 50,
  /** Pages of the lab of unchanged pages, and the size of each, bytes. */
  watchLabPages: 1_000,
  watchLabPageBytes: 64 * 1024,
  /** Schedules of the lab of schedules, those created at a time, and how long they are measured. */
  watchLabSchedules: 1_000,
  watchLabSchedulesAtOnce: 8,
  watchLabScheduleSecs: 120,
  /** Synchronous scrapes: articles per turn, loads before the first one, loads at a time. */
  scrapePagesDefault: 200,
  scrapeWarmUpPages: 20,
  scrapesAtOnce: [1, 4],
  /** Pages in browsers: number per turn, and before the first one. */
  browserPagesDefault: 10,
  /** Many short turns, because the speed of machines drifts. */
  browserRoundsDefault: 6,
  browserPagesMax: 1_000,
  browserWarmUpPages: 10,
  /** Pages at a time, one turn each. */
  browserPagesAtOnce: [1, 2],
  /** A peer that cannot be installed within this time is left out. */
  browserPeerInstallMs: 5 * 60_000,
  browserTurnTimeoutMs: 10 * 60_000,
  browserPageTimeoutMs: 60_000,
  treeSampleMs: 100,
  /** Extraction: at least one page of each type, at most the whole data set. */
  extractionPagesMin: 7,
  extractionPagesMax: 1_497,
  /** Pages that a contender processes at a time before it is the next one's turn. */
  extractionTurnPages: 250,
  /** Warm-up pages before each turn, which are not measured. */
  extractionWarmUpPages: 40,
  pssSampleMs: 1_000,
  /** API load tests: length of each, connections that read, starts per second. */
  apiSecondsDefault: 15,
  apiSecondsMax: 600,
  apiConnections: 50,
  apiStartsPerSecond: 20,
  apiListenersDefault: 1_000,
  apiListenersMax: 2_000,
  /** Starts of batches of the largest size, one after the other. */
  apiLargeBatches: 5,
  /** Response time of the site of the job that is read, so that the job outlives all loads. */
  apiSiteLatencyMs: 10_000,
  apiSettleMs: 2_000,
} as const

/** Limits of the benchmark of starts. */
export const startsBenchLimits = {
  /** Starts a second: one load below what two cores can run, one near it. */
  perSecondDefault: [10, 20],
  perSecondMax: 200,
  secondsDefault: 20,
  secondsMax: 600,
  /** Jobs before the first load: programs that have just started are still compiling. */
  warmUpSecs: 10,
  warmUpPerSecond: 10,
  /** All jobs have ended when the list of running jobs has been empty for this long. */
  idleMs: 1_000,
  idlePollMs: 250,
  /** How long the idle processes are measured before each load. */
  idleWatchMs: 5_000,
  historiesRead: 10,
} as const

/** Marks of the console; `docs/benchmarks.md` explains them. */
export const consoleMarks = {
  /** Compressed answers of the view of jobs, with headers, opened with an empty cache. */
  firstViewBytes: 150_000,
  firstPaintMs: 1_500,
  ledgerReadyMs: 10_000,
  /** Rows of a long table in the document at a time. */
  rowsInDocument: 250,
  /** CPU of the main thread of the page while it scrolls, a frame. */
  frameCpuMs: 8,
  filterMs: 1_000,
  /** CPU of the gateway for an open page while nothing happens, percent of a core. */
  idleCorePercent: 0.1,
} as const

/** How the console is measured. */
export const consoleBenchLimits = {
  /** How long the gateway is watched for each view, seconds. */
  secondsDefault: 60,
  secondsMin: 5,
  secondsMax: 600,
  ledgerRows: 10_000,
  calls: 1_000,
  /** Finished jobs of the list besides that of the ledger. */
  jobs: 20,
  /** Openings of the first view, each with an empty cache. */
  firstViews: 3,
  /** A table is scrolled down this often, by this many steps of a frame each, CSS pixels a step. */
  sweeps: 3,
  sweepFrames: 150,
  sweepStepPixels: 300,
  /** Before the gateway is watched without a page, milliseconds: it still works for the page that was closed. */
  settleMs: 8_000,
  /** The same with an open page, so that what is measured is one that has been open for longer than a minute. */
  openMs: 80_000,
  pageTimeoutMs: 60_000,
} as const

/** Limits of the simulation of many jobs. */
export const scaleLimits = {
  jobsDefault: [1, 10, 100],
  jobsMax: 1_000,
  pagesDefault: 10_000,
  pagesMin: 10,
  /** The same as the largest limit that an operator may allow. */
  pagesMax: 1_000_000,
  workersDefault: 2,
  workersMax: 32,
  pageMsDefault: 100,
  pageMsMax: 60_000,
  faultPercentMax: 50,
  crawlDelayMsMax: 30_000,
  slicePagesMax: 250,
  /** A simulated page: its Markdown, the links to pages below it, and the links across the site. */
  markdownCharacters: 4_096,
  linksBelow: 10,
  linksAcross: 20,
  /** Folders of a simulated site. */
  parts: 100,
  /** Starts in flight at a time. */
  startsInFlight: 8,
  /** Programs that have just started are still compiling. */
  settleMs: 6_000,
  /** Interval of status reads of a job that is waited for. */
  statusPollMs: 500,
  /** A crawl of a million pages on a machine with other work. */
  jobTimeoutMs: 8 * 60 * 60_000,
  /** How long the gateway may be out of reach before a job is no longer waited for. */
  unreachableMs: 60_000,
  workerEndMs: 20_000,
  killsMax: 100,
  /** Interval at which progress is read, for kills and memory. */
  coursePollMs: 100,
  /** How long a kill waits for a worker that loads a page, and how often it looks. */
  killWaitMs: 5_000,
  killPollMs: 2,
  /** Points of progress at which memory is shown. */
  memoryPoints: 10,
  /** Loads of pages that are read from their file at a time. */
  loadsRead: 8_192,
  /** An archive is checked in ranges of this size, and in pieces of long entries. */
  zipRangeBytes: 8 * 1024 * 1024,
  zipPieceBytes: 256 * 1024,
} as const
