/**
 * `watchMail`: sends the mail about a run of a watch. It runs beside the run, which is the lock of the watch: a mail that
 * has to wait, for its server or for the next day of the tenant, must not delay the next run.
 */
import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import type { WatchMailInput } from '@seine/shared/temporal/watch-shapes.ts'
import { mailOptions } from '../activity-calls/activity-options.ts'
import { mailDetails } from '../delivery/delivery-details.ts'
import { handOverMail } from '../delivery/hand-over-mail.ts'

const { sendWatchMail } = proxyActivities<Activities>(mailOptions)

/**
 * Sends the mail.
 * @returns `sent`, or the reason why not.
 * @throws failures of the activity that are no outcome of a mail.
 */
export async function watchMail(input: WatchMailInput): Promise<string> {
  setCurrentDetails(mailDetails(null))
  const summary = `mail about run ${input.n}`
  const result = await handOverMail(async () => await sendWatchMail.executeWithOptions({ summary }, [input]))
  setCurrentDetails(mailDetails(result))
  return result
}
