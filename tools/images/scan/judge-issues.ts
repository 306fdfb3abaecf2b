/** Decides which issues of an image fail a scan. */
import { acceptedPath, type AcceptedAdvisory } from '../../supply-chain/accepted-advisories.ts'
import type { Finding } from '../../supply-chain/finding.ts'
import { severities, type Severity } from './severities.ts'

/** A known vulnerability, or an update that may fix one. */
export interface ImageIssue {
  kind: 'npm' | 'debian'
  /** `GHSA-…`, or `debian:` and the version that fixes it. */
  id: string
  package: string
  installed: string
  /** A name of `severities`; unknown ones count as critical. */
  severity: string
  about: string
}

const rankOf = (severity: string): number => {
  if (severity === 'info') return -1
  const rank = severities.findIndex((each) => each === severity)
  return rank === -1 ? severities.length : rank
}

const lineOf = ({ package: name, installed, severity, id, about }: ImageIssue): string =>
  `${name}@${installed} (${severity}, ${id}): ${about}`

/**
 * Splits issues into those that fail the scan and those that are only printed.
 * @param failFrom lowest severity that fails
 */
export function judgeIssues(
  issues: readonly ImageIssue[],
  accepted: readonly AcceptedAdvisory[],
  failFrom: Severity,
): { findings: Finding[]; notes: string[] } {
  const findings: Finding[] = []
  const notes: string[] = []
  for (const issue of issues) {
    const entry = accepted.find(({ id, package: name }) => id === issue.id && name === issue.package)
    if (entry !== undefined) notes.push(`${lineOf(issue)}; accepted until ${entry.expires}: ${entry.reason}`)
    else if (rankOf(issue.severity) < rankOf(failFrom)) notes.push(lineOf(issue))
    else {
      const { kind, package: name, installed, severity, id, about: problem } = issue
      const remedy =
        kind === 'debian'
          ? `build the image again on a newer base, or accept it for a time in ${acceptedPath}`
          : `update the package, or accept the advisory for a time in ${acceptedPath}`
      findings.push({ subject: `${name}@${installed} (${severity}, ${id})`, problem, remedy })
    }
  }
  return { findings, notes }
}
