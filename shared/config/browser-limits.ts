/**
 * Limits, timeouts and defaults of everything that has to do with a browser, with the unit in the
 * name. What an operator may change lives in `config.ts`, which takes its defaults from this file.
 */

/** The pool: processes, contexts, slots. */
export const poolLimits = {
  /**
   * User and group of Chromium where the worker runs as root. Accounts end before 65,520 in Debian and systemd, and
   * 65,534 is `nobody`, whom others use too.
   */
  browserUid: 65_530,
  launchTimeoutMs: 20_000,
  /** How long a worker waits for the process that starts browsers elsewhere, and how often it looks. */
  hostWaitMs: 60_000,
  hostPollMs: 200,
  /** Longest line of control between the two. */
  hostLineMaxBytes: 256 * 1024,
  /** Longest answer to one command over the pipe. */
  protocolTimeoutMs: 15_000,
  /** Longest message of a browser over its pipe; the operator may set it. What a string can hold is 512 MiB. */
  messageMaxBytes: 64 * 1024 * 1024,
  messageMaxBytesMin: 32 * 1024 * 1024,
  messageMaxBytesMax: 256 * 1024 * 1024,
  /** After a message that is longer, pipes wait as long as it took to handle. */
  messageLongBytes: 1024 * 1024,
  /** Messages of one pipe that are handled in one turn of the event loop, and for how long. */
  messageTurnMax: 64,
  messageTurnMs: 10,
  contextOpenTimeoutMs: 5_000,
  /** A browser is replaced after so many contexts, so long, at so much memory, or so many crashes of pages. */
  contextsPerBrowserMax: 500,
  browserAgeMaxMs: 30 * 60_000,
  browserMemoryMaxBytes: 1024 * 1024 * 1024,
  memoryCheckIntervalMs: 10_000,
  pageCrashesMax: 2,
  pageCrashesWindowMs: 5 * 60_000,
  /** An engine that serves escalations alone is ended after so long without one. */
  idleEngineMs: 5 * 60_000,
  /** The teardown ladder: closing the context, then its targets one by one, then the process. */
  contextCloseMs: 2_000,
  targetsCloseMs: 1_000,
  browserCloseMs: 5_000,
  /** How often it is looked whether all processes of a browser have ended. */
  processPollMs: 20,
  /** What is kept of what a browser prints, for the reason why it did not start. */
  outputLinesKept: 20,
  outputLineMaxCharacters: 500,
  /** Pauses before scratch directories are tried to be removed again. */
  scratchRetriesMs: [200, 400, 800],
  relaunchBackoffMs: 500,
  relaunchBackoffMaxMs: 10_000,
  /** Longest pause before the next start that a caller waits through; beyond it the engine is unavailable. */
  relaunchWaitMaxMs: 2_000,
  /** Longest answer of an executable that is asked which browser it is. */
  versionTimeoutMs: 10_000,
  /** Memory left for everything that is no page, and what one page is reckoned at. */
  memoryReserveBytes: 300 * 1024 * 1024,
  memoryPerSlotBytes: 512 * 1024 * 1024,
  slotsPerCore: 2,
  slotsMax: 256,
  /** Callers that may wait for a slot, as a multiple of the slots: more would wait longer than their pages take. */
  queuePerSlot: 1,
  /** Captures that wait for their turn at a host without a slot, as a multiple of the slots. */
  hostWaitsPerSlot: 8,
  /** How long a synchronous call may wait for a slot: this, or a share of its own timeout. */
  queueWaitMaxMs: 2_000,
  queueWaitShare: 0.1,
  /** Slots that jobs leave to synchronous calls. */
  slotsReservedForCalls: 1,
  /** Calls that may go before a job which waits as well; then it is the job's turn. */
  callsBeforeJobMax: 8,
  /** For the self-test of one engine, its context included. */
  selfTestTimeoutMs: 20_000,
  /** For the addresses that WebRTC gathers; a browser that may not send finds none at once. */
  selfTestGatherMs: 2_000,
  /** How often readiness opens a context to see that it can. */
  checkIntervalMs: 5_000,
} as const

