/**
 * Object keys of a job. Everything a job owns is below `jobs/<id>/`, so that expiry is one prefix;
 * only the mark of when that is due stands apart.
 */

const pad = (n: number, width: number): string => String(n).padStart(width, '0')

/** Every job has a folder below it. */
export const jobsPrefix = 'jobs/'

export const jobPrefix = (jobId: string): string => `${jobsPrefix}${jobId}/`

/** The request after validation, written by the gateway before the workflow starts. */
export const inputKey = (jobId: string): string => `${jobPrefix(jobId)}input.json`

/** Final status, written last by the lifecycle workflow. */
export const statusKey = (jobId: string): string => `${jobPrefix(jobId)}status.json`

/** URL list of a slice. */
export const sliceKey = (jobId: string, slice: number): string => `${jobPrefix(jobId)}slices/${pad(slice, 6)}.json.zst`

/** Outcomes and links of a slice, for the frontier. */
export const sliceResultKey = (jobId: string, slice: number): string =>
  `${jobPrefix(jobId)}slices/${pad(slice, 6)}.result.json.zst`

/** Prefix of the marks of a slice. */
export const begunPrefix = (jobId: string, slice: number): string => `${jobPrefix(jobId)}slices/${pad(slice, 6)}.begun-`

/** Which pages of a slice an attempt has begun. */
export const begunKey = (jobId: string, slice: number, attempt: number): string =>
  `${begunPrefix(jobId, slice)}${pad(attempt, 4)}`

/** Prefix of all segments of a slice. */
export const segmentPrefix = (jobId: string, slice: number): string => `${jobPrefix(jobId)}pages/${pad(slice, 6)}-`

/**
 * A segment of finished pages. The attempt is part of the name: an attempt that was given up as
 * stalled may still be writing, and must never overwrite what its successor made durable.
 */
export const segmentKey = (jobId: string, slice: number, attempt: number, index: number): string =>
  `${segmentPrefix(jobId, slice)}${pad(attempt, 4)}-${pad(index, 4)}.ndjson.zst`

/** A screenshot of a page, PNG; beside the segments, whose attempt and position it shares. */
export const screenshotKey = (jobId: string, slice: number, attempt: number, index: number): string =>
  `${jobPrefix(jobId)}pages/screenshots/${pad(slice, 6)}-${pad(attempt, 4)}-${pad(index, 4)}.png`

/** Prefix of everything the frontier of a job has stored. */
export const frontierPrefix = (jobId: string): string => `${jobPrefix(jobId)}frontier/`

/** A generation of the frontier: what changed since the one before. */
export const frontierDeltaKey = (jobId: string, generation: number): string =>
  `${frontierPrefix(jobId)}${pad(generation, 6)}.delta.json.zst`

/** The whole frontier at a generation. */
export const frontierSnapshotKey = (jobId: string, generation: number): string =>
  `${frontierPrefix(jobId)}${pad(generation, 6)}.snapshot.ndjson.zst`

/** URLs found in sitemaps, in order. */
export const discoveryKey = (jobId: string): string => `${jobPrefix(jobId)}discovery.json.zst`

/** The URLs of a batch as the caller wrote them. */
export const batchUrlsKey = (jobId: string): string => `${jobPrefix(jobId)}urls.json.zst`

/** The download for one output format: a ZIP of a crawl, JSON lines of a batch. */
export const archiveKey = (jobId: string, format: string): string =>
  `${jobPrefix(jobId)}archive/${format}.${jobId.startsWith('batch-') ? 'jsonl' : 'zip'}`

/** A part of the ledger of a finished job: JSON lines in the order of the ledger. */
export const ledgerChunkKey = (jobId: string, chunk: number): string =>
  `${jobPrefix(jobId)}ledger/${pad(chunk, 4)}.jsonl.zst`

/** Everything that has an expiry date: `expiry/<ISO date and hour>/<job id>`. */
export const expiryPrefix = 'expiry/'

/** The mark of a job that expires at `expiresAt`, ISO 8601; in key order, marks are in time order. */
export const expiryKey = (jobId: string, expiresAt: string): string =>
  `${expiryPrefix}${expiresAt.slice(0, 13)}/${jobId}`

/**
 * What is kept for days and not for a job stands in folders of days, UTC; a folder is deleted whole
 * once nothing in it can be asked for any more.
 */
export const cachePrefix = 'cache/'

/** Pictures that answers link to. */
export const screenshotsPrefix = 'screenshots/'

/** The day of a time, `2026-11-22`. @param epochMs milliseconds. */
export const dayOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)

/** A page that was loaded on a day. @param hash hex digits that say which page it is, and whose. */
export const cachedPageKey = (day: string, hash: string): string => `${cachePrefix}${day}/pages/${hash}.zst`

/** The links of a site that was looked at on a day. @param hash as for a page. */
export const cachedMapKey = (day: string, hash: string): string => `${cachePrefix}${day}/maps/${hash}.zst`

/** A screenshot that an answer of a day links to, PNG. */
export const linkedScreenshotKey = (day: string, uuid: string): string => `${screenshotsPrefix}${day}/${uuid}.png`
