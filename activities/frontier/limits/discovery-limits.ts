/** Limits of discovering pages, and of what a frontier says about them. */

/** Limits of the warnings of a job. They are in every answer of the frontier, in the memo and in the record. */
export const warningLimits = {
  /** Example hosts or pages that a counted warning names. */
  examplesMax: 10,
  exampleMaxCharacters: 200,
  /** Warnings kept as text; further ones are only counted. */
  textsMax: 40,
  textMaxCharacters: 600,
  /** All texts together in one answer of the frontier and in the memo of a run, bytes of UTF-8. */
  historyMaxBytes: 4_000,
} as const

/** Limits of a job's memory of pages for which HTTP was not sufficient. */
export const verdictLimits = {
  /** Consecutive escalations after which pages of the same shape, or of the same host, go straight to a browser. */
  escalationsToBrowser: 2,
  /** One in this many of those pages is loaded by HTTP as a check. */
  checkEvery: 20,
  /** Shapes and hosts that are remembered; pages of further ones start by HTTP. */
  shapesMax: 5_000,
} as const

/** Limits of reading robots.txt and of sitemap discovery. */
export const discoveryLimits = {
  robotsRechecksMax: 3,
  robotsRecheckDelayMs: 2_000,
  robotsCacheTtlMs: 24 * 3_600_000,
  /** Age up to which an older copy replaces a robots.txt that cannot be reached (RFC 9309, section 2.4). */
  robotsStaleMaxMs: 7 * 24 * 3_600_000,
  /** How long the pages of a host wait for its robots.txt, and how long the host rests between two tries. */
  robotsPatienceMs: 900_000,
  robotsRestMs: 30_000,
  /** How long they wait at a host that has not answered in this job, where it can be reached. */
  robotsPatienceNewHostMs: 60_000,
  /**
   * Search steps for the wildcards of all rules, for one URL; a thousand rules on a URL of 1,000 characters need as
   * many.
   */
  robotsSearchMaxCharacters: 1_000_000,
  crawlDelayMaxMs: 30_000,
  sitemapFilesMax: 500,
  sitemapDepthMax: 3,
  sitemapUrlsPerFileMax: 50_000,
  discoveryBudgetMs: 60_000,
  /**
   * How long discovery waits for robots.txt before it reads sitemaps; a host may have asked for a pause of minutes. Both
   * times together are shorter than `temporalLimits.controlStartToCloseMs`, which ends the activity.
   */
  discoveryRobotsBudgetMs: 180_000,
  robotsCacheEntriesMax: 1_000,
  /** A longer `Retry-After` of robots.txt or a sitemap is not waited for in full. */
  retryAfterMaxMs: 30_000,
  /** A first request for robots.txt or a sitemap is cut and repeated after this long without data. */
  silenceMs: 4_000,
  /** The same for sitemaps of a site that did so with its robots.txt: the silence says nothing about its speed. */
  silenceAgainMs: 1_000,
  sitemapFilesInFlight: 4,
  /** The same while the size of the site's files is not known yet. */
  sitemapFilesUnknownInFlight: 2,
  /** Files in flight together; each counts as large as the largest so far. */
  sitemapBodiesMaxBytes: 64 * 1024 * 1024,
  sitemapRetriesMax: 2,
  sitemapRetryDelayMs: 1_000,
  sitemapElementDepthMax: 32,
  sitemapXmlErrorsMax: 1_000,
  sitemapTagAttributesMax: 64,
  /** A longer tag, text or comment ends the reading of the file, because it would be held in memory as a whole. */
  sitemapTokenMaxCharacters: 256 * 1024,
  /** Bytes passed to the parser at once; the clock is checked only between two pieces. */
  sitemapPieceBytes: 8 * 1024,
  /** How long sitemaps, the links of pages and lists of URLs may block the event loop at once. */
  discoveryTurnMs: 5,
  sitemapWarningsMax: 20,
  /** Interval at which discovery reports progress, so that its activity can heartbeat. */
  progressIntervalMs: 1_000,
} as const
