/** The methods of the client for a kind of job, by the id of a job. */
import type { SeineClient } from '../client.ts'
import type { JobPageEntry } from '../generated/openapi.ts'
import type { CallOptions } from '../transport.ts'
import type { WaitOptions } from '../wait-for-job.ts'
import type { ShownStatus } from './progress-line.ts'

/** Status of a job of either kind, as far as both have it. */
export type AnyStatus = ShownStatus & {
  id: string
  url: string
  total: number
  completedAt?: string | null
  error?: string | null
  warnings: string[]
  s3PresignedUrls?: Record<string, string> | null
  partialS3PresignedUrls?: Record<string, string> | null
}

/** What can be done with a job. */
export interface JobRoute {
  read: (options?: CallOptions) => Promise<AnyStatus>
  wait: (options: WaitOptions<AnyStatus>) => Promise<AnyStatus>
  pages: (query: { output?: string[] }, options?: CallOptions) => AsyncIterable<JobPageEntry>
  page: (index: number) => Promise<Pick<JobPageEntry, 'output' | 'omitted'>>
  urls: (query: { state?: string }) => AsyncIterable<{ url: string; state: string; reason?: string }>
  cancel: () => Promise<unknown>
  pause: () => Promise<AnyStatus>
  resume: () => Promise<AnyStatus>
  retry: () => Promise<{ id: string }>
  archive: (format: string) => Promise<Response>
}

/** Returns the methods for a job. @param id begins with the kind of the job. */
export function jobRoute(seine: SeineClient, id: string): JobRoute {
  if (id.startsWith('batch-')) {
    return {
      read: (options) => seine.readBatch(id, options),
      wait: (options) => seine.waitForBatch(id, options),
      pages: (query, options) => seine.batchPages(id, query as object, options),
      page: (index) => seine.batchPage(id, index),
      urls: (query) => seine.batchUrls(id, query as object),
      cancel: () => seine.cancelBatch(id),
      pause: () => seine.pauseBatch(id),
      resume: () => seine.resumeBatch(id),
      retry: () => seine.retryBatch(id),
      archive: (format) => seine.batchArchive(id, format),
    }
  }
  return {
    read: (options) => seine.readCrawl(id, options),
    wait: (options) => seine.waitForCrawl(id, options),
    pages: (query, options) => seine.crawlPages(id, query as object, options),
    page: (index) => seine.crawlPage(id, index),
    urls: (query) => seine.crawlUrls(id, query as object),
    cancel: () => seine.cancelCrawl(id),
    pause: () => seine.pauseCrawl(id),
    resume: () => seine.resumeCrawl(id),
    retry: () => seine.retryCrawl(id),
    archive: (format) => seine.crawlArchive(id, format),
  }
}
