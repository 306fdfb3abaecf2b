/** What differs between the kinds of jobs on the wire. */
import type { JobKind } from '@seine/shared/temporal/names.ts'

/** Path under which jobs of a kind are started; the id of a job follows it. */
export const jobPaths: Record<JobKind, string> = { crawl: '/crawl', batch: '/batch/scrape' }

/** The status of a job that is neither finished nor cancelled. */
export const runningStatuses = { crawl: 'crawling', batch: 'scraping' } as const satisfies Record<JobKind, string>
