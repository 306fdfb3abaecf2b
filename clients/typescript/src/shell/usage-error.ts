/** Wrong use of the command; the message names what is wrong and what is right. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
