/** Compares the manifests of installed packages with the lock file. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './finding.ts'
import type { LockedPackage } from './lock-file.ts'

/** The fields of an installed package's manifest that the checks read. */
export interface InstalledManifest {
  name?: string
  version?: string
  license?: unknown
  scripts?: Record<string, string>
}

/**
 * Returns the manifest of a package; null when it is not installed: it is for another platform, or not installed yet.
 */
export function installedManifest(root: string, { path }: Pick<LockedPackage, 'path'>): InstalledManifest | null {
  try {
    return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as InstalledManifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Returns whether npm runs scripts at installation: it builds packages with a `binding.gyp`, and runs these scripts.
 */
const hasInstallScript = (root: string, path: string, { scripts = {} }: InstalledManifest): boolean =>
  ['preinstall', 'install', 'postinstall'].some((name) => Object.hasOwn(scripts, name)) ||
  existsSync(join(root, path, 'binding.gyp'))

/** Returns the differences between an installed package and its lock file entry. */
export function installedFindings(root: string, locked: LockedPackage, manifest: InstalledManifest): Finding[] {
  const subject = `${locked.name}@${locked.version}`
  const remedy =
    'install again with npm ci; if the problem remains, the lock file was edited by hand: rewrite the entry'
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
