/** What the installed packages say of themselves, which has to be what the lock file says of them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './finding.ts'
import type { LockedPackage } from './lock-file.ts'

/** The manifest of an installed package, as far as the checks read it. */
export interface InstalledManifest {
  name?: string
  version?: string
  license?: unknown
  scripts?: Record<string, string>
}

/** The manifest of a package, or null where it is not installed: for another platform, or not yet. */
export function installedManifest(root: string, { path }: Pick<LockedPackage, 'path'>): InstalledManifest | null {
  try {
    return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as InstalledManifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** npm builds what has a `binding.gyp`, and runs these scripts. */
const hasInstallScript = (root: string, path: string, { scripts = {} }: InstalledManifest): boolean =>
  ['preinstall', 'install', 'postinstall'].some((name) => Object.hasOwn(scripts, name)) ||
  existsSync(join(root, path, 'binding.gyp'))

/** Where an installed package is not the one that the lock file describes. */
export function installedFindings(root: string, locked: LockedPackage, manifest: InstalledManifest): Finding[] {
  const subject = `${locked.name}@${locked.version}`
  const remedy = 'install anew with npm ci; if it stays so, the lock file was edited by hand: write the entry anew'
  const findings: Finding[] = []
  if (manifest.name !== locked.name || manifest.version !== locked.version) {
    const is = `${manifest.name ?? ''}@${manifest.version ?? ''}`
    findings.push({ subject, problem: `the package installed in ${locked.path} is ${is}`, remedy })
  }
  if (hasInstallScript(root, locked.path, manifest) && locked.entry.hasInstallScript !== true) {
    findings.push({ subject, problem: 'has an install script that package-lock.json does not name', remedy })
  }
  return findings
}
