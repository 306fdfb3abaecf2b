/** Limits of the forward proxy between a browser context and the network. */
export const forwardProxyLimits = {
  headerTimeoutMs: 15_000,
  headersMaxBytes: 64 * 1024,
  connectionsMax: 256,
  /** Names that are resolved at a time. */
  lookupsMax: 16,
  /** Longer than any page may take, so that a quiet WebSocket is not cut. */
  idleMs: 180_000,
  /** Bytes that one context may receive in total. */
  receivedMaxBytes: 512 * 1024 * 1024,
  /** Hosts whose refusals, failures and addresses are remembered. */
  hostsKept: 1_000,
  /** Distinct requests that are counted. */
  requestsCountedMax: 10_000,
} as const
