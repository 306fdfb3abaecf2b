/**
 * Every limit, timeout and default of Seine, with its unit in the name.
 *
 * Nothing here is read from the environment: settings that an operator may change are in `config.ts`, which takes their
 * defaults from this file. Safe to import inside the workflow sandbox.
 */

/** Bounds and defaults of job requests, as the source document defines them. */
export const jobLimits = {
  limitPagesDefault: 10_000,
  /** Of batches, and of crawls unless the operator allows another number. */
  limitPagesMax: 10_000,
  /** The most that an operator may allow. */
  crawlLimitPagesMax: 1_000_000,
  scheduleToCloseTimeoutSecsDefault: 86_400,
  scheduleToCloseTimeoutSecsMax: 604_800,
  heartbeatTimeoutSecsDefault: 30,
  heartbeatTimeoutSecsMax: 3_600,
  /** Priority of a job among the jobs of its tenant; 1 comes first. */
  priorityDefault: 3,
  priorityMax: 5,
  urlMaxCharacters: 2_083,
  patternsMax: 100,
  patternMaxCharacters: 1_024,
  /**
   * Steps of all patterns of a request together, as `patternSteps` estimates them; a step takes up to 1 microsecond to
   * compile.
   */
  patternStepsMax: 125_000,
  pageTimeoutMsMin: 1_000,
  pageTimeoutMsMax: 60_000,
  pageTimeoutMsDefault: 30_000,
  waitMsMax: 60_000,
  promptMaxCharacters: 16_384,
  schemaMaxBytes: 65_536,
  requestBodyMaxBytes: 256 * 1024,
  batchBodyMaxBytes: 24 * 1024 * 1024,
  /** Limits of the job requests that a process keeps in memory. */
  inputsKeptMax: 2_000,
  inputsKeptMaxCharacters: 16 * 1024 * 1024,
  inputsKeptMs: 3_600_000,
  /** Characters counted for a job with patterns in addition to its request. */
  verdictsKeptCharacters: 64 * 1024,
  headersMax: 50,
  headersMaxBytes: 8 * 1024,
  requestIdMaxCharacters: 128,
} as const

/** Limits of one HTTP exchange with a target. */
export const egressLimits = {
  dnsTimeoutMs: 5_000,
  /** How long a name server of SEINE_EGRESS_DNS may take for one query, and how often it is asked. */
  nameServerTimeoutMs: 2_000,
  nameServerTries: 2,
  /**
   * When a lookup of a name that may exist only inside the network is refused, the refusal is reported this long after
   * the start of the lookup, whatever was found; a refusal that is decided later is reported at the DNS timeout.
   */
  insideAnswerMs: 2_000,
  /** How long the addresses of the machine's interfaces, and the domains of its resolver, are cached. */
  ownAddressesMaxAgeMs: 10_000,
  machineDomainsMaxAgeMs: 60_000,
  connectTimeoutMs: 10_000,
  redirectsMax: 10,
  pageMaxDecodedBytes: 20 * 1024 * 1024,
  /**
   * Longest body in an archive of what went over the wire, as it is recorded; a longer one is cut. Default and maximum
   * of `SEINE_ARCHIVE_BODY_MAX_BYTES`.
   */
  recordedBodyMaxBytes: 20 * 1024 * 1024,
  /** Least value of `SEINE_ARCHIVE_BODY_MAX_BYTES`: answers without any body are not in the index of an archive. */
  recordedBodyMaxBytesMin: 1024,
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
  /** How long connecting to one of several addresses may take before the next one is tried. */
  connectAttemptTimeoutMs: 2_000,
  /**
   * A body that is not needed, such as that of a redirect, is read up to these limits to keep its socket; a longer or
   * slower one costs the socket.
   */
  discardedBodyMaxBytes: 64 * 1024,
  discardedBodyMaxMs: 1_000,
  /** Repeats of a request whose kept-alive socket closed before any answer. */
  staleSocketRepeatsMax: 2,
  decoderChunkBytes: 64 * 1024,
  /** Largest coded and decoded size of a body that is decoded at once on the main thread: about 2 ms. */
  decodedAtOnceCodedMaxBytes: 32 * 1024,
  decodedAtOnceMaxBytes: 512 * 1024,
  bodyBufferFirstBytes: 64 * 1024,
  /** A buffer grows to the announced length once this fraction (1 / factor) of it has arrived. */
  bodyBufferTrustFactor: 8,
  /** Bytes that all bodies of a process together read before the event loop turns. */
  bodyTurnBytes: 1024 * 1024,
} as const

