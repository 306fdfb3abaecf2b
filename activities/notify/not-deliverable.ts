/** Nothing can be delivered, now or later: a normal outcome, not an error to retry. */
export class NotDeliverableError extends Error {
  override readonly name = 'NotDeliverableError'
}
