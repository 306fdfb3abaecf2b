/** Limits of the frontier: what is kept, how slices are cut, how hosts are paced, traps, robots and sitemaps. */

/** The frontier: what is kept, how slices are cut, how hosts are paced. */
export const frontierLimits = {
  /** Ledger entries kept by URL; beyond it URLs are counted per state only. */
  entriesMax: 100_000,
  /** Pages to fetch that are kept even beyond `entriesMax`, as a multiple of the job's limit. */
  pagesPerLimit: 5,
  /** Beyond the ledger: URLs remembered by a fingerprint, so that each is counted once. */
  fingerprintsMax: 1_000_000,
  /** Distinct links of one page that are kept; more are counted. */
  linksPerPageMax: 100_000,
  /** Links whose paths are matched together, and links of pages that are merged at a stretch. */
  linksPerTurn: 2_000,
  /** URLs that an advance may have to take in where it is a local activity: about 0.2 s of CPU. */
  localAdvanceLinksMax: 20_000,
  /** URLs of closed families put aside at a stretch. */
  closedPerTurn: 500,
  /** Entries written, read or closed at a stretch. */
  entriesPerTurn: 1_000,
  pathSegmentsMax: 20,
  pathSegmentRepeatsMax: 2,
  slicePagesMax: 100,
  /** A host's next slice may be this many times larger than the pages it has finished. */
  sliceGrowthFactor: 4,
  slicesPerHostMax: 2,
  /** The same of the browser lane: small slices, since a page takes seconds. */
  browserSlicePagesMax: 25,
  /** Hosts that one slice of a batch takes at most. */
  hostsPerSliceMax: 32,
  /** Pages a job has in flight on one host: at first, and at most. */
  hostConcurrencyStart: 8,
  hostConcurrencyMax: 32,
  /** Pages one slice has in flight at most, over all its hosts. */
  sliceConcurrencyMax: 32,
  /** A host that throttled is then asked at this share of the rate it has shown to bear. */
  rateSafetyShare: 0.9,
  /** By what share of itself a learned rate is raised in a second of work, times the seconds of the last rest. */
  rateRaisePerRest: 0.15,
  /** The same while the rate rests on fewer answers than `rateAnswersMin`. */
  rateSearchPerRest: 0.5,
  rateAnswersMin: 15,
  rateRaiseMinPerSec: 0.005,
  rateRaiseMaxPerSec: 0.5,
  /** What is left of a learned rate at least when the host throttles again, and when it only refuses. */
  rateFallFactor: 0.8,
  rateRefusedFactor: 0.5,
  windowSlices: 16,
  /** Slices of the browser lane among them while there is work for HTTP as well. */
  windowBrowserSlices: 8,
  /** Deltas of less than this are not worth a snapshot, in characters. */
  snapshotDeltasMinCharacters: 512 * 1024,
  /** Jobs whose frontier a process keeps in memory; an empty one takes 5 kB. */
  statesKeptMax: 2_000,
  /** URLs that the frontiers a process keeps in memory may have together. */
  entriesKeptMax: 300_000,
  /** How long finished slices wait for an older unfinished one before they are merged out of order. */
  mergePatienceMs: 12_000,
  /** Pauses before a missing result of a finished slice is read again; then it is rebuilt. */
  lostResultPausesMs: [200, 800, 2_000],
  pageAttemptsMax: 3,
  /** Pauses before the second attempt and the third. */
  retryBackoffMs: [1_000, 4_000],
  /** Pauses before another attempt are spread by this share either way. */
  retryJitterShare: 0.25,
  dnsRetryBackoffMs: 5_000,
  /** Retries of a host that fall due within this time of the first go into one slice. */
  retryGatherMs: 500,
  throttleBackoffMs: 2_000,
  throttleBackoffMaxMs: 60_000,
  retryAfterMaxMs: 300_000,
  hostStallSecsDefault: 900,
} as const

/** Warnings of a job; they are in every answer of the frontier, in the memo and in the record. */
export const warningLimits = {
  /** Names of hosts or pages that a counted warning gives. */
  examplesMax: 10,
  exampleMaxCharacters: 200,
  /** Warnings that are kept as texts; more are counted. */
  textsMax: 40,
  textMaxCharacters: 600,
  /** Of all texts together in one answer of the frontier and in the memo of a run, UTF-8. */
  historyMaxBytes: 4_000,
} as const