/** Capture of network traffic; the operator may set the first group. */
export const captureLimits = {
  responseBodyMaxBytes: 1024 * 1024,
  requestBodyMaxBytes: 256 * 1024,
  /** All bodies of one response of the API together. */
  bodiesMaxBytes: 20 * 1024 * 1024,
  /** What the operator may set: in JSON they may take twice as much, and an answer ends at 64 MiB. */
  bodiesMaxBytesMax: 24 * 1024 * 1024,
  callsMax: 1_000,
  framesPerCallMax: 200,
  frameMaxBytes: 64 * 1024,
  headersPerCallMax: 200,
  headersPerCallMaxBytes: 64 * 1024,
  /** URLs and headers of everything that one answer lists. */
  headsMaxBytes: 16 * 1024 * 1024,
  /** Requests of which anything is kept, static assets included; beyond it they are counted. */
  requestsKeptMax: 10_000,
  /** URLs and headers of all requests that are kept; requests beyond it are counted. */
  recordedHeadsMaxBytes: 32 * 1024 * 1024,
  /** Status texts, media types, names of events and the like, and URLs for which there is no room. */
  headTextMaxCharacters: 1_024,
  /** URLs of documents and scripts that are kept once for all their requests. */
  sharedUrlsMax: 64,
  /** Documents of the main frame that are listed; beyond it the last one stands for all that follow. */
  pagesKeptMax: 1_000,
  /** With more requests open than these, changes of the traffic are told once in so long. */
  openWatchedMax: 100,
  openChangeMs: 50,
  /** Requests that nothing but header events has been heard of yet. */
  unannouncedMax: 1_000,
  /** Longest line, and longest data of one event, that are held of an event stream. */
  eventMaxCharacters: 1024 * 1024,
  /** Bodies that are read from the browser at a time. */
  bodyReadsInFlight: 8,
  bodyReadTimeoutMs: 2_000,
  /** What the browser keeps of bodies for us. */
  browserBufferMaxBytes: 64 * 1024 * 1024,
  browserResourceMaxBytes: 8 * 1024 * 1024,
  /** How long the end of a capture waits for bodies that are on their way. */
  flushMs: 500,
  /** How long calls that are under way after the load may take to end when nothing else is waited for. */
  settleMs: 1_000,
  /** Without a call for so long, the page counts as having settled. */
  settleQuietMs: 50,
  /** Budget of the public call on top of `timeout` and `wait_ms`. */
  budgetExtraMs: 15_000,
  redirectsMax: 20,
  /** A host name that narrows what is listed; DNS has none that is longer. */
  filterHostMaxCharacters: 253,
} as const

/** One page in a browser. */
export const renderLimits = {
  viewportWidthPx: 1_280,
  viewportHeightPx: 720,
  screenshotMaxHeightPx: 16_384,
  screenshotTimeoutMs: 15_000,
  /** How long a full-page screenshot scrolls for lazy pictures, and waits for fonts. */
  lazyScrollMs: 3_000,
  /** The page keeps that time itself; one that does not answer so long after it is given up. */
  lazyScrollGraceMs: 500,
  fontsWaitMs: 2_000,
  /** Longest answer of a page whose fixed elements are pinned, and let go again. */
  pinTimeoutMs: 2_000,
  /** After the document is parsed, how long `load` is waited for. */
  loadCapMs: 5_000,
  /** How long a response may lag behind the error of its navigation, which comes on another session. */
  responseLagMs: 300,
  /** Pause before a document that was torn away is asked again. */
  documentRetryMs: 50,
  /** No counted request for so long is idle. */
  idleQuietMs: 500,
  idleCapMs: 10_000,
  /** A request older than this no longer keeps the page from being idle. */
  idleRequestAgeMaxMs: 5_000,
  /** A URL asked for this often is a poller. */
  idlePollerRequests: 3,
  /** How long a document may take to send the page elsewhere by itself. */
  clientRedirectMs: 500,
  clientRedirectsMax: 10,
  /** Dialogs of a page that are answered; a loop of them stands still at the next. */
  dialogsMax: 100,
  /** A meta refresh that takes longer is no redirect. */
  metaRefreshMaxMs: 5_000,
  metaRefreshMaxCharacters: 10_000,
  /** A page that computes may answer late; it is asked for the selector again after so long. */
  selectorAnswerMs: 1_000,
  /** As for captures, but longer: what a page makes of one answer may be another call after a pause. */
  settleMs: 3_000,
  settleQuietMs: 500,
  /** The same on a page that shows what its own site has answered, and nothing that is still to come. */
  settleShownMs: 250,
  /** How long a page that shows that there is more to come is waited for after its calls; with a call under way; that may show it. */
  growthMs: 3_000,
  growthSlowCallMs: 10_000,
  growthMaybeMs: 1_000,
  /** Without a change for so long, a page that was growing is done. */
  growthQuietMs: 200,
  /** The same where a stream is open: what it brings comes in several messages. */
  growthStreamQuietMs: 400,
  /** How long what a site's own call has brought may take to be shown. */
  growthAfterCallMs: 500,
  /** Text that a call has brought, when there is so much more of it. */
  growthCharacters: 100,
  growthPollMs: 50,
  growthElementsMax: 20_000,
  /** Less text than this is hardly a page. */
  fewCharacters: 200,
  contentTimeoutMs: 5_000,
  contentMaxCharacters: 20 * 1024 * 1024,
  /** A document is read in messages of so much, each character of which may take six bytes. */
  contentPieceCharacters: 2 * 1024 * 1024,
  /** Some vendors hide the refusal in a second dialog, which takes the rules three seconds of pauses. */
  consentMs: 6_000,
  /** Frames that are looked into: the main one and those it shows banners in. */
  consentFramesMax: 6,
  /** How often a frame without a banner is looked at again, 500 ms apart. */
  consentRetries: 1,
  /** For the document and a screenshot together. */
  collectMs: 20_000,
  /** Extra time that closing everything may take after the page's own time is over. */
  teardownMs: 3_000,
  /** With less time than this no attempt is begun. */
  attemptMinMs: 500,
  /** Further attempts at a rung after a crash: a page often shares its browser with the one that kills it. */
  crashRepeats: 2,
} as const

