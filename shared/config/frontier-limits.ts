/**
 * Limits of the frontier: its size, how slices are cut, how hosts are paced, crawler traps, robots.txt and sitemaps.
 */

/** Limits of the frontier's size, of slices and of the pacing of hosts. */
export const frontierLimits = {
  /** Ledger entries kept by URL; URLs beyond it are only counted per state. */
  entriesMax: 100_000,
  /**
   * Pages to fetch that are kept even beyond `entriesMax`, as a multiple of the job's limit; but no more than
   * `pagesBeyondLimitMax` in addition to the limit, because the frontier is in memory. Sitemap URLs have the same
   * bound.
   */
  pagesPerLimit: 5,
  pagesBeyondLimitMax: 200_000,
  /** URLs beyond the ledger that are remembered by a fingerprint, so that each is counted once. */
  fingerprintsMax: 1_000_000,
  /** Distinct links of one page that are kept; further ones are only counted. */
  linksPerPageMax: 100_000,
  /** Links whose paths are matched together, and links of pages that are merged without a pause for other work. */
  linksPerTurn: 2_000,
  /** Links after which the clock is read; reading it costs about as much as a link that is known. */
  linksPerClockCheck: 64,
  /** Dedupe keys of links that are kept during an advance. */
  keysKeptMax: 50_000,
  /** URLs that an advance may have to process when it runs as a local activity: about 0.2 s of CPU. */
  localAdvanceLinksMax: 20_000,
  /** URLs of closed families that are set aside without a pause for other work. */
  closedPerTurn: 500,
  /** Entries written, read or closed without a pause for other work. */
  entriesPerTurn: 1_000,
  pathSegmentsMax: 20,
  pathSegmentRepeatsMax: 2,
  /** Pages of a slice of a crawl at most. A slice costs the same CPU whatever its size. */
  slicePagesMax: 250,
  /** The same for a batch, whose slices are what its concurrency grows by. */
  batchSlicePagesMax: 100,
  /** Pages that are not divided among slices while another slice of their host is in progress. */
  slicePagesMin: 50,
  /** A host's next slice may be this many times as large as the number of pages it has finished. */
  sliceGrowthFactor: 4,
  slicesPerHostMax: 2,
  /** The same for the browser lane: its slices are small, because a page takes seconds. */
  browserSlicePagesMax: 25,
  /** Most hosts in one slice of a batch. */
  hostsPerSliceMax: 32,
  /** Pages that a job has in flight on one host: initially, and at most. */
  hostConcurrencyStart: 8,
  hostConcurrencyMax: 32,
  /** Pages that one slice has in flight at most, over all its hosts. */
  sliceConcurrencyMax: 32,
  /** After a host has throttled, it is asked at this share of the rate that it has sustained. */
  rateSafetyShare: 0.9,
  /**
   * Per second of work, a learned rate is raised by this number divided by the seconds of the last pause, as a share of
   * itself; the share is bounded by `rateRaiseMinPerSec` and `rateRaiseMaxPerSec`.
   */
  rateRaisePerPause: 0.15,
  /** The same while the rate is based on fewer answers than `rateAnswersMin`. */
  rateSearchPerPause: 0.5,
  rateAnswersMin: 15,
  rateRaiseMinPerSec: 0.005,
  rateRaiseMaxPerSec: 0.5,
  /** Least share of a learned rate that is kept when the host throttles again, and when it only refuses. */
  rateFallFactor: 0.8,
  rateRefusedFactor: 0.5,
  windowSlices: 16,
  /** Jobs of at most this many pages run inside the workflow of the job, without a workflow for their run. */
  pagesWithoutRun: 1,
  /** Slices of the browser lane among them while HTTP pages wait too. */
  windowBrowserSlices: 8,
  /** No snapshot is written for deltas smaller than this, bytes. */
  snapshotDeltasMinBytes: 512 * 1024,
  /** Jobs whose frontier a process keeps in memory; an empty one takes 5 kB. */
  statesKeptMax: 2_000,
  /** URLs of all frontiers in a process's memory together, and the most that one of them counts for. */
  entriesKeptMax: 300_000,
  entriesCountedMax: 150_000,
  /** How long finished slices wait for an older unfinished slice before they are merged out of order. */
  mergePatienceMs: 12_000,
  /** Pauses before a missing result of a finished slice is read again; after the last one it is rebuilt. */
  lostResultPausesMs: [200, 800, 2_000],
  pageAttemptsMax: 3,
  /** Pauses before the second and the third attempt. */
  retryBackoffMs: [1_000, 4_000],
  /** Pauses before another attempt vary randomly by this share in both directions. */
  retryJitterShare: 0.25,
  dnsRetryBackoffMs: 5_000,
  /** Retries of a host that are due within this time of the first one go into one slice. */
  retryGatherMs: 500,
  throttleBackoffMs: 2_000,
  throttleBackoffMaxMs: 60_000,
  retryAfterMaxMs: 300_000,
  hostStallSecsDefault: 900,
} as const

/** Limits of families of similar URLs, and when a family is no longer followed. */
export const trapLimits = {
  /** Pages that a family may load at first, before their content decides about more. */
  familyFreePages: 10,
  /** Factor by which this number grows for a family with enough new content. */
  familyTierFactor: 5,
  /** Share of a tier's pages that must have new content. */
  familyNewsShare: 0.2,
  /**
   * Consecutive pages without new content that close a family, whatever it had before; a family with much new content
   * gets more.
   */
  familyDryPages: 50,
  /** Hops from number to number that a numbered family may continue after its last new content. */
  numberedHopsWithoutNews: 50,
  /** Hashes of a sketch that must be new to the family for the page to have new content. */
  newHashesMin: 2,
  /** Hashes of a sketch. */
  sketchHashesMax: 16,
  /** Images of a page that count in its sketch. */
  sketchPicturesMax: 3,
  /** Words of a page that its sketch uses. */
  sketchWordsMax: 2_000,
  familiesMax: 20_000,
  /** URLs whose family is cached, so that it is not determined from the URL again. */
  familyUrlsKept: 20_000,
  /**
   * Pages with new content after which links into a family count as new content; the first page of any family has some.
   */
  provenNewsMin: 3,
  /** Hashes remembered for all families of a job, 16 bytes each. */
  familyHashesMax: 262_144,
  /** Consecutive pages that repeat their parent before links below them are refused. */
  nestedRepeatsMax: 2,
  /** Pages whose text is remembered to detect repeats. */
  nestedPagesMax: 50_000,
} as const
