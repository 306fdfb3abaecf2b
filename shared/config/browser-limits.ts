/**
 * Limits, timeouts and defaults of everything that has to do with a browser, with the unit in the name. Settings that
 * an operator may change are in `config.ts`, which takes their defaults from this file.
 */

/** The pool: processes, contexts, slots. */
export const poolLimits = {
  /**
   * User and group of Chromium when the worker runs as root. Accounts end before 65,520 in Debian and systemd, and
   * 65,534 is `nobody`, which other programs use too.
   */
  browserUid: 65_530,
  launchTimeoutMs: 20_000,
  /**
   * How long a worker waits for the process that runs Chromium in another container, and the interval of its checks.
   */
  hostWaitMs: 60_000,
  hostPollMs: 200,
  /** Longest line on the control connection between the two. */
  hostLineMaxBytes: 256 * 1024,
  /**
   * Longest wait for the answer to one command over the pipe. Chromium answers `Page.navigate` only when the head of
   * the document has arrived, so this is longer than any page may take; every wait has a shorter limit of its own.
   */
  protocolTimeoutMs: 120_000,
  /**
   * Longest message that a browser may send over its pipe; the operator may change it. A string can hold at most 512
   * MiB.
   */
  messageMaxBytes: 64 * 1024 * 1024,
  messageMaxBytesMin: 32 * 1024 * 1024,
  messageMaxBytesMax: 256 * 1024 * 1024,
  /** After a longer message, the pipe waits as long as handling it took. */
  messageLongBytes: 1024 * 1024,
  /** Messages of one pipe that are handled in one turn of the event loop, and the longest time for them. */
  messageTurnMax: 64,
  messageTurnMs: 10,
  contextOpenTimeoutMs: 5_000,
  /**
   * A browser is replaced after this many contexts, at this age, at this memory size, or after this many page crashes
   * in the window.
   */
  contextsPerBrowserMax: 500,
  browserAgeMaxMs: 30 * 60_000,
  browserMemoryMaxBytes: 1024 * 1024 * 1024,
  memoryCheckIntervalMs: 10_000,
  pageCrashesMax: 2,
  pageCrashesWindowMs: 5 * 60_000,
  /** An engine that only serves escalations is ended after this long without one. */
  idleEngineMs: 5 * 60_000,
  /** Timeouts of the teardown steps: closing the context, then its targets one by one, then the process. */
  contextCloseMs: 2_000,
  targetsCloseMs: 1_000,
  browserCloseMs: 5_000,
  /** Interval of checks whether all processes of a browser have ended. */
  processPollMs: 20,
  /** Output of a browser that is kept to explain why it did not start. */
  outputLinesKept: 20,
  outputLineMaxCharacters: 500,
  /** Pauses between attempts to remove scratch directories. */
  scratchRetriesMs: [200, 400, 800],
  relaunchBackoffMs: 500,
  relaunchBackoffMaxMs: 10_000,
  /**
   * Longest pause before the next start that a caller waits for; when the pause is longer, the engine is unavailable.
   */
  relaunchWaitMaxMs: 2_000,
  /** Longest wait for an executable to print its browser version. */
  versionTimeoutMs: 10_000,
  /** Memory reserved for everything other than pages, and the estimate for one page. */
  memoryReserveBytes: 300 * 1024 * 1024,
  memoryPerSlotBytes: 512 * 1024 * 1024,
  slotsPerCore: 2,
  slotsMax: 256,
  /**
   * Callers that may wait for a slot, as a multiple of the slots: more callers would wait longer than their pages take.
   */
  queuePerSlot: 1,
  /** Captures that wait for a permit for a host without holding a slot, as a multiple of the slots. */
  hostWaitsPerSlot: 8,
  /**
   * Longest wait of a synchronous call for a slot: this time or this share of the call's own timeout, whichever is
   * shorter.
   */
  queueWaitMaxMs: 2_000,
  queueWaitShare: 0.1,
  /** Slots that jobs leave free for synchronous calls. */
  slotsReservedForCalls: 1,
  /** Number of calls that may go ahead of a waiting job; then it is the job's turn. */
  callsBeforeJobMax: 8,
  /** Timeout of the self-test of one engine, its context included. */
  selfTestTimeoutMs: 20_000,
  /** Time for gathering WebRTC addresses; a browser that may not send any finds none at once. */
  selfTestGatherMs: 2_000,
  /** Interval at which readiness checks open a context. */
  checkIntervalMs: 5_000,
} as const

