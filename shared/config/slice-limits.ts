/** Limits of a slice: flushing, heartbeats, stalls, and how it adapts to its hosts. */

/** One slice activity. */
export const sliceLimits = {
  segmentFlushIntervalMs: 1_000,
  segmentMaxBytes: 16 * 1024 * 1024,
  /**
   * How long a slice repeats a write while the store is unavailable before it hands back its pages, and the pause
   * between the tries.
   */
  storePatienceMs: 180_000,
  storeRetryMs: 500,
  /** Segments that are read ahead of the current one. */
  segmentsReadAhead: 2,
  /** All distinct links of a slice together; once there are more, no further page is started. */
  linksMaxCharacters: 32 * 1024 * 1024,
  /** How long the pages of a slice are checked against robots.txt before other work gets a turn. */
  gateTurnMs: 5,
  heartbeatIntervalMs: 500,
  /** A slice stops starting pages after this long, so that the frontier receives its links. */
  timeShareMs: 10_000,
  /** The same per slice that is in progress in the process, and the maximum. */
  timePerSliceMs: 600,
  timeShareMsMax: 300_000,
  /** Pages in a slice of a host with spaced starts, when fewer do not fill the usual time. */
  spacedPages: 30,
  /**
   * How long a slice that loads pages may go without a heartbeat: this per slice in progress in the process, up to the
   * maximum.
   */
  silenceLoadingPerSliceMs: 60,
  silenceLoadingMsMax: 1_500,
  /**
   * The same for a slice that waits for its hosts: this per slice in progress, if that is longer. A waiting slice sends
   * one in the `silenceBeforeStartMs` before each start.
   */
  silencePerSliceMs: 20,
  silenceBeforeStartMs: 1_000,
  /** A slice may go without a heartbeat for half of `cancelFlushMs`, in which a cancelled one has to store its pages. */
  silenceMsMax: 5_000,
  /** Share of its heartbeat timeout that a slice may go without a heartbeat at most. */
  silenceShareMax: 0.35,
  /** Share of the page slots of a process that one tenant leaves to the others. */
  spareShare: 0.125,
  /** Page slots of a process: one per this much of its memory limit, within bounds. */
  memoryPerPageBytes: 8 * 1024 * 1024,
  pageSlotsMin: 32,
  pageSlotsMax: 128,
  /** Page slots that a process gives out at its start, and the fewest while several jobs saturate its event loop. */
  pageSlotsAtFirst: 64,
  pageSlotsSaturatedMin: 2,
  /** Share of the page slots in use that remains after a window with a saturated event loop: usually, and at least. */
  pageSlotsFallShare: 0.7,
  pageSlotsFallShareMin: 0.4,
  /**
   * Increase of page slots after each event loop window with idle time while slices waited: a share, or at least this
   * many. The loop must have been busy for less than `pageSlotsGrowBusyShare` of the window.
   */
  pageSlotsGrowShare: 0.125,
  pageSlotsGrowMin: 1,
  pageSlotsGrowBusyShare: 0.9,
  /** Below this many, slots grow one by one also while the loop is busier than that, unless it is saturated. */
  pageSlotsBusyGrowMax: 8,
  /**
   * The same for a single job, which nothing waits beside: mean event loop delay of a busy loop from which on it has
   * fewer slots, the fewest, and the smallest increase.
   */
  pageSlotsLagOfOneMs: 20,
  pageSlotsMinOfOne: 6,
  pageSlotsGrowMinOfOne: 4,
  /** Slices in progress in a process: always allowed, and at most, whatever its memory. */
  slicesMin: 8,
  slicesMax: 1_000,
  /** Slices waiting for page slots beyond which a process accepts no further slice. */
  slicesQueuedMax: 32,
  /** Share of its memory beyond which a process accepts no further slice. */
  memoryShareMax: 0.8,
  /**
   * Time in addition to the attempts of a page over HTTP, so that pauses between attempts do not cut the last one
   * short.
   */
  ladderSlackMs: 10_000,
  /** Time in addition to a page's budget before the page counts as stuck and stops the heartbeats. */
  pageGraceMs: 10_000,
  /** Attempts of a slice after which the pages that were in flight are fetched one by one. */
  attemptsBeforeIsolation: 2,
  /** Attempts after which each of those pages is announced to the server before it is fetched. */
  attemptsBeforeSuspicion: 4,
  /** Times a page may be the only one in flight when its worker dies before the page is failed for it. */
  crashesAloneMax: 3,
} as const

/** Limits of how a slice adapts to its hosts and to its own process. */
export const pacingLimits = {
  /** Factor by which a host's concurrency falls when pages time out or cannot connect, once per round trip. */
  faultFallFactor: 0.5,
  /** Factor by which the pages that a slice has in flight on a host fall when the event loop is behind. */
  lagFallFactor: 0.7,
  lagFallIntervalMs: 1_000,
  /** Mean event loop delay over a window from which on it counts as behind. */
  lagBehindMs: 50,
  /**
   * Mean delay and busy share of a window from which on the event loop counts as saturated. A page, or a step of a job,
   * waits for the event loop some hundred times.
   */
  lagSaturatedMs: 8,
  busyShareSaturated: 0.95,
  lagWindowMs: 500,
  lagResolutionMs: 10,
  /** Starts that are late by up to this much do not delay those after them. */
  startLatenessMaxMs: 20,
} as const
