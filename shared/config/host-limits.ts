/** What the host desk goes by: the bounds of a host over all jobs and calls. */
export const hostLimits = {
  /** Pages in flight on one host, over all jobs, calls and workers of the installation. */
  inFlightMax: 32,
  /** A host that nobody uses is forgotten after this long, unless its rest lasts longer. */
  forgetAfterMs: 60_000,
  /** A user who left a host keeps its place in the order of turns for this long. */
  userKeptMs: 2_000,
  /** How often the processes that use a host tell each other of it. */
  exchangeIntervalMs: 500,
  /** Hosts that are told of in one round trip. */
  hostsPerExchange: 200,
  /** What a process has told of itself counts for this long: several exchanges may fail. */
  entryKeptMs: 3_000,
  /** A process that has told nothing for this long is no longer counted among those of the installation. */
  processKeptMs: 10_000,
  /** What is told of a host is removed after this long without news; longer than any rest. */
  boardKeptMs: 360_000,
  /** Where others use a host with a crawl-delay, a process that joins waits this long: they have heard of it by then. */
  joinHoldMs: 600,
  /** For how long the last known parts hold while processes cannot tell each other anything. */
  partsKeptMs: 5_000,
  /** By what share of a crawl-delay a start may come late in its slot of time. */
  slotLatenessShare: 0.1,
} as const