/** Limits of the cookies of one attempt or session. */
export const cookieLimits = {
  /** Name and value together: sufficient for any value that fits into a caller's header. */
  cookieMaxBytes: 8 * 1024,
  jarMaxCookies: 500,
  /** Longest lifetime that a site can set, the same as in browsers: 400 days (RFC 6265bis, section 5.5). */
  lifeMaxMs: 34_560_000_000,
} as const

/** Limits of maps (the links of one site). */
export const mapLimits = {
  linksDefault: 1_000,
  /** Also the number of links kept of a site when links are searched. */
  linksMax: 100_000,
  timeoutMsMin: 1_000,
  timeoutMsMax: 300_000,
  timeoutMsDefault: 30_000,
  /** Time of a call that is reserved for ranking and writing the answer. */
  answerReserveMs: 500,
  /** Time for a start page that ran out of time to report its attempts. */
  startPageGraceMs: 100,
  searchMaxCharacters: 512,
  /** Words of a search that count. */
  searchTermsMax: 32,
  titleMaxCharacters: 300,
  descriptionMaxCharacters: 500,
  lastmodMaxCharacters: 40,
  /** All links of a site together, titles and descriptions included. */
  linksMaxCharacters: 32 * 1024 * 1024,
  cacheMaxAgeMs: 24 * 3_600_000,
  /** Longest wait for the store when the cache is read. */
  cacheReadMs: 3_000,
  /** Links in one line of a cached map. */
  linksPerLine: 500,
  /** Size of the start page as JSON; the link texts of a longer page are not read. */
  linkTextsMaxBytes: 4 * 1024 * 1024,
  /** How long ranking and writing may block the event loop. */
  turnMs: 5,
} as const

/** Limits of archives, the ledger and download links. */
export const archiveLimits = {
  uploadPartBytes: 16 * 1024 * 1024,
  /** A part has this size once for each such number of pages that the job may have, the last one begun. */
  uploadPagesPerPartSize: 250_000,
  uploadPartsInFlight: 2,
  /** First size of the buffer for the first part, which grows with its content. */
  uploadBufferFirstBytes: 64 * 1024,
  /**
   * Jobs that are finalised in one process at a time: an archive holds about 20 MB, and a hundred at once would delay
   * all of them.
   */
  archivesInFlight: 8,
  /** The same while the event loop of the process is saturated. */
  archivesInFlightMin: 2,
  /** Jobs of one page that end in a local activity in one process at a time; others use the queue of archives. */
  localEndsInFlight: 2,
  /** Jobs that a process remembers because it may end them locally. */
  localEndsKnownMax: 10_000,
  /** Pauses between tries to write one archive; after one more try the job ends without it. */
  archivePausesMs: [1_000, 5_000, 20_000],
  /**
   * Pauses between tries to finalise a job in a store that answers but refuses; after one more try the job has no
   * record.
   */
  refusalPausesMs: [5_000, 15_000, 30_000, 60_000, 120_000, 120_000],
  linkLifetimeSecsDefault: 3_600,
  retentionDaysDefault: 7,
  /** Bytes of an archive entry that are passed to the compressor at once; also the smallest piece of generated text. */
  entryPieceBytes: 64 * 1024,
  /** Level 6, the usual one, takes twice the time for output that is a seventh smaller. */
  deflateLevel: 3,
  /**
   * Until the manifest lists pages, their facts are compressed in blocks of this many pages, sorted into sections of
   * the manifest; and how many sections are readable at a time.
   */
  factsBlockPages: 64,
  factsSectionsMax: 256,
  factsSectionsRead: 4,
  /** Bytes that are hashed without a pause for other work. */
  hashPieceBytes: 1024 * 1024,
  /**
   * Values of one row group of a Parquet file, bytes before compression, unless a single page has more. A group is
   * encoded and compressed without a pause for other work, at about 15 ms per MiB.
   */
  rowGroupBytes: 2 * 1024 * 1024,
  /** What a row counts in addition to its texts, bytes: bounds the rows of a group of pages without content. */
  rowOverheadBytes: 512,
  /** Level of zstd in Parquet files. */
  parquetZstdLevel: 3,
  /** Bytes of pages that wait for their turn in a batch archive before they are written to a file. */
  spoolBufferBytes: 4 * 1024 * 1024,
  /** Such files of a process together. */
  spoolMaxBytesDefault: 1536 * 1024 * 1024,
  /** Segments, pages or screenshots that a warning about lost results names. */
  lostExamplesMax: 10,
  /** Lines in one ledger object. */
  ledgerChunkLines: 2_000,
  /** Ledger objects that one read examines at most. */
  ledgerChunksPerRead: 8,
  /** Running jobs whose frontier, and batches whose list, are kept in memory for reads of the ledger. */
  ledgerStatesKept: 2,
} as const

