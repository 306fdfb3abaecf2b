/** "Current details" for operators: of the redelivery of an event, and of the mail. */

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
  if (delivered === false) return `**not delivered** · tries: ${tries}; no more are made`
  const vain = `**running** · vain tries: ${tries}`
  return nextTryAtMs === null ? vain : `${vain}\n\n- next try at ${new Date(nextTryAtMs).toISOString()}`
}

/** Returns the "current details" of a mail. @param result of the workflow; null: not known yet. */
export function mailDetails(result: string | null): string {
  if (result === null) return '**running** · tries at the mail server: under "Pending Activities"'
  return result === 'sent' ? '**sent**' : '**not sent**: the result says why'
}