/** What a job remembers of pages that HTTP was not enough for. */
export const verdictLimits = {
  /** Escalations in a row after which pages of the shape, or of the host, go straight to a browser. */
  escalationsToBrowser: 2,
  /** Of the pages that would, each so-manieth goes by HTTP all the same. */
  checkEvery: 20,
  /** Shapes and hosts that are remembered; pages of further ones begin by HTTP. */
  shapesMax: 5_000,
} as const

/** Families of look-alike URLs, and when one is no longer followed. */
export const trapLimits = {
  /** Pages a family may find by itself before what they said decides about more. */
  familyFreePages: 10,
  /** How many times more a family that said something new may find after that. */
  familyTierFactor: 5,
  /** Share of a tier's pages that must have said something new. */
  familyNewsShare: 0.2,
  /** Pages in a row without anything new that close a family whatever it said before; more once it has said much. */
  familyDryPages: 50,
  /** Hops a numbered family may go on from number to number after it last said something new. */
  numberedHopsWithoutNews: 50,
  /** Hashes of a sketch that must be new to the family for the page to have said something new. */
  newHashesMin: 2,
  /** Hashes of a sketch. */
  sketchHashesMax: 16,
  /** Pictures of a page that count in its sketch. */
  sketchPicturesMax: 3,
  /** Words of a page that its sketch looks at. */
  sketchWordsMax: 2_000,
  familiesMax: 20_000,
  /** URLs whose family is remembered, so that it is not told from the URL again. */
  familyUrlsKept: 20_000,
  /** Pages with news from which on links into a family count as news; any family's first page has some. */
  provenNewsMin: 3,
  /** Hashes remembered over all families of a job, 16 bytes each. */
  familyHashesMax: 262_144,
  /** Pages in a row that repeat their parent before links below them are refused. */
  nestedRepeatsMax: 2,
  /** Pages whose text is remembered for telling repeats. */
  nestedPagesMax: 50_000,
} as const

/** Robots and sitemap discovery. */
export const discoveryLimits = {
  robotsRechecksMax: 3,
  robotsRecheckDelayMs: 2_000,
  robotsCacheTtlMs: 24 * 3_600_000,
  /** For the wildcards of all rules, of one URL; a thousand rules on a URL of 1,000 characters need as much. */
  robotsSearchMaxCharacters: 1_000_000,
  crawlDelayMaxMs: 30_000,
  sitemapFilesMax: 500,
  sitemapDepthMax: 3,
  sitemapUrlsPerFileMax: 50_000,
  /** Sitemap URLs kept, as a multiple of the job's page limit. */
  sitemapUrlsPerLimit: 5,
  discoveryBudgetMs: 60_000,
  robotsCacheEntriesMax: 1_000,
  /** A longer `Retry-After` of robots.txt or a sitemap is not waited for in full. */
  retryAfterMaxMs: 30_000,
  /** A first request for robots.txt or a sitemap that is silent for so long is cut and made again. */
  silenceMs: 4_000,
  sitemapFilesInFlight: 4,
  /** The same while the size of the site's files is not known yet. */
  sitemapFilesUnknownInFlight: 2,
  /** Of files under way together, each reckoned as large as the largest so far. */
  sitemapBodiesMaxBytes: 64 * 1024 * 1024,
  sitemapRetriesMax: 2,
  sitemapRetryDelayMs: 1_000,
  sitemapElementDepthMax: 32,
  sitemapXmlErrorsMax: 1_000,
  sitemapTagAttributesMax: 64,
  /** A longer tag, text or comment ends the reading of the file; it would be held in memory whole. */
  sitemapTokenMaxCharacters: 256 * 1024,
  /** What is handed to the parser at once; all the work between two looks at the clock. */
  sitemapPieceBytes: 8 * 1024,
  /** How long a sitemap, or the links of a page, may keep the event loop to themselves. */
  sitemapTurnMs: 5,
  sitemapWarningsMax: 20,
  /** How often discovery reports that it is alive, so that its activity can heartbeat. */
  progressIntervalMs: 1_000,
} as const
