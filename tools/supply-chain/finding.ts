/** What a check of the supply chain found wrong: about what, what it is, and what to do. */
export interface Finding {
  /** A package with its version and licence, or a file. */
  subject: string
  problem: string
  remedy: string
}

/** One line for each finding. */
export const findingLines = (findings: readonly Finding[]): string[] =>
  findings.map(({ subject, problem, remedy }) => `${subject}: ${problem}; ${remedy}`)