/** Limits of network captures; the operator may change the first group. */
export const captureLimits = {
  responseBodyMaxBytes: 1024 * 1024,
  requestBodyMaxBytes: 256 * 1024,
  /** All bodies of one API response together. */
  bodiesMaxBytes: 20 * 1024 * 1024,
  /** Upper bound of the setting: bodies may take twice their size in JSON, and an answer is at most 64 MiB. */
  bodiesMaxBytesMax: 24 * 1024 * 1024,
  callsMax: 1_000,
  framesPerCallMax: 200,
  frameMaxBytes: 64 * 1024,
  headersPerCallMax: 200,
  headersPerCallMaxBytes: 64 * 1024,
  /** URLs and headers of everything listed in one answer. */
  headsMaxBytes: 16 * 1024 * 1024,
  /** Requests that are recorded at all, static assets included; further ones are only counted. */
  requestsKeptMax: 10_000,
  /** URLs and headers of all recorded requests together; requests beyond it are only counted. */
  recordedHeadsMaxBytes: 32 * 1024 * 1024,
  /** Status texts, media types, event names and similar texts, and URLs for which there is no room in full. */
  headTextMaxCharacters: 1_024,
  /** URLs of documents and scripts that are stored once for all their requests. */
  sharedUrlsMax: 64,
  /** Documents of the main frame that are listed; beyond it each further one replaces the last entry. */
  pagesKeptMax: 1_000,
  /** With more open requests than this, changes of the traffic are reported at most once per interval. */
  openWatchedMax: 100,
  openChangeMs: 50,
  /** Requests of which only header events have arrived so far. */
  unannouncedMax: 1_000,
  /** Longest line, and longest data of one event, that are kept of an event stream. */
  eventMaxCharacters: 1024 * 1024,
  /** Bodies that are read from the browser at a time. */
  bodyReadsInFlight: 8,
  bodyReadTimeoutMs: 2_000,
  /** Size of the body buffers inside the browser: in total and per resource. */
  browserBufferMaxBytes: 64 * 1024 * 1024,
  browserResourceMaxBytes: 8 * 1024 * 1024,
  /** How long the end of a capture waits for bodies in transit. */
  flushMs: 500,
  /** How long calls in flight after the load may take to finish when nothing else is waited for. */
  settleMs: 1_000,
  /** A page counts as settled after this long without a call. */
  settleQuietMs: 50,
  /** Budget of the public call in addition to `timeout` and `wait_ms`. */
  budgetExtraMs: 15_000,
  redirectsMax: 20,
  /** Longest host name in a filter; DNS has no longer names. */
  filterHostMaxCharacters: 253,
} as const

/** One page in a browser. */
export const renderLimits = {
  viewportWidthPx: 1_280,
  viewportHeightPx: 720,
  screenshotMaxHeightPx: 16_384,
  screenshotTimeoutMs: 15_000,
  /** How long a full-page screenshot scrolls to load lazy images, and waits for fonts. */
  lazyScrollMs: 3_000,
  /** The page measures that time itself; a page that does not answer within this extra time is given up. */
  lazyScrollGraceMs: 500,
  fontsWaitMs: 2_000,
  /** Longest wait for a page to pin its fixed elements, and to release them. */
  pinTimeoutMs: 2_000,
  /** How long to wait for the `load` event after the document is parsed. */
  loadCapMs: 5_000,
  /** How long a response may arrive after the error of its navigation, because it comes on another session. */
  responseLagMs: 300,
  /** Pause before a document is queried again after a navigation has torn it down. */
  documentRetryMs: 50,
  /** The network counts as idle after this long without a counted request. */
  idleQuietMs: 500,
  idleCapMs: 10_000,
  /** A request older than this does not keep the network from being idle. */
  idleRequestAgeMaxMs: 5_000,
  /** A URL that is requested this often counts as polled. */
  idlePollerRequests: 3,
  /** How long a document may take to redirect the page by itself. */
  clientRedirectMs: 500,
  clientRedirectsMax: 10,
  /** Dialogs of a page that are answered; a page that shows them in a loop stays blocked at the next one. */
  dialogsMax: 100,
  /** A meta refresh with a longer delay does not count as a redirect. */
  metaRefreshMaxMs: 5_000,
  metaRefreshMaxCharacters: 10_000,
  /** A busy page may answer late; it is asked for the selector again after this time. */
  selectorAnswerMs: 1_000,
  /** As for captures, but longer: a page may react to one answer with another call after a pause. */
  settleMs: 3_000,
  settleQuietMs: 500,
  /** The same for a page that already shows the answer of its own site and announces no more content. */
  settleShownMs: 250,
  /** The longest of these pauses for a page without timers, streams, frames, workers and signs of more content. */
  settleStillMs: 100,
  /** A timer with a longer delay is not waited for. */
  timerDelayMaxMs: 1_000,
  /**
   * How long to wait for more content: after the calls of a page that announces more, while a call of such a page is in
   * flight (in addition to `settleMs`), and when a page may announce more.
   */
  growthMs: 3_000,
  growthSlowCallMs: 10_000,
  growthMaybeMs: 1_000,
  /** A growing page is done after this long without a change. */
  growthQuietMs: 200,
  /** The same while a stream is open: its data arrives in several messages. */
  growthStreamQuietMs: 400,
  /** How long a page may take to show the result of its site's own call. */
  growthAfterCallMs: 500,
  /** At least this much more text counts as the result of a call. */
  growthCharacters: 100,
  growthPollMs: 50,
  growthElementsMax: 20_000,
  /** A page with less text than this has hardly any content. */
  fewCharacters: 200,
  contentTimeoutMs: 5_000,
  contentMaxCharacters: 20 * 1024 * 1024,
  /** A document is read in pieces of this size; each character may take six bytes in a message. */
  contentPieceCharacters: 2 * 1024 * 1024,
  /**
   * Time for consent rules. Some vendors hide the refusal in a second dialog, for which the rules pause three seconds.
   */
  consentMs: 6_000,
  /** Frames that are checked for banners: the main frame and those in which it shows them. */
  consentFramesMax: 6,
  /** How often a frame without a banner is checked again, 500 ms apart. */
  consentRetries: 1,
  /** Timeout of reading the document and taking a screenshot together. */
  collectMs: 20_000,
  /** Additional time for closing everything after the page's own time has ended. */
  teardownMs: 3_000,
  /** No attempt starts with less time left than this. */
  attemptMinMs: 500,
  /** Further attempts at a rung of the ladder after the renderer of the page crashed: it probably crashes again. */
  pageCrashRepeats: 1,
  /**
   * Further attempts at a rung of the ladder after the browser was lost: a page often shares its browser with the page
   * that crashed it.
   */
  browserCrashRepeats: 2,
} as const

