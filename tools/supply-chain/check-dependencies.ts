/**
 * `npm run dependencies`: checks package-lock.json, the installed packages and `docs/dependencies.md` against the
 * policy, and that published images are named by digest. Each finding is a line that names the package, its version and licence, and what to do. With `--write` the
 * summary of licences in the document is rewritten.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../checkout/locations.ts'
import { allReferences, readUnpinned, referenceFindings } from './image-references.ts'
import { workspacesOf } from '../images/reachable-modules.ts'
import {
  directFindings,
  documentPath,
  outsideFindings,
  summaryFindings,
  summaryTable,
  withSummary,
} from './documented-licences.ts'
import { findingLines, type Finding } from './finding.ts'
import { installedFindings, installedManifest } from './installed-packages.ts'
import { licenceFindings, staleLicences, type LicencePolicy } from './licence-rules.ts'
import { directDependencies, lockedPackages, nameAt, readLockFile } from './lock-file.ts'
import { lockFindings, npmrcFindings, overrideFindings } from './lock-rules.ts'
import { outsideParts } from './outside-parts.ts'
import { policy } from './policy.ts'
import { licenceOf, statedLicence } from './stated-licence.ts'

/** The policy of the check; `policy` by default. */
export type DependencyPolicy = LicencePolicy & { installScripts: Readonly<Record<string, string>> }

/** The findings in a repository. */
export interface DependencyReport {
  findings: Finding[]
  /** The summary of licences, as Markdown. */
  summary: string
  /** Licences of the direct dependencies, by name. */
  direct: Map<string, string>
}

/** Checks the lock file and the installed packages of a repository; reads no document. */
export function checkPackages(root: string, accepted: DependencyPolicy = policy): DependencyReport {
  const lock = readLockFile(root)
  const { overrides } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { overrides?: unknown }
  const workspaces = new Set([...workspacesOf(root).values()].map(({ folder }) => folder))
  const findings = [
    ...lockFindings(lock, { workspaces, installScripts: accepted.installScripts }),
    ...overrideFindings(overrides),
    ...npmrcFindings(readFileSync(join(root, '.npmrc'), 'utf8')),
  ]
  const licensed = lockedPackages(lock).map((locked) => {
    const manifest = installedManifest(root, locked)
    if (manifest !== null) findings.push(...installedFindings(root, locked, manifest))
    findings.push(...licenceFindings(root, locked, manifest, accepted))
    const stated = statedLicence(locked, manifest)
    return { locked, stated, licence: licenceOf(locked, manifest, accepted.clarifications) }
  })
  findings.push(...staleLicences(licensed, accepted))
  const counted = licensed.map(({ locked, licence }) => ({ ...locked, licence: licence ?? 'unknown' }))
  const asked = directDependencies(lock)
  const direct = new Map(
    // Excludes copies inside other packages.
    counted
      .filter(({ path }) => path.split('node_modules/').length === 2 && asked.has(nameAt(path)))
      .map(({ path, licence }) => [nameAt(path), licence]),
  )
  return { findings, summary: summaryTable(counted), direct }
}

/** Checks `docs/dependencies.md` against the packages and the parts that do not come from npm. */
function checkDocument(root: string, { direct, summary }: DependencyReport): Finding[] {
  const markdown = readFileSync(join(root, documentPath), 'utf8')
  return [
    ...directFindings(markdown, direct),
    ...summaryFindings(markdown, summary),
    ...outsideFindings(markdown, outsideParts(root)),
  ]
}

if (import.meta.main) {
  const report = checkPackages(repositoryRoot)
  if (process.argv.includes('--write')) {
    const path = join(repositoryRoot, documentPath)
    writeFileSync(path, withSummary(readFileSync(path, 'utf8'), report.summary))
  }
  const lines = findingLines([
    ...report.findings,
    ...checkDocument(repositoryRoot, report),
    ...referenceFindings(allReferences(repositoryRoot), readUnpinned(repositoryRoot)),
  ])
  for (const line of lines) console.error(line)
  if (lines.length > 0) process.exitCode = 1
}
