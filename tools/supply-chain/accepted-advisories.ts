/** Advisories that are accepted for a limited time, each with a reason and an expiry date. */
import type { Finding } from './finding.ts'

/** Path of the list, relative to the repository. */
export const acceptedPath = 'tools/supply-chain/accepted-advisories.json'

/** Longest time that an advisory may be accepted, days; then it must be reviewed. */
const acceptedMaxDays = 180
const msPerDay = 86_400_000

export interface AcceptedAdvisory {
  /**
   * Its id in the GitHub Advisory Database: `GHSA-xxxx-xxxx-xxxx`. For a Debian package of an image, `debian:` and the
   * version that fixes it, so that the next fix is reported again.
   */
  id: string
  package: string
  /** Why it does not matter here, or what fix is awaited. */
  reason: string
  /** Date of acceptance, `YYYY-MM-DD`. */
  recorded: string
  /** Last day on which the acceptance is valid, `YYYY-MM-DD`. */
  expires: string
}

/** Returns a date in UTC milliseconds; NaN for an invalid date. */
function dayMs(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? NaN : ms
}

/** Returns what is wrong with the form of an entry; null when nothing is. */
function problemOf(entry: AcceptedAdvisory): string | null {
  if (!/^(?:GHSA(?:-[0-9a-z]{4}){3}|debian:\d[\w.+~:-]*)$/.test(entry.id)) {
    return `its id ${JSON.stringify(entry.id)} is neither GHSA-xxxx-xxxx-xxxx nor debian:VERSION`
  }
  if (typeof entry.package !== 'string' || entry.package === '') return 'it names no package'
  if (typeof entry.reason !== 'string' || entry.reason.trim() === '') return 'it has no reason'
  const [recorded, expires] = [dayMs(entry.recorded), dayMs(entry.expires)]
  if (Number.isNaN(recorded) || Number.isNaN(expires)) return '"recorded" and "expires" must be days, YYYY-MM-DD'
  const days = (expires - recorded) / msPerDay
  return days < 0 || days > acceptedMaxDays
    ? `it is valid for ${days} days, and 0 to ${acceptedMaxDays} are allowed`
    : null
}

/**
 * Reads the list.
 * @param text JSON
 * @param today `YYYY-MM-DD`
 * @returns the entries that are valid today, and the problems of the others
 */
export function readAccepted(text: string, today: string): { accepted: AcceptedAdvisory[]; findings: Finding[] } {
  const entries = JSON.parse(text) as AcceptedAdvisory[]
  const accepted: AcceptedAdvisory[] = []
  const findings: Finding[] = []
  for (const entry of entries) {
    const subject = `${acceptedPath}, ${entry.id} of ${entry.package}`
    const problem = problemOf(entry)
    if (problem !== null) findings.push({ subject, problem, remedy: 'correct the entry' })
    else if (entry.recorded > today) {
      findings.push({
        subject,
        problem: `was recorded on ${entry.recorded}, which is in the future`,
        remedy: 'correct the day',
      })
    } else if (entry.expires < today) {
      const remedy = 'update the package, or review the advisory and renew the entry with a new day and reason'
      findings.push({ subject, problem: `was accepted until ${entry.expires}`, remedy })
    } else accepted.push(entry)
  }
  return { accepted, findings }
}
