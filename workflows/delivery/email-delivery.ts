/** `emailDelivery`: sends a mail about the end of a job. */
import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import type { EmailInput } from '@seine/shared/temporal/shapes.ts'
import { mailOptions } from '../activity-calls/activity-options.ts'
import { mailDetails } from './delivery-details.ts'
import { handOverMail } from './hand-over-mail.ts'

const { sendJobMail } = proxyActivities<Activities>(mailOptions)

/**
 * Sends one mail.
 * @returns `sent`, or the reason why not.
 * @throws failures of the activity that are no outcome of a mail.
 */
export async function emailDelivery(input: EmailInput): Promise<string> {
  setCurrentDetails(mailDetails(null))
  const result = await handOverMail(async () => await sendJobMail.executeWithOptions({ summary: 'mail' }, [input]))
  setCurrentDetails(mailDetails(result))
  return result
}
