/** There is nothing to deliver, now or later: an ordinary outcome, not a fault to try again after. */
export class NotDeliverableError extends Error {
  override readonly name = 'NotDeliverableError'
}