/** Limits of archives of what went over the wire: WARC and WACZ. */
export const wireLimits = {
  /** Records up to this size are compressed on the event loop; a thread would take longer. */
  compressedAtOnceMaxBytes: 32 * 1024,
  /** Bytes that are hashed without a pause for other work. */
  hashPieceBytes: 1024 * 1024,
  /** Compressed records that a slice collects before it stores them without waiting for the timer. */
  objectBytes: 8 * 1024 * 1024,
  /** Records of one WARC file within a WACZ file, compressed; another file begins after it. */
  fileBytes: 1024 * 1024 * 1024,
  /** Lines of an index that are sorted in memory; with more, sorted runs are stored until they are merged. */
  sortedAtOnceBytes: 4 * 1024 * 1024,
  /** Pieces in which sorted lines are stored, bytes. */
  sortedPieceBytes: 64 * 1024,
  /** Lines in one compressed block of an index. */
  linesPerBlock: 1_024,
  /** Body of a request as a query in the index. */
  requestQueryMaxCharacters: 16 * 1024,
  /** Longest URL in the index: its key is made with patterns whose time grows with the square of the length. */
  indexedUrlMaxCharacters: 8 * 1024,
  /** Text of a page in the list of pages: players hold the list in memory. */
  pageTextMaxCharacters: 32 * 1024,
  /** Bodies of all traffic of one rendered page, and longest single one, bytes after decoding. */
  pageBodiesMaxBytes: 64 * 1024 * 1024,
  pageBodyMaxBytes: 8 * 1024 * 1024,
} as const

