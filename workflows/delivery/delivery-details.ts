/** What operators see as "current details" of what tells of a job: an event sent again, and the mail. */

/** How far an event that is sent again has come. */
export interface RedeliveryProgress {
  /** Tries that have been made. */
  tries: number
  /** Of the next try, workflow time in epoch milliseconds; null while one is under way and once there is none. */
  nextTryAtMs: number | null
  /** Null while it is not known. */
  delivered: boolean | null
}

/** "Current details" of an event that is sent again. */
export function redeliveryDetails({ tries, nextTryAtMs, delivered }: RedeliveryProgress): string {
  if (delivered === true) return `**delivered** · tries: ${tries}`
  if (delivered === false) return `**not delivered** · tries: ${tries}; no more are made`
  const vain = `**running** · vain tries: ${tries}`
  return nextTryAtMs === null ? vain : `${vain}\n\n- next try at ${new Date(nextTryAtMs).toISOString()}`
}

/** "Current details" of a mail. @param result of the workflow; null while it is not known. */
export function mailDetails(result: string | null): string {
  if (result === null) return '**running** · tries at the mail server: under "Pending Activities"'
  return result === 'sent' ? '**sent**' : '**not sent**: the result says why'
}