/** Limits of pages of jobs in a browser. */
export const jobPageLimits = {
  /**
   * Slices that a worker runs at a time: one per this many slots, and at least the minimum. While the last pages of one
   * slice load, the next one uses the free slots.
   */
  slotsPerSlice: 4,
  slicesMin: 2,
  /** Budget of one page in addition to its own `timeout` and `wait_ms`, for further attempts. */
  ladderExtraMs: 60_000,
  /** Time a page may take for waiting for a slot and for its attempts before its slice counts as stuck. */
  extraMs: 180_000,
} as const

/** Actions on a page. */
export const actionLimits = {
  timeoutMsDefault: 5_000,
  /** How long `if_present` looks for its element. */
  ifPresentGraceMs: 1_000,
  holdMsDefault: 1_000,
  pollMs: 50,
  /** Longest try of an action without a timeout of its own, and the shortest time that any try gets. */
  loneTryMs: 2_000,
  tryMinMs: 50,
  /** Longest run of a script in a page for one query; ends regular expressions that would never finish. */
  scriptMaxMs: 2_000,
  /** Longest wait for the answer which element took a press. */
  coverTimeoutMs: 1_000,
  /** Longest wait for a page to process a mouse event. */
  inputTimeoutMs: 1_000,
  stableFrames: 2,
  regexMaxCharacters: 1_000,
  typeDelayMs: 0,
  scrollPxDefault: 720,
  /** After an action, how long to wait for a navigation that it may have started. */
  navigationStartMs: 100,
} as const

/** Limits of HTTP calls between services and workers. */
export const workerCallLimits = {
  /** Longest body of a task, with the largest cookies and local storage of a session written as JSON. */
  bodyMaxBytes: 16 * 1024 * 1024,
  /** Timeout for receiving a task. */
  requestTimeoutMs: 30_000,
  /** How long resolved addresses of workers are reused. */
  endpointsTtlMs: 2_000,
  /** Longest wait for a name server; a later answer is used for later calls. */
  lookupTimeoutMs: 2_000,
  connectTimeoutMs: 1_000,
  /** Pause between two looks at the files with certificates. */
  certificateCheckMs: 10_000,
  /** A worker that has not answered a call this long after its deadline is given up. */
  graceMs: 2_000,
  responseMaxBytes: 64 * 1024 * 1024,
  /**
   * Part of that for what a rendered page has besides its document and screenshot: attempts, headers, results of
   * actions.
   */
  renderedHeadBytes: 8 * 1024 * 1024,
  /**
   * Part of an answer that a caller reads before it decides how to continue: enough for everything before the content.
   */
  answerHeadBytes: 16 * 1024,
  /** JSON is written in pieces of about this size; after this time, other work gets a turn. */
  jsonPieceCharacters: 256 * 1024,
  jsonTurnMs: 10,
  /** Shortest token that services may use on a network. */
  tokenMinCharacters: 32,
  retryAfterSecs: 1,
  /** Budget of a call without a deadline. */
  budgetDefaultMs: 90_000,
} as const
