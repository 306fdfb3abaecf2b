/** A command line that breaks a rule; detected before anything is set up. */

/** The message is one sentence that says what is wrong and what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