/** Limits of calls to the object store. */
export const storeLimits = {
  /** Objects up to these sizes are compressed and decompressed synchronously, larger ones on a thread. */
  compressedAtOnceMaxBytes: 32 * 1024,
  decompressedAtOnceMaxBytes: 16 * 1024,
  decompressedAtOnceResultMaxBytes: 512 * 1024,
  /** Objects up to this size, as they state it themselves, are decompressed into one buffer. */
  decompressedInOneMaxBytes: 64 * 1024 * 1024,
  /** Keys of one listing or deletion; the S3 API allows no more. */
  keysPerCall: 1_000,
  /** Longest pause before a call without a clear answer is repeated. */
  repeatPauseMs: 100,
  /** Tries of a write that was refused because of a concurrent write, and the longest pause between them. */
  writeTries: 5,
  writePauseMs: 50,
  /**
   * Defaults and bounds of the settings `SEINE_S3_CONNECT_TIMEOUT_MS`, `SEINE_S3_SOCKET_TIMEOUT_MS`,
   * `SEINE_S3_REQUEST_TIMEOUT_MS`.
   */
  connectTimeoutMsDefault: 5_000,
  socketTimeoutMsDefault: 10_000,
  requestTimeoutMsDefault: 60_000,
  timeoutMsMin: 100,
  timeoutMsMax: 3_600_000,
  /** When a deletion has more keys than this, the store may be silent for as long as a request may take. */
  quickDeletionKeys: 50,
  /** A call that runs this much longer than its timeouts allow counts as hanging. */
  hangGraceMs: 5_000,
  /** For a key that exists for writes but not for reads: checks before it is repaired, and the pause between them. */
  halfWrittenLooks: 4,
  halfWrittenPauseMs: 250,
  /** Objects left by probes of killed processes are deleted by later probes after this long. */
  probeKeptMs: 3_600_000,
  /** Writers that compete for one key in a probe. */
  probeWriters: 4,
  /** Pause before a store that could not be probed, or did not pass, is probed again. */
  probeRetryMs: 2_000,
} as const

/** Limits of the deletion of expired jobs. */
export const retentionLimits = {
  sweepIntervalMs: 3_600_000,
  /** Expired jobs that one call of the sweep deletes at most. */
  jobsPerCallMax: 200,
  /** Folders of jobs, and tenants, that one call checks for jobs that were never finished. */
  foldersPerCallMax: 1_000,
  callsPerSweepMax: 100,
  /**
   * Days before today whose folders are kept: the greatest age of a cached page and the longest life of a link, plus
   * one.
   */
  dayFoldersKept: 8,
  /** Objects that a session has written this recently are kept, although the session does not exist. */
  sessionSettleMs: 3_600_000,
  /** Folders that are checked, and jobs that are deleted, at a time. */
  jobsInFlight: 8,
  /** Pause before the creation of a schedule is tried again. */
  scheduleRetryMs: 30_000,
  /** Interval at which each worker checks that the schedule still exists. */
  scheduleCheckMs: 600_000,
} as const

