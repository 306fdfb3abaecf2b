/**
 * The `sendWatchMail` activity: sends one mail when a run found something or failed. The mail contains nothing of the
 * site, and no link that works without an API key.
 */
import { mailLine } from '../notify/mail-line.ts'
import type { MailQuota } from '../notify/mail-quota.ts'
import { MailRefusedError, type Mailer } from '../notify/mailer.ts'
import { NotDeliverableError } from '../notify/not-deliverable.ts'
import type { WatchRef } from '@seine/shared/watches/definition.ts'
import type { NoticedRun } from '@seine/shared/watches/notices.ts'
import { runMailKey } from '@seine/shared/watches/watch-keys.ts'
import type { WatchDeps } from './begin-run.ts'
import { openSecrets } from './definition-store.ts'
import { markSent } from './due-runs.ts'
import { endedRun, type KnownRun } from './send-notices.ts'

export interface WatchMailDeps extends WatchDeps {
  /** Null when no mail server is set. */
  mailer: Mailer | null
  mails: Pick<MailQuota, 'take'>
  /** URL under which callers reach the gateway, without a trailing slash; empty: not known. */
  publicUrl: string
}

/** Returns whether a run is worth a mail: it failed, or pages changed since an earlier run. */
export const isWorthMail = ({ end }: Pick<NoticedRun, 'end'>): boolean =>
  end.status === 'failed' || (!end.isFirst && end.counts.new + end.counts.changed + end.counts.removed > 0)

/**
 * Returns subject and text of the mail about a run. Its error is left out: it can name a URL and quote the site.
 * @param publicUrl see WatchMailDeps.
 */
export function watchMailText(
  { definition, start, end }: NoticedRun,
  publicUrl: string,
): { subject: string; text: string } {
  const { counts } = end
  const name = mailLine(definition.name)
  const subject =
    end.status === 'failed'
      ? `Watch ${name}: the run failed`
      : `Watch ${name}: ${counts.changed} changed, ${counts.new} new, ${counts.removed} removed`
  const lines = [
    `A run of the watch ${name} is ${end.status}.`,
    '',
    `Pages changed: ${counts.changed}`,
    `Pages new:     ${counts.new}`,
    `Pages removed: ${counts.removed}`,
    `Pages same:    ${counts.same}`,
    `Pages failed:  ${counts.failed}`,
    `Started:       ${start.startedAt}`,
    `Ended:         ${end.endedAt}`,
    '',
    `Changes: ${publicUrl}/watches/${definition.id}/runs/${start.runId}/changes`,
    '',
  ]
  return { subject, text: lines.join('\n') }
}

/**
 * Sends the mail about a run, unless it has been sent or there is nothing to report.
 * @returns whether a mail is sent, now or by an earlier attempt.
 * @throws NotDeliverableError without a mailer, or when the run is gone; MailRefusedError; MailUnavailableError;
 *   MailQuotaReachedError; SealError; StoreUnavailableError.
 */
export async function sendWatchMail(deps: WatchMailDeps, watch: WatchRef, n: number): Promise<boolean> {
  const known = await endedRun(deps, watch, n)
  if (known === null) return false
  if (known === 'lost') throw new NotDeliverableError('the run is no longer stored')
  const markMailSent = async (): Promise<void> => {
    await markSent(deps.store, watch, { n, endedAt: known.run.end.endedAt }, 'mail')
  }
  let isSent: boolean
  try {
    isSent = await isMailed(deps, watch, known)
  } catch (error) {
    if (error instanceof NotDeliverableError || error instanceof MailRefusedError) await markMailSent()
    throw error
  }
  await markMailSent()
  return isSent
}

/** Sends the mail about a stored run; see `sendWatchMail`. */
async function isMailed(deps: WatchMailDeps, watch: WatchRef, { definition, run }: KnownRun): Promise<boolean> {
  const { start } = run
  const { n } = start
  // First: whatever has become of the watch since, the mail was sent.
  if ((await deps.store.get(runMailKey(watch, n))) !== null) return true
  const to = openSecrets(deps.sealing, definition)?.email ?? null
  if (to === null || !isWorthMail(run)) return false
  if (deps.mailer === null) throw new NotDeliverableError('no mail server is set (SEINE_SMTP_URL)')
  await deps.mails.take({ tenant: watch.tenant, jobId: start.jobId, to, use: 'sent' })
  const mail = watchMailText(run, deps.publicUrl)
  const messageId = await deps.mailer.send({ to, ...mail, idLocalPart: start.runId })
  await deps.store.put(runMailKey(watch, n), JSON.stringify({ sentAt: new Date().toISOString(), messageId }))
  return true
}
