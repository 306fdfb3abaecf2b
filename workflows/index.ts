/** The workflow types of the `control` queue; the bundle starts here. */
export { batchRun } from './batch-run.ts'
export { crawlRun } from './crawl-run.ts'
export { jobLifecycle } from './job-lifecycle.ts'
export { retentionSweep } from './retention-sweep.ts'