/** Limits of Temporal workers and workflows. */
export const temporalLimits = {
  maxHeartbeatThrottleIntervalMs: 1_000,
  stickyQueueTimeoutMs: 5_000,
  /**
   * Short activities of frontiers and sessions that run at a time in a process: always, and while its event loop keeps
   * up.
   */
  controlActivitiesMin: 16,
  controlActivitiesMax: 200,
  /**
   * Calls in the stack of an error of a workflow: the place where it was thrown. The SDK makes a stack for each promise
   * of a workflow; with the usual ten calls these take a quarter of the CPU of workflow code.
   */
  workflowStackCalls: 1,
  /** Workflow tasks at a time in a process, also while they wait: of too many, most take over ten seconds, in vain. */
  workflowTasksInFlight: 64,
  /** Local advances of frontiers at a time in a process, in turns of tenants. */
  localAdvancesInFlight: 8,
  /** Polls for slices that a worker has open at a time. */
  slicePolls: 4,
  /** Pause between two activity slots that are given out according to the capacity of the process. */
  slotPauseMs: 20,
  rpcDeadlineMs: 5_000,
  /** How far the clock of a worker may be from that of Temporal; by more, only the times of Temporal count. */
  clockToleranceMs: 5_000,
  /** How long before the deadline of a call the server ends a long poll without a result. */
  longPollEndsEarlyMs: 1_000,
  /** Latest timestamp that can be requested: Temporal stores nanoseconds in 64 bits. */
  timeMaxMs: 9_223_372_036_853,
  connectRetryMs: 1_000,
  activityRetryInitialMs: 1_000,
  activityRetryMaxMs: 10_000,
  sliceRetryMaxMs: 5_000,
  /** Continues as new long before the server suggests it at 4,096 events. */
  historyEventsBeforeContinueAsNew: 3_500,
  /** The same by size: the server warns at 10 MiB and ends a run at 50 MiB. */
  historyBytesBeforeContinueAsNew: 4 * 1024 * 1024,
  /** Sizes of one answer of the frontier, the memo of a run and one heartbeat of a slice, as JSON in UTF-8. */
  advanceResultMaxBytes: 64 * 1024,
  memoMaxBytes: 8 * 1024,
  heartbeatDetailsMaxBytes: 8 * 1024,
  /** How long the parent workflow lets slices flush after the server has ended its run. */
  flushGraceMs: 3_000,
  /** The same after a time budget has ended, which slices know in advance; finalising then waits for their results. */
  budgetGraceMs: 100,
  flushPollMs: 100,
  finaliseTimeoutMs: 24 * 3_600_000,
  finaliseHeartbeatTimeoutMs: 10_000,
  /**
   * A job is given up when its input has been missing in the store for this long; until then it may still be restored.
   */
  lostInputPatienceMs: 300_000,
  lostInputPollMs: 5_000,
  /** Pauses before work that met a deterministic fault is repeated; after one more fault it is given up. */
  repeatedFaultPausesMs: [1_000, 3_000],
  /**
   * Attempts at an activity that kill their worker or fail for an unknown reason before its work is reduced, and again
   * before it is given up.
   */
  faultyAttemptsPerWay: 3,
  /**
   * Consecutive attempts that may die beside other work that has died before without being counted. Such work may run
   * for hours: beyond these, the attempts count, so that work that always kills its worker is given up.
   */
  excusedBesideMax: 2,
  /** Different repeated faults of one activity that the metric counts: their names are part of its heartbeats. */
  reportedFaultsMax: 64,
  /**
   * Attempts at an activity that meet no worker with the key of a sealed text before the work is given up: while keys
   * are changed, another worker may have it.
   */
  sealAttempts: 4,
  /** How long work that has died before waits for other such work of its process, and how often it looks. */
  suspectsWaitMaxMs: 60_000,
  suspectsPollMs: 250,
  controlStartToCloseMs: 300_000,
  /** A local advance of a frontier ends with its workflow task, for which the server allows ten seconds. */
  localAdvanceMs: 4_000,
  /**
   * A first advance that starts later than this after its run may be repeated because its worker died: the server waits
   * ten seconds for a workflow task.
   */
  firstAdvanceRepeatMs: 8_000,
  /** Ending a job locally, for the same reason; a job of one page takes some tens of milliseconds. */
  localEndMs: 3_000,
  /** How long a run advances its frontier through the queue after a local advance has failed. */
  localAdvancePauseMs: 60_000,
  controlHeartbeatTimeoutMs: 5_000,
  controlHeartbeatIntervalMs: 1_000,
  /** How long a cancelled run waits for its slices to flush before it ends without them. */
  cancelFlushMs: 10_000,
  /** Smallest budget given to an activity, so that an exhausted budget still fails as a timeout. */
  budgetFloorMs: 1,
} as const

