/** The index of the stored pages of a run: objects with a bounded number of pages each, chosen by a hash of the URL. */
import { createHash } from 'node:crypto'
import { watchLimits } from '../config/watch-limits.ts'

/** Returns the number of objects for an index of that many pages. */
export const bucketsFor = (pages: number): number => Math.ceil(pages / watchLimits.storedPagesPerBucket)

/** Returns the number of the object that has a URL, from 0. */
export const bucketOf = (url: string, buckets: number): number =>
  createHash('sha256').update(url).digest().readUInt32BE(0) % buckets

/**
 * Returns whether a run requests all pages unconditionally.
 * @param n number of the run, from 1.
 * @param plainAt number of the last completed run that did; 0: none.
 */
export const isPlainRun = (n: number, plainAt: number): boolean => n - plainAt >= watchLimits.plainRunEvery
