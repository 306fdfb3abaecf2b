/** `crawlRun`: discovers and scrapes the pages of a site, starting from its start page. */
import { makeContinueAsNewFunc, proxyActivities } from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import type { JobCounters } from '@seine/shared/temporal/shapes.ts'
import { controlOptions } from '../activity-calls/activity-options.ts'
import { endsWithRelease } from '../activity-calls/ends-with-release.ts'
import { ownWorkflow } from './run-place.ts'
import { runSlices, type RunInput, type RunPages } from './slice-window.ts'

/**
 * Runs one crawl to its end. Sitemaps are read after the start page, because its redirects determine the site.
 * @throws as `runSlices`.
 */
export async function crawlRun(input: RunInput): Promise<JobCounters> {
  return await runSlices(input, {
    ...crawlPages(input),
    place: ownWorkflow(input),
    again: (memo, next) => makeContinueAsNewFunc<typeof crawlRun>({ memo })(next),
  })
}

/** Returns where the pages of a crawl come from. */
export function crawlPages(input: RunInput): RunPages {
  return { pendingAtFirst: input.lines, discover: input.retryOf === undefined ? discover : null }

  async function discover(startSlice: number, budgetLeftMs: number): Promise<number> {
    const { discoverSitemaps } = proxyActivities<Activities>(controlOptions(budgetLeftMs))
    const { jobId, tenant } = input
    return await discoverSitemaps.executeWithOptions({ summary: 'sitemaps' }, [{ jobId, tenant, startSlice }])
  }
}

endsWithRelease(crawlRun)
