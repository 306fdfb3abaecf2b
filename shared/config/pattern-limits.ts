/** Cost limits of callers' patterns: when they are compiled and while they run. */

/** Cost limits of matching callers' patterns. A step takes 2 to 5 ns; `PatternMatcher` counts the steps. */
export const patternLimits = {
  /**
   * Instructions of all patterns of a request that one character may be compared with, as `patternWidth` counts them.
   */
  widthMax: 20_000,
  /** The same for one pattern that is searched in a URL on the event loop: `url_pattern` of a session. */
  urlPatternWidthMax: 800,
  /** Compile steps of such a pattern, as `patternSteps` estimates them. */
  urlPatternStepsMax: 10_000,
  /** Compile steps of the lists of a request in a process that serves calls; more expensive lists go to a thread. */
  loopStepsMax: 5_000,
  /** Steps that the patterns of a job may take initially, and in addition for every URL that is matched. */
  stepsAtFirst: 60_000_000,
  stepsPerText: 60_000,
  /**
   * Steps that the `ignore_patterns` of a watch may take in a run initially, in addition for every page, and in one line
   * of a page.
   */
  watchStepsAtFirst: 600_000_000,
  watchStepsPerPage: 60_000_000,
  watchStepsPerLine: 60_000_000,
  /** Steps that are run before other jobs get a turn. */
  stepsPerTurn: 4_000_000,
  /**
   * Steps that one pattern of a schema may take initially, and in addition for every text, besides those for its
   * length.
   */
  schemaStepsAtFirst: 20_000_000,
  schemaStepsPerText: 10_000,
  /** Steps of a `url_pattern` in one URL; patterns that `urlPatternWidthMax` admits stay below. */
  urlStepsMax: 14_000_000,
  /** Steps of a `url_pattern` in all URLs of one capture. */
  captureStepsMax: 30_000_000,
  /** Memory of automata: of all in a list together, but at least this much per pattern. */
  memoryMaxBytes: 8 * 1024 * 1024,
  memoryPerPatternMinBytes: 64 * 1024,
  /** Lists of jobs that the pattern thread keeps compiled. */
  listsKept: 16,
  /** Texts that are sent to the pattern thread at once. */
  textsPerCall: 1_000,
  /** CPU time of one call of the pattern thread, compiling included; the thread is ended beyond it. */
  callBudgetMs: 10_000,
  threadHeapMaxMb: 256,
  threadIdleMs: 30_000,
} as const
