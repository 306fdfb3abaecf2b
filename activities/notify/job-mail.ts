/**
 * The `sendJobMail` activity: sends one mail when a job has ended. The mail contains nothing of the site, and no link
 * that works without an API key.
 */
import type { NoticedEnd } from '@seine/shared/tasks/final-status.ts'
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
  /** URL under which callers reach the gateway, without a trailing slash; empty: not known. */
  publicUrl: string
}

/** Returns the key of the object that marks the mail of a job as accepted by the server. */
const mailKey = (job: JobRef): string => `${jobPrefix(job)}mail.json`

/** Returns whether the server has accepted the mail of a job. @throws StoreUnavailableError */
export const mailWasSent = async (store: Pick<Store, 'get'>, job: JobRef): Promise<boolean> =>
  (await store.get(mailKey(job))) !== null

const kinds = { crawl: 'Crawl', batch: 'Batch' } as const

/** Returns the lines about the results of a job; a job without a record has only a status. */
const whereabouts = ({ expiresAt }: NoticedEnd, address: string): string[] =>
  expiresAt === null
    ? [`Status: ${address}`]
    : [`Status and download links: ${address}`, `Results are kept until ${expiresAt}.`]

/**
 * Returns subject and text of the mail about a job. Its error is left out: it can name a URL and quote the site.
 * @param publicUrl see MailDeps.
 */
export function jobMailText(status: NoticedEnd, publicUrl: string): { subject: string; text: string } {
  const kind = kinds[status.kind]
  const lines = [
    `${kind} ${status.id} is ${status.status}.`,
    '',
    `Pages completed: ${status.completed}`,
    `Pages failed:    ${status.failed}`,
    `Started:         ${status.createdAt}`,
    `Ended:           ${status.completedAt}`,
    '',
    ...whereabouts(status, `${publicUrl}${statusPathOf(status)}`),
    '',
  ]
  return { subject: `${kind} ${status.id} ${status.status}`, text: lines.join('\n') }
}

/**
 * Sends the mail unless it has already been sent.
 * @returns false when it had already been sent.
 * @throws NotDeliverableError without a recipient or a mailer; MailRefusedError; MailUnavailableError;
 *   MailQuotaReachedError, to be retried the next day; SealError; StoreUnavailableError.
 */
export async function sendJobMail(deps: MailDeps, { jobId, tenant, unrecorded }: EmailInput): Promise<boolean> {
  const job = { tenant, id: jobId }
  if (await mailWasSent(deps.store, job)) return false
  const input = await readJob(deps, job)
  const to = input.notify?.email ?? null
  const status = await endOf(deps.store, input, unrecorded ?? null)
  if (to === null || status === null)
    throw new NotDeliverableError(`job ${jobId} has no mail recipient or no recorded end`)
  if (deps.mailer === null) throw new NotDeliverableError('no mail server is set (SEINE_SMTP_URL)')
  // The place is kept even when the mail fails: a later try on the same day counts as the same mail.
  await deps.mails.take({ tenant, jobId, to, use: 'sent' })
  const mail = jobMailText(status, deps.publicUrl)
  const messageId = await deps.mailer.send({ to, ...mail, idLocalPart: jobId })
  await deps.store.put(mailKey(job), JSON.stringify({ sentAt: new Date().toISOString(), messageId }))
  return true
}
