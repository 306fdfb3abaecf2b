/** "Current details" of a session for operators in the Web UI. */
import type { PlaybookRun, SessionLease, SessionView } from '@seine/shared/sessions/shapes.ts'
import { codeSpan } from '@seine/shared/temporal/code-span.ts'

function runLine(run: PlaybookRun | null): string[] {
  if (run === null) return []
  const error = run.error === null ? '' : `: ${codeSpan(run.error)}`
  return [`\n- last run of the playbook (${run.trigger}, ${run.startedAt}): ${run.outcome}${error}`]
}

/** @param lease the current lease; null: the session is free. */
export const sessionDetails = (view: SessionView, lease: Pick<SessionLease, 'holder' | 'endsAtMs'> | null): string =>
  [
    '| status | uses | playbook version | expires |',
    '| --- | ---: | ---: | --- |',
    `| ${view.status} | ${view.useCount} of ${view.maxUses ?? 'any number'} | ${view.playbookVersion} | ${view.expiresAt} |`,
    ...(lease === null
      ? []
      : [`\n- held by ${codeSpan(lease.holder)} until ${new Date(lease.endsAtMs).toISOString()}`]),
    ...runLine(view.lastRun),
  ].join('\n')
