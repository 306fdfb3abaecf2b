/** Where the jobs of the Firecrawl wire form are. */
import type { JobKind } from '../temporal/names.ts'

/** Paths of the kinds of jobs; a job's own path adds its id. */
export const wireJobPaths: Record<JobKind, string> = { crawl: '/v2/crawl', batch: '/v2/batch/scrape' }
