/** `emailDelivery`: sends a mail about the end of a job. */
import {
  ActivityFailure,
  ApplicationFailure,
  proxyActivities,
  setCurrentDetails,
  TimeoutFailure,
} from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import type { EmailInput } from '@seine/shared/temporal/shapes.ts'
import { mailOptions } from '../activity-calls/activity-options.ts'
import { mailDetails } from './delivery-details.ts'

const { sendJobMail } = proxyActivities<Activities>(mailOptions)

/**
 * Sends one mail.
 * @returns `sent`, or the reason why not: a mail that its server rejects permanently, or that could not be passed on
 *   within days, is an ordinary outcome.
 * @throws any other failure of the activity.
 */
export async function emailDelivery(input: EmailInput): Promise<string> {
  setCurrentDetails(mailDetails(null))
  const result = await handOver(input)
  setCurrentDetails(mailDetails(result))
  return result
}

async function handOver(input: EmailInput): Promise<string> {
  try {
    await sendJobMail.executeWithOptions({ summary: 'mail' }, [input])
    return 'sent'
  } catch (error) {
    const cause = error instanceof ActivityFailure ? error.cause : null
    if (cause instanceof ApplicationFailure) return `not sent: ${cause.message}`
    if (cause instanceof TimeoutFailure) return 'not sent: the mail server could not be reached in time'
    throw error
  }
}
