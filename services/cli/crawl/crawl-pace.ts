/** The limits of the crawl command as values that tests may change. */
import type { crawlCommandLimits } from '@seine/shared/config/tool-limits.ts'

/** How fast and how long the command tries; see the entries of `crawlCommandLimits`. */
export type CrawlPace = { readonly [name in keyof typeof crawlCommandLimits]: number }
