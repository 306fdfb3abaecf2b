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
  /** Requests of jobs that a process keeps in memory. */
  inputsKeptMax: 2_000,
  inputsKeptMaxCharacters: 16 * 1024 * 1024,
  inputsKeptMs: 3_600_000,
  /** Counted for a job with patterns on top of its request. */
  verdictsKeptCharacters: 64 * 1024,
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

/** Pages that are kept for requests that take one of some age. */
export const pageCacheLimits = {
  /** A longer page is loaded anew each time. */
  pageMaxBytes: 5 * 1024 * 1024,
} as const

/** Archives, the ledger and download links. */
export const archiveLimits = {
  uploadPartBytes: 16 * 1024 * 1024,
  uploadPartsInFlight: 2,
  /** Ends of jobs in one process at a time: an archive holds some 20 MB, and a hundred at once would end none for long. */
  archivesInFlight: 8,
  /** The same while the event loop of the process is behind. */
  archivesInFlightMin: 2,
  /** Pauses between tries at one archive; after one try more the job ends without it. */
  archivePausesMs: [1_000, 5_000, 20_000],
  /** Pauses between tries at the end of a job in a store that answers and refuses; after one try more it has no record. */
  refusalPausesMs: [5_000, 15_000, 30_000, 60_000, 120_000, 120_000],
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
  /** Objects up to this size are compressed and decompressed at once, larger ones on a thread. */
  compressedAtOnceMaxBytes: 32 * 1024,
  decompressedAtOnceMaxBytes: 16 * 1024,
  decompressedAtOnceResultMaxBytes: 512 * 1024,
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
  /** Steps of workflows at a time in a process; one that waits for a local activity keeps its slot. */
  workflowTasksInFlight: 500,
  /** Local advances of frontiers at a time in a process, in turns of tenants. */
  localAdvancesInFlight: 8,
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
  /** Cancels of a tenant that are under way in a gateway, and those that wait or are under way. */
  cancelsAtOnce: 16,
  cancelLineMax: 1_000,
  /** How long the answer to a pause waits for the workflow of the job to take it up: longer than for the worker of it that has died. */
  pauseWaitMs: 8_000,
  /** Pause between two reads of a job's status while it is being paused or resumed: the first, and the longest. */
  pausePollMs: 50,
  pausePollMsMax: 800,
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
  /** Calls that wait for their turn at a host without a slot, as a multiple of the calls at a time. */
  hostWaitsPerCall: 8,
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
