/** Names and addresses of jobs for all views. */
import type { JobListEntry } from '@seine/shared/api/schemas/job-list-schema.ts'
import { countText } from '../components/words.ts'

/** What views need of a job, whatever its kind. */
export type TitledJob = Pick<JobListEntry, 'id' | 'url' | 'total' | 'pending'>

/** True for a batch, by the prefix of its id. */
export const isBatch = (id: string): boolean => id.startsWith('batch-')

/** The heading of a job: the address of a crawl, the number of URLs of a batch. */
export const jobTitle = ({ id, url, total, pending }: TitledJob): string =>
  isBatch(id) ? countText(total + pending, 'URL') : url

/** Path of the API of a job, without a slash in front. */
export const jobPath = (id: string): string => `${isBatch(id) ? 'batch/scrape' : 'crawl'}/${encodeURIComponent(id)}`

/** Address of the view of a job, below `/console/`. */
export const jobView = (id: string): string => `jobs/${encodeURIComponent(id)}`

/** True while a job runs. */
export const isRunning = (status: string): boolean => status === 'crawling' || status === 'scraping'
