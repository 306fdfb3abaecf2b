/**
 * Every limit, timeout and default of Seine, with its unit in the name.
 *
 * Nothing here is read from the environment: what an operator may change lives in `config.ts`,
 * which takes its defaults from this file. Safe to import inside the workflow sandbox.
 */

/** Bounds and defaults of job requests; the source document fixes them. */
export const jobLimits = {
  limitPagesDefault: 10_000,
  limitPagesMax: 10_000,
  scheduleToCloseTimeoutSecsDefault: 86_400,
  scheduleToCloseTimeoutSecsMax: 604_800,
  heartbeatTimeoutSecsDefault: 30,
  heartbeatTimeoutSecsMax: 3_600,
  urlMaxCharacters: 2_083,
  patternsMax: 100,
  patternMaxCharacters: 1_024,
  pageTimeoutMsMin: 1_000,
  pageTimeoutMsMax: 60_000,
  pageTimeoutMsDefault: 30_000,
  waitMsMax: 60_000,
  promptMaxCharacters: 16_384,
  schemaMaxBytes: 65_536,
  requestBodyMaxBytes: 256 * 1024,
  headersMax: 50,
  headersMaxBytes: 8 * 1024,
  requestIdMaxCharacters: 128,
} as const

/** What one HTTP exchange with a target may cost. */
export const egressLimits = {
  dnsTimeoutMs: 5_000,
  connectTimeoutMs: 10_000,
  redirectsMax: 10,
  pageMaxDecodedBytes: 20 * 1024 * 1024,
  robotsMaxDecodedBytes: 500 * 1024,
  robotsTimeoutMs: 10_000,
  robotsRedirectsMax: 5,
  sitemapMaxDecodedBytes: 50 * 1024 * 1024,
  sitemapTimeoutMs: 30_000,
  inflationRatioMax: 200,
  inflationRatioFreeBytes: 1024 * 1024,
  socketsPerHostMax: 64,
  socketIdleMs: 4_000,
  headersMaxBytes: 16 * 1024,
} as const

/** The frontier: what is kept, how slices are cut, how hosts are paced. */
export const frontierLimits = {
  /** Ledger entries kept by URL; beyond it URLs are counted per state only. */
  entriesMax: 100_000,
  /** Pending URLs kept, as a multiple of the pages the job may still attempt. */
  pendingPerRemainingPage: 5,
  linksPerPageMax: 10_000,
  pathSegmentsMax: 20,
  pathSegmentRepeatsMax: 2,
  slicePagesMax: 100,
  /** A host's next slice may be this many times larger than the pages it has finished. */
  sliceGrowthFactor: 4,
  slicesPerHostMax: 2,
  hostConcurrency: 16,
  windowSlices: 16,
  snapshotEveryGenerations: 16,
  /** How long finished slices wait for an older unfinished one before they are merged out of order. */
  mergePatienceMs: 5_000,
  pageAttemptsMax: 3,
  retryBackoffMs: [1_000, 4_000, 16_000],
  dnsRetryBackoffMs: 5_000,
  throttleBackoffMs: 2_000,
  throttleBackoffMaxMs: 60_000,
  retryAfterMaxMs: 300_000,
  hostStallBudgetMs: 900_000,
} as const

/** Robots and sitemap discovery. */
export const discoveryLimits = {
  robotsRechecksMax: 3,
  robotsRecheckDelayMs: 2_000,
  robotsCacheTtlMs: 24 * 3_600_000,
  crawlDelayMaxMs: 30_000,
  sitemapFilesMax: 500,
  sitemapDepthMax: 3,
  sitemapUrlsPerFileMax: 50_000,
  /** Sitemap URLs kept, as a multiple of the job's page limit. */
  sitemapUrlsPerLimit: 5,
  discoveryBudgetMs: 60_000,
} as const

/** One slice activity. */
export const sliceLimits = {
  segmentFlushIntervalMs: 1_000,
  segmentMaxBytes: 16 * 1024 * 1024,
  heartbeatIntervalMs: 500,
  /** A slice stops starting pages after this long, so that the frontier learns its links. */
  timeShareMs: 10_000,
  /** On top of the page timeout, before a page counts as stuck and stops the heartbeats. */
  pageGraceMs: 10_000,
  /** Attempts that end with the worker gone, after which the slice is split. */
  crashesBeforeSplit: 2,
} as const

/** The pool of extraction threads. */
export const extractLimits = {
  pageBudgetMs: 5_000,
  threadHeapMaxMb: 512,
  threadPagesMax: 2_000,
  markupMaxCharacters: 10_000_000,
  treeDepthMax: 512,
  treeNodesMax: 250_000,
  attributesPerElementMax: 64,
  charsetPrescanBytes: 64 * 1024,
  queuedPagesPerThreadMax: 32,
} as const

/** Archives and download links. */
export const archiveLimits = {
  uploadPartBytes: 16 * 1024 * 1024,
  uploadPartsInFlight: 2,
  linkLifetimeSecsDefault: 3_600,
  retentionDaysDefault: 7,
} as const

/** Temporal workers and workflows. */
export const temporalLimits = {
  maxHeartbeatThrottleIntervalMs: 1_000,
  stickyQueueTimeoutMs: 5_000,
  pagesShutdownGraceMs: 5_000,
  controlShutdownGraceMs: 10_000,
  shutdownForceMs: 20_000,
  slicesPerWorker: 4,
  rpcDeadlineMs: 5_000,
  activityRetryInitialMs: 1_000,
  activityRetryMaxMs: 30_000,
  /** Continue as new long before the server's own hint at 4,096 events. */
  historyEventsBeforeContinueAsNew: 3_500,
  /** How long a parent lets slices flush after its run was ended by the server. */
  flushGraceMs: 3_000,
  finaliseTimeoutMs: 30 * 60_000,
} as const

/** The gateway's own HTTP server. */
export const gatewayLimits = {
  keepAliveTimeoutMs: 65_000,
  headersTimeoutMs: 70_000,
  requestTimeoutMs: 300_000,
  cancelWaitMs: 5_000,
  retryAfterSecs: 2,
} as const
