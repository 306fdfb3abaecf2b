/**
 * Workflows of a hypothetical later release: crawls begin with a step that the present ones do not have, so that
 * neither release can continue a crawl of the other.
 */
import { sleep } from '@temporalio/workflow'
import { crawlRun as presentCrawlRun } from '@seine/workflows/jobs/crawl-run.ts'
import { endsWithRelease } from '@seine/workflows/activity-calls/ends-with-release.ts'
import type { RunInput } from '@seine/workflows/jobs/slice-window.ts'

export {
  batchRun,
  emailDelivery,
  jobLifecycle,
  retentionSweep,
  session,
  webhookDelivery,
  webhookRedelivery,
} from '@seine/workflows/index.ts'

/** A crawl that begins with a pause. */
export async function crawlRun(input: RunInput): ReturnType<typeof presentCrawlRun> {
  await sleep(1)
  return await presentCrawlRun(input)
}

endsWithRelease(crawlRun)
