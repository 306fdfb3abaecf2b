/** Identifies a job by tenant and id. A job is never looked up by its id alone. */
export interface JobRef {
  tenant: string
  /** `crawl-<uuid>` or `batch-<uuid>`. */
  id: string
}

/** Returns the job of the input of a workflow or an activity. */
export const jobOf = ({ jobId, tenant }: { jobId: string; tenant: string }): JobRef => ({ tenant, id: jobId })
