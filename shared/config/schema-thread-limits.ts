/** Limits of the threads that compile callers' schemas and check values against them. */
export const schemaThreadLimits = {
  /** Threads of one process. */
  threads: 1,
  /** CPU time of one schema, and wall time, which can be much longer on a busy machine. */
  taskBudgetMs: 1_000,
  taskWallMs: 20_000,
  /** Tasks that wait for a thread: of one tenant, and of all tenants together. */
  waitingPerTenantMax: 16,
  waitingMax: 128,
  /** Wait time suggested to a caller whose tenant has too many tasks waiting. */
  retryAfterSecs: 2,
  /** Heap and buffers of a thread while it works on one schema; a thread that exceeds it is ended. */
  memoryMaxMb: 192,
  /** Old generation limit of V8 itself. */
  heapMaxMb: 512,
  /** A thread without work is ended after this long. */
  idleMs: 60_000,
  /** Verdicts on schemas that a process remembers. */
  verdictsKept: 2_000,
} as const
