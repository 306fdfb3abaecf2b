/** Checks the licence of each package of the lock file against the policy. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './finding.ts'
import type { InstalledManifest } from './installed-packages.ts'
import type { LockedPackage } from './lock-file.ts'
import type { AcceptedLicence, Clarification } from './policy.ts'
import { clarificationOf, statedLicence, textOfLicence } from './stated-licence.ts'
import { isAllowed, readExpression } from './spdx.ts'

const policyFile = 'tools/supply-chain/policy.ts'

export interface LicencePolicy {
  allowedLicences: ReadonlySet<string>
  acceptedLicences: readonly AcceptedLicence[]
  clarifications: readonly Clarification[]
}

function fileFindings(root: string, subject: string, path: string, { file, sha256 }: Clarification): Finding[] {
  const text = readFileSync(join(root, path, file))
  if (createHash('sha256').update(text).digest('hex') === sha256) return []
  const remedy = `read it and correct the clarification in ${policyFile}`
  return [{ subject, problem: `its ${file} is not the text that was read for the clarification`, remedy }]
}

/**
 * Returns what is wrong with the licence of one package.
 * @param manifest manifest of the installed package; null when it is not installed.
 */
export function licenceFindings(
  root: string,
  locked: LockedPackage,
  manifest: InstalledManifest | null,
  policy: LicencePolicy,
): Finding[] {
  const title = `${locked.name}@${locked.version}`
  const [inLock, inManifest] = [textOfLicence(locked.entry.license), textOfLicence(manifest?.license)]
  if (manifest !== null && inLock !== null && inLock !== inManifest) {
    const problem = `package-lock.json says ${inLock}, the installed package says ${inManifest ?? 'nothing'}`
    return [{ subject: title, problem, remedy: 'install again with npm ci, or rewrite its entry in the lock file' }]
  }
  const stated = statedLicence(locked, manifest)
  const clarification = clarificationOf(locked, stated, policy.clarifications)
  const licence = clarification?.licence ?? stated
  if (licence === null) {
    const remedy = `read its licence file and add a clarification to ${policyFile}, or remove the package`
    return [{ subject: `${title} (no licence)`, problem: 'states no licence', remedy }]
  }
  const subject = `${title} (${licence})`
  const expression = readExpression(licence)
  if (expression === null) {
    const remedy = `read its licence file and add a clarification to ${policyFile}, or remove the package`
    return [{ subject, problem: 'its licence is not an SPDX expression', remedy }]
  }
  const accepted = policy.acceptedLicences.filter((each) => each.package === locked.name)
  const isAccepted = (id: string): boolean =>
    policy.allowedLicences.has(id) || accepted.some((each) => each.licence === id)
  if (!isAllowed(expression, isAccepted)) {
    const remedy = `remove the package, or accept the licence for it with the reason in ${policyFile}`
    return [{ subject, problem: `its licence is not on the allow-list`, remedy }]
  }
  return clarification === undefined || manifest === null ? [] : fileFindings(root, subject, locked.path, clarification)
}

/** A package with its stated licence and the licence found for it. */
export interface LicensedPackage {
  locked: LockedPackage
  stated: string | null
  licence: string | null
}

/** Returns true when a package may be used only because of the entry. */
function isNeeded(entry: AcceptedLicence, { locked, licence }: LicensedPackage, policy: LicencePolicy): boolean {
  const expression = locked.name === entry.package ? readExpression(licence ?? '') : null
  if (expression === null) return false
  const isAcceptedBy = (entries: readonly AcceptedLicence[]): boolean =>
    isAllowed(
      expression,
      (id) =>
        policy.allowedLicences.has(id) || entries.some((each) => each.package === locked.name && each.licence === id),
    )
  const others = policy.acceptedLicences.filter((each) => each !== entry)
  return isAcceptedBy(policy.acceptedLicences) && !isAcceptedBy(others)
}

/** Returns findings for policy entries that no package needs any more. */
export function staleLicences(packages: readonly LicensedPackage[], policy: LicencePolicy): Finding[] {
  const remedy = `remove it from ${policyFile}`
  const accepted = policy.acceptedLicences
    .filter((entry) => !packages.some((each) => isNeeded(entry, each, policy)))
    .map(({ package: name, licence }) => ({
      subject: `${name} (${licence})`,
      problem: 'is accepted, but no package needs it',
      remedy,
    }))
  const clarified = policy.clarifications
    .filter(
      (entry) =>
        !packages.some(({ locked, stated }) => {
          const isSame = locked.name === entry.package && locked.version === entry.version
          return isSame && stated === entry.stated
        }),
    )
    .map(({ package: name, version }) => ({
      subject: `${name}@${version}`,
      problem: 'has a clarification, but package-lock.json has no such package with the same statement',
      remedy,
    }))
  return [...accepted, ...clarified]
}
