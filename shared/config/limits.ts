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
  /** Of a job among those of its tenant, 1 first. */
  priorityDefault: 3,
  priorityMax: 5,
  urlMaxCharacters: 2_083,
  patternsMax: 100,
  patternMaxCharacters: 1_024,
  /** Of all patterns of a request together, as `patternSteps` estimates them; a step takes up to 1 µs to compile. */
  patternStepsMax: 125_000,
  pageTimeoutMsMin: 1_000,
  pageTimeoutMsMax: 60_000,
  pageTimeoutMsDefault: 30_000,
  waitMsMax: 60_000,
  promptMaxCharacters: 16_384,
  schemaMaxBytes: 65_536,
  requestBodyMaxBytes: 256 * 1024,
  batchBodyMaxBytes: 24 * 1024 * 1024,
  headersMax: 50,
  headersMaxBytes: 8 * 1024,
  requestIdMaxCharacters: 128,
} as const

/** What one HTTP exchange with a target may cost. */
export const egressLimits = {
  dnsTimeoutMs: 5_000,
  /** How long a name server of SEINE_EGRESS_DNS may take for one question, and how often it is asked. */
  nameServerTimeoutMs: 2_000,
  nameServerTries: 2,
  /** When a name that may exist inside alone is refused, whatever was found; later ones are at the DNS timeout. */
  insideAnswerMs: 2_000,
  /** How long the addresses of the machine's interfaces, and the domains of its resolver, are taken as read. */
  ownAddressesMaxAgeMs: 10_000,
  machineDomainsMaxAgeMs: 60_000,
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
  /** How long one address of several may take to connect before the next is tried. */
  connectAttemptTimeoutMs: 2_000,
  /** A body that nobody wants, as that of a redirect, is read this far to keep its socket; a longer or slower one costs the socket. */
  discardedBodyMaxBytes: 64 * 1024,
  discardedBodyMaxMs: 1_000,
  /** Repeats of a request that a kept-alive socket lost before any answer. */
  staleSocketRepeatsMax: 2,
  decoderChunkBytes: 64 * 1024,
  bodyBufferFirstBytes: 64 * 1024,
  /** A buffer grows to the announced length once that divided by this has come. */
  bodyBufferTrustFactor: 8,
  /** What all bodies of a process take in before its event loop turns. */
  bodyTurnBytes: 1024 * 1024,
} as const

/** Proxies of providers. */
export const providerLimits = {
  /** A provider that has failed comes after the others of its tier for so long, twice as long each time. */
  restFirstMs: 5_000,
  restMaxMs: 5 * 60_000,
  /** Ways through proxies whose idle connections are kept; each exit address is one. */
  agentsKept: 256,
} as const

/** Cookies of one attempt or session. */
export const cookieLimits = {
  /** Of name and value together: room for whatever a caller's header may hold. */
  cookieMaxBytes: 8 * 1024,
  jarMaxCookies: 500,
  /** Of a life that a site names, as browsers bound it: 400 days (RFC 6265bis, section 5.5). */
  lifeMaxMs: 34_560_000_000,
} as const

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
  /** Jobs whose frontier a process keeps in memory. */
  statesKeptMax: 64,
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

