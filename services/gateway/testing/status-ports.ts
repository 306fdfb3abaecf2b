/** The ports for reading job statuses, over an engine and a store of a test. */
import { FinishedJobs } from '../jobs/finished-jobs.ts'
import { HighWaterMarks } from '../jobs/high-water.ts'
import { JobLabels } from '../jobs/job-labels.ts'
import type { StatusPorts } from '../jobs/job-status.ts'
import { SharedReads } from '../jobs/shared-reads.ts'

/** Returns ports with empty caches. */
export const statusPorts = ({ engine, store }: Pick<StatusPorts, 'engine' | 'store'>): StatusPorts => ({
  engine,
  store,
  marks: new HighWaterMarks(100),
  finished: new FinishedJobs(),
  reads: new SharedReads(),
  labels: new JobLabels(store, 100),
  linkLifetimeSecs: 60,
})
