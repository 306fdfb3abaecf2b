/** What reading the status of jobs needs, over an engine and a store of a test. */
import { FinishedJobs } from '../finished-jobs.ts'
import { HighWaterMarks } from '../high-water.ts'
import { JobLabels } from '../job-labels.ts'
import type { StatusPorts } from '../job-status.ts'
import { SharedReads } from '../shared-reads.ts'

/** Ports that remember nothing yet. */
export const statusPorts = ({ engine, store }: Pick<StatusPorts, 'engine' | 'store'>): StatusPorts => ({
  engine,
  store,
  marks: new HighWaterMarks(100),
  finished: new FinishedJobs(),
  reads: new SharedReads(),
  labels: new JobLabels(store, 100),
  linkLifetimeSecs: 60,
})
