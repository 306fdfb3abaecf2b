/** What callers' patterns may cost: when they are read, and while they run. */

/** What it may cost to match callers' patterns. A step takes 2 to 5 ns; `PatternMatcher` counts them. */
export const patternLimits = {
  /** Instructions of all patterns of a request that one character can be held against, as `patternWidth` counts them. */
  widthMax: 20_000,
  /** The same of one pattern that is searched in a URL on the event loop: `url_pattern` of a session. */
  urlPatternWidthMax: 800,
  /** Steps that compiling such a pattern may take, as `patternSteps` estimates them. */
  urlPatternStepsMax: 10_000,
  /** Steps that compiling the lists of a request may take where calls are served; dearer ones go to a thread. */
  loopStepsMax: 5_000,
  /** Steps that the patterns of a job may take at first, and more for every URL that is matched. */
  stepsAtFirst: 60_000_000,
  stepsPerText: 60_000,
  /** Steps that are taken at a stretch before other jobs have their turn. */
  stepsPerTurn: 4_000_000,
  /** Steps that one pattern of a schema may take at first, and more for every text beside those for its length. */
  schemaStepsAtFirst: 20_000_000,
  schemaStepsPerText: 10_000,
  /** Steps of a `url_pattern` in one URL; what `urlPatternWidthMax` admits stays below. */
  urlStepsMax: 14_000_000,
  /** Steps of a `url_pattern` in all URLs of one capture. */
  captureStepsMax: 30_000_000,
  /** What an automaton may take in memory: those of a list together, but each pattern at least so much. */
  memoryMaxBytes: 8 * 1024 * 1024,
  memoryPerPatternMinBytes: 64 * 1024,
  /** Lists of jobs that the pattern thread keeps compiled. */
  listsKept: 16,
  /** Texts that go to the pattern thread at once. */
  textsPerCall: 1_000,
  /** CPU time of one call of the pattern thread, compiling included; it is ended beyond. */
  callBudgetMs: 10_000,
  threadHeapMaxMb: 256,
  threadIdleMs: 30_000,
} as const
