/** How passing a mail to its server ends. */
import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow'

/**
 * Sends one mail.
 * @param send calls the activity; its result is false when there was nothing to send.
 * @returns `sent`, or the reason why not: a mail that its server rejects permanently, or that could not be passed on
 *   within days, is an ordinary outcome.
 * @throws any other failure of the activity.
 */
export async function handOverMail(send: () => Promise<unknown>): Promise<string> {
  try {
    return (await send()) === false ? 'not sent: there was nothing to send' : 'sent'
  } catch (error) {
    const cause = error instanceof ActivityFailure ? error.cause : null
    if (cause instanceof ApplicationFailure) return `not sent: ${cause.message}`
    if (cause instanceof TimeoutFailure) return 'not sent: the mail server could not be reached in time'
    throw error
  }
}
