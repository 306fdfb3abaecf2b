/** Jobs that retry the failed pages of another job. */
import type { CrawlJobInput, JobInput } from '../tasks/job-input.ts'

/** `jobs/<tenant>/<id>/urls.json.zst` of a crawl that retries another: its pages, in the order of the other. */
export type RetriedPages = { url: string; depth: number }[]

/**
 * Returns true for a crawl that discovers pages. A crawl that retries the pages of another follows no links and reads
 * no sitemap.
 */
export const discovers = (input: JobInput): input is CrawlJobInput =>
  input.kind === 'crawl' && input.retry === undefined
