/** Limits, timeouts and defaults of the gateway process. */

/** Limits of the gateway's own HTTP server. */
export const gatewayLimits = {
  /** Jobs that one read of the list of jobs looks at, and how many at a time. */
  jobListReadsMax: 200,
  jobListReadsAtOnce: 10,
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
