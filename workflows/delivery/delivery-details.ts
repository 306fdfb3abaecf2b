/** "Current details" for operators: of the redelivery of an event, of the mail, and of the copies of archives. */
import type { TargetDeliveryEnd } from '@seine/shared/temporal/shapes.ts'

/** Progress of the redelivery of an event. */
export interface RedeliveryProgress {
  /** Number of tries made. */
  tries: number
  /** Time of the next try, workflow time in epoch milliseconds; null during a try and when there is no further one. */
  nextTryAtMs: number | null
  /** null: not known yet. */
  delivered: boolean | null
}

/** Returns the "current details" of the redelivery of an event. */
export function redeliveryDetails({ tries, nextTryAtMs, delivered }: RedeliveryProgress): string {
  if (delivered === true) return `**delivered** · tries: ${tries}`
  if (delivered === false) return `**not delivered** · tries: ${tries}; no further tries`
  const vain = `**running** · failed tries: ${tries}`
  return nextTryAtMs === null ? vain : `${vain}\n\n- next try at ${new Date(nextTryAtMs).toISOString()}`
}

/** Returns the "current details" of a mail. @param result of the workflow; null: not known yet. */
export function mailDetails(result: string | null): string {
  if (result === null) return '**running** · tries at the mail server: see "Pending Activities"'
  return result === 'sent' ? '**sent**' : '**not sent**: see the result for the reason'
}

/** Returns the "current details" of a delivery to a target. @param end null: not known yet. */
export function targetDeliveryDetails(target: string, end: TargetDeliveryEnd | null): string {
  if (end === null) return `**running** · target \`${target}\`; tries: see "Pending Activities"`
  if (end.state === 'delivered') return `**delivered** · target \`${target}\` · files: ${end.files}`
  return `**not delivered** · target \`${target}\` · files: ${end.files}; ${end.error ?? 'no reason is known'}`
}
