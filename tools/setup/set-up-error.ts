/** The error that prevents a command from starting. */

/** Set-up is not possible in the current state; each problem is one sentence that says what to do. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