/** Maps: the links of one site. */
export const mapLimits = {
  linksDefault: 1_000,
  /** Also what is kept of a site when links are searched for. */
  linksMax: 100_000,
  timeoutMsMin: 1_000,
  timeoutMsMax: 300_000,
  timeoutMsDefault: 30_000,
  /** Left of the time of a call for ranking and writing the answer. */
  answerReserveMs: 500,
  /** For a start page that ran out of time to say what was tried. */
  startPageGraceMs: 100,
  searchMaxCharacters: 512,
  /** Words of a search that count. */
  searchTermsMax: 32,
  titleMaxCharacters: 300,
  descriptionMaxCharacters: 500,
  lastmodMaxCharacters: 40,
  /** Of all links of a site together, titles and descriptions included. */
  linksMaxCharacters: 32 * 1024 * 1024,
  cacheMaxAgeMs: 24 * 3_600_000,
  /** A store that takes longer is not waited for. */
  cacheReadMs: 3_000,
  /** Links of one line of a map that is kept. */
  linksPerLine: 500,
  /** Of the start page as JSON; the texts of the links of a longer one are not read. */
  linkTextsMaxBytes: 4 * 1024 * 1024,
  /** How long ranking and writing keep the event loop to themselves. */
  turnMs: 5,
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

/** Pages that are kept for requests that take one of some age. */
export const pageCacheLimits = {
  /** A longer page is loaded anew each time. */
  pageMaxBytes: 5 * 1024 * 1024,
} as const

/** One slice activity. */
export const sliceLimits = {
  segmentFlushIntervalMs: 1_000,
  segmentMaxBytes: 16 * 1024 * 1024,
  /** How long a slice repeats a write while the store is away, before it hands its pages back; and the pauses. */
  storePatienceMs: 180_000,
  storeRetryMs: 500,
  /** Segments that are read ahead of the one being worked on. */
  segmentsReadAhead: 2,
  /** Of all distinct links of a slice together; once there are more, no further page is started. */
  linksMaxCharacters: 32 * 1024 * 1024,
  heartbeatIntervalMs: 500,
  /** A slice stops starting pages after this long, so that the frontier learns its links. */
  timeShareMs: 10_000,
  /** The same for each slice that is under way in the process, and the most it comes to. */
  timePerSliceMs: 600,
  timeShareMsMax: 300_000,
  /** Pages that a slice of a host with spaced starts takes, when fewer do not fill the usual time. */
  spacedPages: 30,
  /** How long a slice that waits for its hosts is silent for each slice under way, and before its next start. */
  silencePerSliceMs: 10,
  silenceBeforeStartMs: 1_000,
  /** Share of the heartbeat timeout that it is silent at most. */
  silenceShareMax: 0.25,
  /** Share of the page slots of a process that one tenant leaves to the others. */
  spareShare: 0.125,
  /** Page slots of a process: one for so much of the memory it may have, within bounds. */
  memoryPerPageBytes: 8 * 1024 * 1024,
  pageSlotsMin: 32,
  pageSlotsMax: 256,
  /** Slices under way in a process: at least, and at most, whatever memory it has. */
  slicesMin: 8,
  slicesMax: 1_000,
  /** Slices in line for page slots beyond which a process takes no further one. */
  slicesInLineMax: 32,
  /** Share of its memory beyond which a process takes no further slice. */
  memoryShareMax: 0.8,
  /** On top of the attempts of a page over HTTP, so that the last is not cut short by what comes between them. */
  ladderSlackMs: 10_000,
  /** On top of a page's budget, before it counts as stuck and stops the heartbeats. */
  pageGraceMs: 10_000,
  /** Attempts after which the pages that were in flight are fetched one by one. */
  attemptsBeforeIsolation: 2,
  /** Attempts after which each of them is announced to the server before it is fetched. */
  attemptsBeforeSuspicion: 4,
  /** Times a page may be alone in flight when its worker dies before it is failed for it. */
  crashesAloneMax: 3,
} as const

/** Silent loads of pages, which are cut and made again. */
export const stallLimits = {
  /** Loads of a page that are cut for their silence; the one after them has the whole timeout of the page. */
  cutsPerPageMax: 3,
  /** How long loads may be silent, the first and those after a cut, as multiples of the heartbeat timeout. */
  patienceFactors: [1, 1, 2],
  /** Silence is borne for this multiple of the longest that an answer of the slice has ended. */
  longestFactor: 1.5,
} as const

/** How a slice adapts to its hosts and to its own process. */
export const pacingLimits = {
  /** What is left of a host's concurrency when pages time out or find no connection, once a round trip. */
  faultFallFactor: 0.5,
  /** What is left of it when the event loop is behind. */
  lagFallFactor: 0.7,
  lagFallIntervalMs: 1_000,
  /** Mean delay of the event loop over a window from which on it counts as behind. */
  lagBehindMs: 50,
  lagWindowMs: 1_000,
  lagResolutionMs: 10,
  /** Starts that are late by up to this much do not push back those after them. */
  startLatenessMaxMs: 20,
} as const

/** Archives, the ledger and download links. */
export const archiveLimits = {
  uploadPartBytes: 16 * 1024 * 1024,
  uploadPartsInFlight: 2,
  /** Ends of jobs in one process at a time: an archive holds some 20 MB, and a hundred at once would end none for long. */
  archivesInFlight: 8,
  /** Pauses between tries at one archive; after one try more the job ends without it. */
  archivePausesMs: [1_000, 5_000, 20_000],
  linkLifetimeSecsDefault: 3_600,
  retentionDaysDefault: 7,
  /** What an archive entry is handed to the compressor in; also the least that makes a piece of generated text. */
  entryPieceBytes: 64 * 1024,
  /** Level 6, the usual one, takes twice the time for a seventh less. */
  deflateLevel: 3,
  /** What is hashed without a pause for other work. */
  hashPieceBytes: 1024 * 1024,
  /** What is held of pages that wait for their turn in a batch archive before they go to a file. */
  spoolBufferBytes: 4 * 1024 * 1024,
  /** Such files of a process together. */
  spoolMaxBytesDefault: 1536 * 1024 * 1024,
  /** Segments, pages or screenshots that a warning about lost results names. */
  lostExamplesMax: 10,
  /** Lines of one object of the ledger. */
  ledgerChunkLines: 2_000,
  /** Objects of the ledger one read looks through at most. */
  ledgerChunksPerRead: 8,
  /** Running jobs whose frontier, and batches whose list, is kept in memory for reads of the ledger. */
  ledgerStatesKept: 2,
} as const

/** Calls of the object store. */
export const storeLimits = {
  /** Keys of one listing or deletion; the S3 API allows no more. */
  keysPerCall: 1_000,
  /** A write that was refused because it met another is tried so often, after pauses up to this. */
  writeTries: 5,
  writePauseMs: 50,
  /** Defaults of the settings `SEINE_S3_CONNECT_TIMEOUT_MS`, `SEINE_S3_SOCKET_TIMEOUT_MS`, `SEINE_S3_REQUEST_TIMEOUT_MS`. */
  connectTimeoutMsDefault: 5_000,
  socketTimeoutMsDefault: 10_000,
  requestTimeoutMsDefault: 60_000,
  timeoutMsMin: 100,
  timeoutMsMax: 3_600_000,
  /** A deletion of more keys than these may keep a store silent for as long as a request may take. */
  quickDeletionKeys: 50,
  /** A call that is under way for this much longer than its timeouts allow counts as hanging. */
  hangGraceMs: 5_000,
  /** A key that exists for writes and not for reads: looks at it, and the pause between them, before it is repaired. */
  halfWrittenLooks: 4,
  halfWrittenPauseMs: 250,
  /** Objects left by probes of processes that were killed are deleted by later probes after this long. */
  probeKeptMs: 3_600_000,
  /** Writers that compete for one key in a probe. */
  probeWriters: 4,
  /** How soon a store that could not be probed, or did not pass, is probed again. */
  probeRetryMs: 2_000,
} as const

/** Deleting jobs whose time has come. */
export const retentionLimits = {
  sweepIntervalMs: 3_600_000,
  /** Expired jobs one call of the sweep deletes at most. */
  jobsPerCallMax: 200,
  /** Folders of jobs, and tenants, one call looks at for jobs that were never finished. */
  foldersPerCallMax: 1_000,
  callsPerSweepMax: 100,
  /** Days before today whose folders stay: the greatest age of a kept page and the longest life of a link, and one more. */
  dayFoldersKept: 8,
  /** What a session has written lately is left alone, though there is no session. */
  sessionSettleMs: 3_600_000,
  /** Folders that are looked at, and jobs that are deleted, at once. */
  jobsInFlight: 8,
  /** How soon a schedule that could not be made is tried again. */
  scheduleRetryMs: 30_000,
  /** How often each worker looks whether the schedule still stands. */
  scheduleCheckMs: 600_000,
} as const

/** Temporal workers and workflows. */
export const temporalLimits = {
  maxHeartbeatThrottleIntervalMs: 1_000,
  stickyQueueTimeoutMs: 5_000,
  /** Short activities of frontiers and sessions at a time in a process: in any case, and while it keeps up. */
  controlActivitiesMin: 16,
  controlActivitiesMax: 200,
  workflowTasksInFlight: 40,
  /** Polls for slices that a worker has open at a time. */
  slicePolls: 4,
  /** Between two slots for activities that are given out by what the process has room for. */
  slotPauseMs: 20,
  rpcDeadlineMs: 5_000,
  /** The last millisecond that can be asked for: times are nanoseconds in 64 bits. */
  timeMaxMs: 9_223_372_036_853,
  connectRetryMs: 1_000,
  activityRetryInitialMs: 1_000,
  activityRetryMaxMs: 10_000,
  sliceRetryMaxMs: 5_000,
  /** Continue as new long before the server's own hint at 4,096 events. */
  historyEventsBeforeContinueAsNew: 3_500,
  /** The same by size: the server warns at 10 MiB and ends a run at 50 MiB. */
  historyBytesBeforeContinueAsNew: 4 * 1024 * 1024,
  /** Of one answer of the frontier, the memo of a run and one heartbeat of a slice, as JSON in UTF-8. */
  advanceResultMaxBytes: 64 * 1024,
  memoMaxBytes: 8 * 1024,
  heartbeatDetailsMaxBytes: 8 * 1024,
  /** How long a parent lets slices flush after its run was ended by the server. */
  flushGraceMs: 3_000,
  /** The same after a time budget has ended, which slices know of: finalising then waits for their results. */
  budgetGraceMs: 100,
  flushPollMs: 100,
  finaliseTimeoutMs: 24 * 3_600_000,
  finaliseHeartbeatTimeoutMs: 10_000,
  /** A job is given up whose input the store has not had for so long: it may be on its way back. */
  lostInputPatienceMs: 300_000,
  lostInputPollMs: 5_000,
  /** Pauses before work that met a deterministic fault is repeated; once more and it is given up. */
  repeatedFaultPausesMs: [1_000, 3_000],
  controlStartToCloseMs: 300_000,
  /** A local advance of a frontier ends with the workflow task it is part of, which the server gives ten seconds. */
  localAdvanceMs: 4_000,
  /** How long a run advances its frontier through the queue after a local advance has failed. */
  localAdvanceRestMs: 60_000,
  controlHeartbeatTimeoutMs: 5_000,
  controlHeartbeatIntervalMs: 1_000,
  /** How long a cancelled run waits for its slices to flush before it ends without them. */
  cancelFlushMs: 10_000,
  /** Least budget given to an activity, so that a spent budget still fails as a timeout. */
  budgetFloorMs: 1,
} as const

/** The gateway's own HTTP server. */
export const gatewayLimits = {
  keepAliveTimeoutMs: 65_000,
  headersTimeoutMs: 70_000,
  requestTimeoutMs: 300_000,
  cancelWaitMs: 5_000,
  cancelPollMs: 50,
  /** How long the answer to a pause waits for the workflow of the job to take it up: longer than for the worker of it that has died. */
  pauseWaitMs: 8_000,
  retryAfterSecs: 2,
  storeDeadlineMs: 5_000,
  apiKeysRecheckMs: 1_000,
  readyCheckMs: 2_000,
  /** How long a scrape worker may take to say whether a proxy is configured. */
  proxyCheckMs: 2_000,
  readyCacheMs: 1_000,
  /** A status is read again while the run has a workflow task that may be about to write its memo. */
  statusRereadIntervalMs: 15,
  statusRereadBudgetMs: 300,
  /** A workflow task older than this has no worker to run it; waiting for it is in vain. */
  workflowTaskFreshMs: 1_000,
  /** Pages that have waited for a browser for so long are asked after; an idle browser worker is silent for up to a minute. */
  browserWaitMs: 5_000,
  browserPollStaleMs: 90_000,
  /** An input that another request is writing is waited for. */
  inputRereadIntervalMs: 25,
  inputRereadBudgetMs: 1_000,
  /** Jobs whose highest counters are remembered. */
  highWaterJobsMax: 10_000,
  /** How much of a body that is refused unread is still taken, so that the answer reaches its sender. */
  refusedBodyDrainMs: 1_000,
  refusedBodyDrainMaxBytes: 8 * 1024 * 1024,
  /** Budget of a whole `POST /scrape`, all its attempts and waits together. */
  scrapeBudgetMsDefault: 120_000,
  /** What a `POST /map` may take beyond its `timeout`, to tell what it found until then. */
  mapGraceMs: 5_000,
  /** What was told of a finished job is told again for so long, of so many jobs. */
  finishedKeptMs: 1_000,
  finishedKeptJobs: 1_000,
  /** Jobs whose labels are remembered. */
  labelsJobsMax: 1_000,
  /** Lists of running jobs are read from the workflow service at most this often, per tenant and kind. */
  activeReadIntervalMs: 1_000,
  /** Running jobs that one such read returns; the workflow service allows no more. */
  activeReadJobsMax: 1_000,
  /** A list that would have to wait longer for its turn is refused. */
  activeReadWaitMaxMs: 5_000,
} as const

/** What a request body may hold beyond the bounds of a job, and how problems in it are told. */
export const requestLimits = {
  receivedValueMaxCharacters: 200,
  /** Of the pointer in a problem; the names in it come from the caller. */
  pointerMaxCharacters: 4_096,
  fieldProblemsMax: 1_000,
  /** Violations of a schema that are looked at; several of them can be one problem. */
  schemaErrorsMax: 4_000,
  /** Values of a body, keys included, before it is parsed; a million take the parser most of a second. */
  bodyValuesMax: 200_000,
  /** Objects and lists inside each other, the body itself included. */
  nestingLevelsMax: 64,
  /** Entries of a list whose members come from a short list of names. */
  choicesMax: 100,
  idempotencyKeyMaxCharacters: 255,
  emailMaxCharacters: 254,
  emailLocalPartMaxCharacters: 64,
  webhookHeadersMax: 20,
  webhookHeaderMaxCharacters: 2_048,
  /** All headers of a webhook together; what servers take at most, less what is ours. */
  webhookHeadersMaxBytes: 12 * 1024,
  /** As JSON: it is in every call. */
  webhookMetadataMaxBytes: 256 * 1024,
  actionsMax: 50,
  actionTimeoutMsMax: 30_000,
  actionDurationMsMax: 60_000,
  tagsMax: 50,
  tagMaxCharacters: 256,
  selectorMaxCharacters: 4_096,
  sessionIdMaxCharacters: 256,
  selectorsMax: 100,
  maxAgeSecsMax: 604_800,
  /** Entries of one page of a list. */
  listPageDefault: 100,
  listPageMax: 1_000,
  cursorMaxCharacters: 1_024,
} as const

/** Synchronous calls to a scrape worker. */
export const scrapeCallLimits = {
  callsDefault: 16,
  /** Share of the calls that maps may have. */
  mapShare: 0.5,
  /** Calls that may wait for others to end, as a multiple of those at a time, and for how long. */
  queuePerCall: 1,
  /** Slots beyond those, as a share of them, for tenants other than the one that has taken them all. */
  spareShare: 0.25,
  queueWaitMs: 2_000,
  /** What a full worker asks its callers to wait. */
  retryAfterSecs: 1,
  /** For storing one screenshot. */
  screenshotStoreMs: 10_000,
  /** Content of one answer, as JSON; below what callers take of a worker. */
  contentMaxBytes: 60 * 1024 * 1024,
} as const
