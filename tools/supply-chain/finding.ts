/** A problem found by a supply chain check: its subject, the problem, and what to do. */
export interface Finding {
  /** A package with its version and licence, or a file. */
  subject: string
  problem: string
  remedy: string
}

/** Formats one line per finding. */
export const findingLines = (findings: readonly Finding[]): string[] =>
  findings.map(({ subject, problem, remedy }) => `${subject}: ${problem}; ${remedy}`)
