/** Differences between the kinds of jobs in the API. */
import type { JobKind } from '@seine/shared/temporal/names.ts'

/** Path under which jobs of a kind are started; a job's own path adds its id. */
export const jobPaths: Record<JobKind, string> = { crawl: '/crawl', batch: '/batch/scrape' }

/** The status of a job that is neither finished nor cancelled. */
export const runningStatuses = { crawl: 'crawling', batch: 'scraping' } as const satisfies Record<JobKind, string>
