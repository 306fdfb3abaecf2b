/**
 * `npm run advisories`: reports known security advisories about the packages of the lock file. Lines that begin with
 * `note: ` are informational and do not fail the check.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../checkout/locations.ts'
import { acceptedPath, readAccepted } from './accepted-advisories.ts'
import { askRegistry, type AuditAnswer } from './ask-registry.ts'
import { advisoriesOf, judgeAdvisories } from './audit-report.ts'
import { findingLines, type Finding } from './finding.ts'
import { readLockFile, type LockFile } from './lock-file.ts'

export interface AdvisoryCheck {
  lock: LockFile
  /** Text of the list of accepted advisories. */
  acceptedText: string
  answer: AuditAnswer
  /** `YYYY-MM-DD` */
  today: string
  isCi: boolean
}

/** Evaluates the registry's answer. */
export function checkAdvisories(check: AdvisoryCheck): { findings: Finding[]; notes: string[] } {
  const { accepted, findings } = readAccepted(check.acceptedText, check.today)
  const advisories = 'report' in check.answer ? advisoriesOf(check.answer.report, check.lock) : null
  if (advisories === null) {
    const why = 'refusal' in check.answer ? check.answer.refusal : 'its report cannot be read'
    return { findings, notes: [`the registry returned no advisories, so none were checked: ${why}`] }
  }
  const judged = judgeAdvisories(advisories, accepted, check.isCi)
  return { findings: [...findings, ...judged.findings], notes: judged.notes }
}

if (import.meta.main) {
  const { findings, notes } = checkAdvisories({
    lock: readLockFile(repositoryRoot),
    acceptedText: readFileSync(join(repositoryRoot, acceptedPath), 'utf8'),
    answer: await askRegistry(repositoryRoot, process.env),
    today: new Date().toISOString().slice(0, 10),
    isCi: process.env['CI'] === 'true',
  })
  for (const note of notes) console.log(`note: ${note}`)
  for (const line of findingLines(findings)) console.error(line)
  if (findings.length > 0) process.exitCode = 1
}
