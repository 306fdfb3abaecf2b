/** Limits of server-sent events. */
export const streamLimits = {
  /** Interval at which a job with listeners is read. */
  lookIntervalMs: 1_000,
  /**
   * Reads of all jobs together; beyond it each job is read less often, down to the longest interval. A hundred reads a
   * second, with two descriptions of workflows each, took a tenth of a core of the gateway and a fifth of a core of
   * Temporal.
   */
  looksPerSecMax: 100,
  lookIntervalMaxMs: 10_000,
  /** A comment line is sent after this long without other data, so that proxies keep the connection. */
  keepAliveMs: 15_000,
  /** Reconnect delay that is sent to clients. */
  reconnectMs: 2_000,
  /** Page notes that are read at a time. */
  notesPerRead: 250,
  /** Page events that a process keeps for listeners that connect later. */
  portionsKeptBytes: 32 * 1024 * 1024,
  /** Bytes that are written to a connection at a time. */
  writeBytes: 64 * 1024,
  /** Download links older than this are created again before they are sent. */
  linksFreshMs: 60_000,
  /** A listener that accepts no data for this long is disconnected. */
  stalledMs: 60_000,
  /** The same when the process shuts down. */
  closingMs: 1_000,
  /** A stream older than this ends; its client connects again with its key, which may have been removed by then. */
  lifeMs: 3_600_000,
  /** Listeners of one process. */
  listenersMax: 2_000,
} as const
