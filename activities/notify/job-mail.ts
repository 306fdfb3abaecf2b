/**
 * The `sendJobMail` activity: tells of the end of a job, once. Nothing of the site is in the mail, and no
 * link that could be used by whoever reads it without a key.
 */
import type { FinalStatus } from '@seine/shared/tasks/job-input.ts'
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { EmailInput } from '@seine/shared/temporal/shapes.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import type { MailQuota } from './mail-quota.ts'
import type { Mailer } from './mailer.ts'
import { NotDeliverableError } from './not-deliverable.ts'
import { statusPathOf } from './status-path.ts'
import { endOf } from './unrecorded-end.ts'
import { readJob } from './webhook-job.ts'

export interface MailDeps {
  store: Pick<Store, 'get' | 'getJson' | 'list' | 'put'>
  inputs: Pick<JobInputs, 'get'>
  /** Null when no mail server is set. */
  mailer: Mailer | null
  mails: Pick<MailQuota, 'take'>
  /** Where callers reach the gateway, without a slash at the end; empty = not known. */
  publicUrl: string
}

/** The mark that the mail of a job has been taken by the server. */
const mailKey = (job: JobRef): string => `${jobPrefix(job)}mail.json`

/** Whether the server has taken the mail of a job. @throws StoreUnavailableError */
export const mailWasSent = async (store: Pick<Store, 'get'>, job: JobRef): Promise<boolean> =>
  (await store.get(mailKey(job))) !== null

const kinds = { crawl: 'Crawl', batch: 'Batch' } as const

/** Subject and text of the mail about a job. @param publicUrl see MailDeps. */
export function jobMailText(status: FinalStatus, publicUrl: string): { subject: string; text: string } {
  const kind = kinds[status.kind]
  const lines = [
    `${kind} ${status.id} is ${status.status}.`,
    '',
    `Pages completed: ${status.completed}`,
    `Pages failed:    ${status.failed}`,
    `Started:         ${status.createdAt}`,
    `Ended:           ${status.completedAt}`,
    ...(status.error === null ? [] : [`Error:           ${plainLine(status.error)}`]),
    '',
    `Status and download links: ${publicUrl}${statusPathOf(status)}`,
    `Results are kept until ${status.expiresAt}.`,
    '',
  ]
  return { subject: `${kind} ${status.id} ${status.status}`, text: lines.join('\n') }
}

/** A text as part of a line. */
const plainLine = (text: string): string => text.replace(/\p{C}+/gu, ' ').slice(0, 500)

/**
 * Sends the mail unless it has been sent.
 * @returns false when it had been.
 * @throws NotDeliverableError when there is nobody to tell or nothing to tell with; MailRefusedError;
 *   MailUnavailableError; MailQuotaReachedError, to be tried again the next day; SealError; StoreUnavailableError.
 */
export async function sendJobMail(deps: MailDeps, { jobId, tenant, unrecorded }: EmailInput): Promise<boolean> {
  const job = { tenant, id: jobId }
  if (await mailWasSent(deps.store, job)) return false
  const input = await readJob(deps, job)
  const to = input.notify?.email ?? null
  const status = await endOf(deps.store, input, unrecorded ?? null)
  if (to === null || status === null) throw new NotDeliverableError(`job ${jobId} has nobody or nothing to be told`)
  if (deps.mailer === null) throw new NotDeliverableError('no mail server is set (SEINE_SMTP_URL)')
  // Kept whether it goes out now or not: a later try of the same day is the same mail.
  await deps.mails.take({ tenant, jobId, to, use: 'sent' })
  const mail = jobMailText(status, deps.publicUrl)
  const messageId = await deps.mailer.send({ to, ...mail, idLocalPart: jobId })
  await deps.store.put(mailKey(job), JSON.stringify({ sentAt: new Date().toISOString(), messageId }))
  return true
}
