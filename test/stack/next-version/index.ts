/**
 * The workflows as a later release might have them: crawls begin with a step that the present ones do not
 * have, so that neither can go on with a crawl of the other.
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

/** A crawl with a pause before it. */
export async function crawlRun(input: RunInput): ReturnType<typeof presentCrawlRun> {
  await sleep(1)
  return await presentCrawlRun(input)
}

endsWithRelease(crawlRun)
