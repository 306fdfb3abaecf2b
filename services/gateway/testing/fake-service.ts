/** The workflow engine as the report about the service sees it, set by the test. */
import type { RunningCounts, ServiceQueue } from '@seine/shared/api/schemas/service-schema.ts'
import type { EndedJobs, ServiceEngine } from '../engine/queue-view.ts'

/** Running jobs by tenant, ended jobs, and queues; a fault makes every call fail with it. */
export class FakeServiceEngine implements ServiceEngine {
  readonly jobs = new Map<string, RunningCounts>()
  readonly described: ServiceQueue[] = []
  endedJobs: EndedJobs = { completed: 0, failed: 0 }
  fault: Error | null = null

  async running(tenant: string | null): Promise<RunningCounts> {
    if (this.fault !== null) throw this.fault
    const selected = [...this.jobs].filter(([name]) => tenant === null || name === tenant)
    const sum = (of: keyof RunningCounts): number => selected.reduce((total, [, counts]) => total + counts[of], 0)
    return { crawl: sum('crawl'), batch_scrape: sum('batch_scrape') }
  }

  async busyTenants(): Promise<string[]> {
    if (this.fault !== null) throw this.fault
    return [...this.jobs.keys()]
  }

  async ended(): Promise<EndedJobs> {
    if (this.fault !== null) throw this.fault
    return this.endedJobs
  }

  async queues(): Promise<ServiceQueue[]> {
    if (this.fault !== null) throw this.fault
    return this.described
  }
}