/** Limits of the gateway's own HTTP server. */
export const gatewayLimits = {
  /** Jobs that one read of the list of jobs looks at, and how many at a time. */
  jobListReadsMax: 200,
  jobListReadsAtOnce: 10,
  /** Difference of the clocks of a gateway and of Temporal up to which the duration of a job does not fall at its end. */
  clockDifferenceMaxMs: 60_000,
  keepAliveTimeoutMs: 65_000,
  headersTimeoutMs: 70_000,
  requestTimeoutMs: 300_000,
  cancelWaitMs: 5_000,
  /** Cancels of a tenant that are in progress in a gateway, and those that wait or are in progress. */
  cancelsAtOnce: 16,
  cancelQueueMax: 1_000,
  /**
   * How long the answer to a pause waits for the workflow of the job to process it: longer than the workflow takes to
   * move away from a worker that has died.
   */
  pauseWaitMs: 8_000,
  /**
   * Events in the history of a job from which on it is not paused any more. Each pause and each resume adds about ten,
   * and the server terminates a workflow with 51,200.
   */
  pauseHistoryEventsMax: 20_000,
  /** Pause between two reads of a job's status while it is being paused or resumed: the first, and the longest. */
  pausePollMs: 50,
  pausePollMsMax: 800,
  retryAfterSecs: 2,
  storeDeadlineMs: 5_000,
  apiKeysRecheckMs: 1_000,
  readyCheckMs: 2_000,
  /** How long a scrape worker may take to answer whether a proxy is configured. */
  proxyCheckMs: 2_000,
  readyCacheMs: 1_000,
  /**
   * A status is read again while the run has a workflow task that may be about to write its memo: first after this
   * long, then after twice as long each time, because a service that is slow to write has enough to do.
   */
  statusRereadFirstMs: 15,
  statusRereadBudgetMs: 300,
  /** A workflow task older than this has no worker to run it, so it is not waited for. */
  workflowTaskFreshMs: 1_000,
  /** Events of a history that are read at a time, from its end, for slices that no workflow task has counted. */
  historyTailPage: 100,
  /** How often that is tried when the history grows meanwhile. */
  historyTailTries: 3,
  /**
   * When pages have waited this long for a browser, the gateway checks for a browser worker. An idle browser worker
   * polls at least once a minute, so only an older poll counts as stale.
   */
  browserWaitMs: 5_000,
  browserPollStaleMs: 90_000,
  /** A job input that another request is writing is read again at this interval, for this long at most. */
  inputRereadIntervalMs: 25,
  inputRereadBudgetMs: 1_000,
  /** Jobs whose highest counters are remembered. */
  highWaterJobsMax: 10_000,
  /** How much of the body of a refused request is still read, so that the answer reaches the client. */
  refusedBodyDrainMs: 1_000,
  refusedBodyDrainMaxBytes: 8 * 1024 * 1024,
  /** Budget of a whole `POST /scrape`, all its attempts and waits together. */
  scrapeBudgetMsDefault: 120_000,
  /** Time of a `POST /map` in addition to its `timeout`, for returning what it found until then. */
  mapGraceMs: 5_000,
  /** How long, and for how many jobs, the answer about a finished job is reused. */
  finishedKeptMs: 1_000,
  finishedKeptJobs: 1_000,
  /** The same for lists of jobs, whose entries have no links. */
  listedKeptMs: 600_000,
  listedKeptJobs: 2_000,
  /** Jobs whose labels are remembered. */
  labelsJobsMax: 1_000,
  /** Shortest interval between reads of lists of running jobs from the workflow service, per tenant and kind. */
  activeReadIntervalMs: 1_000,
  /** Running jobs that one such read returns; the workflow service allows no more. */
  activeReadJobsMax: 1_000,
  /** A list request that would wait longer for its turn is refused. */
  activeReadWaitMaxMs: 5_000,
} as const

/** Limits of synchronous calls to a scrape worker. */
export const scrapeCallLimits = {
  callsDefault: 16,
  /** Share of the calls that maps may have. */
  mapShare: 0.5,
  /** Calls that may wait for others to end, as a multiple of the calls at a time. `queueWaitMs` limits their wait. */
  queuePerCall: 1,
  /** Calls that wait for a permit for a host without holding a slot, as a multiple of the calls at a time. */
  hostWaitsPerCall: 8,
  /** Spare slots, as a share of the calls at a time, for other tenants when one tenant has taken all slots. */
  spareShare: 0.25,
  queueWaitMs: 2_000,
  /** Wait time that a full worker suggests to its callers. */
  retryAfterSecs: 1,
  /** Timeout of storing one screenshot. */
  screenshotStoreMs: 10_000,
  /** Content of one answer, as JSON; less than callers accept from a worker. */
  contentMaxBytes: 60 * 1024 * 1024,
} as const
