/** Which job, and whose. A job is never looked up by its id alone. */
export interface JobRef {
  tenant: string
  /** `crawl-<uuid>` or `batch-<uuid>`. */
  id: string
}

/** The job that the input of a workflow or an activity is about. */
export const jobOf = ({ jobId, tenant }: { jobId: string; tenant: string }): JobRef => ({ tenant, id: jobId })
