/** Limits of the report about the service, `GET /service`. */
export const serviceLimits = {
  /** A report is used again for this long. */
  reportFreshMs: 3_000,
  /** The same for descriptions of task queues while no job runs, nothing waits in them and each has a worker. */
  emptyQueuesFreshMs: 15_000,
  /** The time that `failures` and `pages.last_hour` cover. */
  windowMs: 3_600_000,
  /** Pages are counted of jobs that were started at most this long ago. */
  jobsStartedMs: 24 * 3_600_000,
  /** The newest jobs of a tenant that are counted. */
  jobsMax: 100,
  /** Note objects of a job that are read when it is counted for the first time; an object has at most 1,000 pages. */
  noteObjectsMax: 100,
  /** Notes of a job that are read at once. */
  notesAtOnce: 1_000,
  /** Jobs whose counts are kept in memory. */
  jobsKept: 5_000,
  /** Jobs whose notes are read at the same time, for all reports. */
  jobsAtOnce: 8,
  /** Tenants that are read at the same time. */
  tenantsAtOnce: 8,
  /** How long the numbers of jobs and watches of a key are used again. */
  keyFreshMs: 2_000,
  keysKept: 10_000,
  /** A job without new pages for this long is read again only once in `quietLookMs`. */
  quietAfterMs: 300_000,
  /** How often the record of a job without new pages is looked for, too. */
  quietLookMs: 60_000,
  /** A job that ended this long ago is not read again: a slice of a cancelled job may have written a note after its end. */
  endedAfterMs: 60_000,
  /** Tenants in the report of an operator: those with running jobs, then the first ones by name. */
  tenantsMax: 50,
  /** Running jobs, the newest first, whose tenants are in such a report; Temporal lists so many at once. */
  busyTenantsJobsMax: 1_000,
  /** Failure codes in a report, the most frequent first. */
  failuresMax: 50,
  /** Workers of each kind in a report. */
  processesMax: 200,
  /** How long an answer of a worker, of Temporal or of the store is waited for. */
  deadlineMs: 2_000,
  /** How long counts of ended jobs are used again for service levels. */
  endedFreshMs: 60_000,
  /** How often the counters of running jobs are looked at for jobs that stand still. */
  idleJobsLookMs: 60_000,
  /** Jobs younger than this are not looked at: most end before. */
  idleJobMinAgeMs: 300_000,
  /** Running jobs that are looked at, the newest first; a few hundred bytes of memory each. */
  idleJobsMax: 50_000,
  /** Running jobs that Temporal lists at once, and the pause before the next ones: it answers ten lists a second. */
  idleJobsPageSize: 1_000,
  idleJobsPagePauseMs: 1_000,
  /** Idle time from which on the log names a job; the alert has the same. */
  idleJobLoggedMs: 1_800_000,
  /** How long Temporal may take to list so many. */
  idleJobsDeadlineMs: 20_000,
} as const