/** Pages of jobs in a browser. */
export const jobPageLimits = {
  /** Slices that a worker runs at a time: one for so many slots, and so many at least. The last pages of one slice leave slots to the next. */
  slotsPerSlice: 4,
  slicesMin: 2,
  /** Budget of one page on top of its own `timeout` and `wait_ms`, for further attempts. */
  ladderExtraMs: 60_000,
  /** How long a page may wait for a slot and its attempts before its slice counts as stuck. */
  extraMs: 180_000,
} as const

/** Actions on a page. */
export const actionLimits = {
  timeoutMsDefault: 5_000,
  /** How long `if_present` looks for its element. */
  ifPresentGraceMs: 1_000,
  holdMsDefault: 1_000,
  pollMs: 50,
  /** A try of an action without time of its own, and the least that any try gets. */
  loneTryMs: 2_000,
  tryMinMs: 50,
  /** Longest run of script in a page for one question; ends regular expressions that never would. */
  scriptMaxMs: 2_000,
  /** Longest answer to what took a press. */
  coverTimeoutMs: 1_000,
  /** Longest wait for a page to take an event of the mouse. */
  inputTimeoutMs: 1_000,
  stableFrames: 2,
  regexMaxCharacters: 1_000,
  typeDelayMs: 0,
  scrollPxDefault: 720,
  /** After an action, how long a navigation it started is given to begin. */
  navigationStartMs: 100,
} as const

/** The forward proxy between a browser context and the world. */
export const forwardProxyLimits = {
  headerTimeoutMs: 15_000,
  headersMaxBytes: 64 * 1024,
  connectionsMax: 256,
  /** Names that are looked up at a time. */
  lookupsMax: 16,
  /** Longer than any page may take: a quiet WebSocket is not cut. */
  idleMs: 180_000,
  /** Bytes one context may receive in all. */
  receivedMaxBytes: 512 * 1024 * 1024,
  /** Hosts of which refusals, failures and addresses are remembered. */
  hostsKept: 1_000,
  /** Different requests that are counted. */
  requestsCountedMax: 10_000,
} as const

/** HTTP between services and workers. */
export const workerCallLimits = {
  /** Of a task, with all that a session may have of cookies and local storage written as JSON. */
  bodyMaxBytes: 16 * 1024 * 1024,
  /** For the arrival of a task. */
  requestTimeoutMs: 30_000,
  /** How long addresses of workers are taken as found. */
  endpointsTtlMs: 2_000,
  /** Longest wait for a name server; later answers count for later calls. */
  lookupTimeoutMs: 2_000,
  connectTimeoutMs: 1_000,
  /** A worker that does not answer a call so long after its deadline is given up. */
  graceMs: 2_000,
  responseMaxBytes: 64 * 1024 * 1024,
  /** Of that, what a rendered page has beside its document and picture: attempts, headers, what actions came to. */
  renderedHeadBytes: 8 * 1024 * 1024,
  /** What a caller reads of an answer before it decides: room for all that stands before its content. */
  answerHeadBytes: 16 * 1024,
  /** JSON is written in pieces of about so much, and for so long before others have their turn. */
  jsonPieceCharacters: 256 * 1024,
  jsonTurnMs: 10,
  /** Shortest token that may stand between services on a network. */
  tokenMinCharacters: 32,
  retryAfterSecs: 1,
  /** Of a call that names no deadline. */
  budgetDefaultMs: 90_000,
} as const
