/** The limits of the crawl command as values that tests may change. */
import type { crawlCommandLimits } from './crawl-limits.ts'

/** Intervals and time limits of the command; see the entries of `crawlCommandLimits`. */
export type CrawlPace = { readonly [name in keyof typeof crawlCommandLimits]: number }
