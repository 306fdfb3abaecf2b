/** Ids of the jobs used in the examples of the API description. */
import { eventIdOf } from '../schemas/webhook-event.ts'

const job = (id: string) => ({ id, eventId: eventIdOf(id, 1) })

export const exampleIds = {
  crawl: job('crawl-cda56183-8289-4110-8fe7-447ba7547b02'),
  batch: job('batch-3f0a1f6e-54c7-4f6b-9a53-0b8f2b6f7c11'),
  pausedCrawl: 'crawl-8b6d2f41-0d6e-4c6a-9f57-2a1c3e5d7f90',
  pausedBatch: 'batch-e4c1a9d7-6b38-4f02-8d1c-5a7e9b3f2d60',
  failedCrawl: 'crawl-1f7c2b95-3e84-4d6b-a0c9-7b5d8e2f4a13',
  failedBatch: 'batch-9a2d4c6e-8f10-4b37-95e1-c3d5f7a9b2e4',
  session: 'ses-5d1b7f6e-2c0a-4a39-9f0e-6f7a1c9d2b34',
  oldSession: 'ses-0c4e2a17-8f35-4d0b-b1de-93a7c5f60e82',
  watch: 'watch-6a1e0c58-3b7d-4f92-8e14-d05c7a9b2f36',
  oldWatch: 'watch-c90b5d2e-71f4-4a68-b3d9-2e8f6a1c4d57',
  watchRun: 'run-27d4f8b1-5c3a-8e06-9b72-f1a6d3c08e45',
  watchJob: 'crawl-84b2e6d0-9f17-8c35-a4e8-0d6b1f7c3a29',
  request: 'req-07ab3b1e-9ad5-4d38-a25c-9db4e23caf6f',
} as const
