/** Limits of a slice: flushing, heartbeats, stalls, and how it adapts to its hosts. */

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
  /** How long a slice that loads pages is without a heartbeat for each slice under way, and at most. */
  silenceLoadingPerSliceMs: 60,
  silenceLoadingMsMax: 1_500,
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
  pageSlotsMax: 128,
  /**
   * Mean delay of the event loop from which on a process gives out fewer page slots. A page, and a step of a job, wait
   * for the loop some hundred times.
   */
  pageSlotsLagMs: 20,
  /** Page slots that a process gives out when it starts, and the fewest while its event loop is late. */
  pageSlotsAtFirst: 64,
  pageSlotsBehindMin: 6,
  /** How many more it gives out after each window of the event loop that was in time while slices waited: a share, or this many. */
  pageSlotsGrowShare: 0.125,
  pageSlotsGrowMin: 4,
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
