/** Places of jobs with a mail notice: a start takes a place among the running jobs and one in the daily mail quota. */
import { MailQuotaReachedError, type MailQuota, type MailTicket } from '@seine/activities/notify/mail-quota.ts'
import { ApiError } from '../http/api-error.ts'
import type { RunningJobs } from './running-jobs-quota.ts'

/**
 * Wraps the running jobs quota for jobs whose end is notified by mail.
 * @param to the recipient.
 * @returns a quota that takes a place in the daily mail quota first; it throws ApiError `mail_quota_reached` when
 *   the quota is used up.
 */
export function withMailPlaces(
  running: Pick<RunningJobs, 'take'>,
  mails: Pick<MailQuota, 'take'>,
  to: string,
): Pick<RunningJobs, 'take'> {
  return {
    async take(starter, jobId) {
      const mail = await takeMail(mails, { tenant: starter.tenant, jobId, to, use: 'asked' })
      try {
        const place = await running.take(starter, jobId)
        return {
          async giveBack() {
            await Promise.all([place.giveBack(), mail.giveBack()])
          },
        }
      } catch (error) {
        await mail.giveBack()
        throw error
      }
    },
  }
}

/** Takes a place in the mail quota. @throws ApiError; StoreUnavailableError */
async function takeMail(mails: Pick<MailQuota, 'take'>, mail: Parameters<MailQuota['take']>[0]): Promise<MailTicket> {
  try {
    return await mails.take(mail)
  } catch (error) {
    if (!(error instanceof MailQuotaReachedError)) throw error
    const { retryAfterSecs } = error
    throw new ApiError('mail_quota_reached', `${error.message}: leave \`email\` out, or start the job tomorrow (UTC)`, {
      retryAfterSecs,
    })
  }
}
