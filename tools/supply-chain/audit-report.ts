/** Reads and evaluates the report of `npm audit --json` (auditReportVersion 2). */
import type { AcceptedAdvisory } from './accepted-advisories.ts'
import type { Finding } from './finding.ts'
import type { LockFile } from './lock-file.ts'

/** An advisory about an installed package. */
export interface Advisory {
  /** `GHSA-...`; the registry's own number when it has no such id. */
  id: string
  package: string
  versions: string[]
  severity: string
  title: string
  url: string
  /** True when at least one copy of the package is not used for development only. */
  isProduction: boolean
}

interface Vulnerability {
  /** Advisories, and names of packages whose advisories are the cause. */
  via?: (string | { source?: number; name?: string; title?: string; url?: string; severity?: string })[]
  nodes?: string[]
}

/** Severities that are only printed; an unknown severity counts as high. */
const lesserSeverities: ReadonlySet<string> = new Set(['info', 'low', 'moderate'])

/**
 * Returns the advisories of a report, each once per package.
 * @param report output of npm, as JSON
 * @returns null for anything but a report: npm prints an object with a message when the query failed
 */
export function advisoriesOf(report: unknown, { packages = {} }: LockFile): Advisory[] | null {
  if (typeof report !== 'object' || report === null || !('vulnerabilities' in report)) return null
  const { vulnerabilities } = report
  if (typeof vulnerabilities !== 'object' || vulnerabilities === null) return null
  const found = new Map<string, Advisory>()
  for (const [name, { via = [], nodes = [] }] of Object.entries(vulnerabilities as Record<string, Vulnerability>)) {
    const versions = [...new Set(nodes.map((path) => packages[path]?.version ?? '(not in the lock file)'))].toSorted()
    // Packages missing from the lock file are not assumed to be for development.
    const isProduction = nodes.length === 0 || nodes.some((path) => packages[path]?.dev !== true)
    for (const cause of via) {
      if (typeof cause === 'string') continue
      const { url = '', severity = 'unknown', title = '' } = cause
      const id = /GHSA(?:-[0-9a-z]{4}){3}/.exec(url)?.[0] ?? String(cause.source ?? 'no id')
      found.set(`${id} ${name}`, { id, package: name, versions, severity, title, url, isProduction })
    }
  }
  return [...found.values()].toSorted((one, other) =>
    `${one.package} ${one.id}` < `${other.package} ${other.id}` ? -1 : 1,
  )
}

const subjectOf = ({ package: name, versions, severity, id }: Advisory): string =>
  `${name}@${versions.join(', ')} (${severity}, ${id})`

/**
 * Splits advisories into those that fail a change and those that are only reported.
 * @param isStrict true in CI: there, high and critical advisories of production packages fail
 */
export function judgeAdvisories(
  advisories: readonly Advisory[],
  accepted: readonly AcceptedAdvisory[],
  isStrict: boolean,
): { findings: Finding[]; notes: string[] } {
  const findings: Finding[] = []
  const notes: string[] = []
  for (const advisory of advisories) {
    const entry = accepted.find(({ id, package: name }) => id === advisory.id && name === advisory.package)
    const where = advisory.isProduction ? 'in production' : 'only in development'
    const problem = `${advisory.title} ${where}, ${advisory.url}`
    if (entry !== undefined) {
      notes.push(`${subjectOf(advisory)}: accepted until ${entry.expires}: ${entry.reason}`)
    } else if (isStrict && advisory.isProduction && !lesserSeverities.has(advisory.severity)) {
      const remedy = 'update the package, or accept the advisory for a time with the reason in accepted-advisories.json'
      findings.push({ subject: subjectOf(advisory), problem, remedy })
    } else notes.push(`${subjectOf(advisory)}: ${problem}`)
  }
  // Debian's packages are those of images, which are scanned separately.
  for (const { id, package: name } of accepted.filter((entry) => !entry.id.startsWith('debian:'))) {
    const isReported = advisories.some((advisory) => advisory.id === id && advisory.package === name)
    if (!isReported) notes.push(`${id} of ${name} is accepted but no longer reported: remove the entry`)
  }
  return { findings, notes }
}
