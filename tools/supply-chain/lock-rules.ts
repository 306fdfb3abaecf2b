/**
 * Rules for the sources of packages: only the registry, by exact version, with a SHA-512 of the download, and without
 * scripts that run at installation.
 */
import type { Finding } from './finding.ts'
import {
  isPackagePath,
  lockedPackages,
  nameAt,
  type LockEntry,
  type LockFile,
  type LockedPackage,
} from './lock-file.ts'

export interface LockRules {
  /** Folders of the repository's own packages, relative to it. */
  workspaces: ReadonlySet<string>
  /** Packages that may have an install script, with the reason why they work although it never runs. */
  installScripts: Readonly<Record<string, string>>
}

/** A SHA-512 in the form of Subresource Integrity: 64 bytes in base64. */
const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/
/** An exact version, as `save-exact` writes it. */
const exactVersion = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/

/**
 * Returns true when only the registry can satisfy a version specifier. URLs, git, `file:` and `user/repository` all
 * contain `:` or `/`; ranges, versions and tags do not. `npm:name@range` renames a registry package.
 */
export function isFromRegistry(specifier: string): boolean {
  const alias = /^npm:(?:@[\w.-]+\/)?[\w.-]+(?:@(.*))?$/.exec(specifier)
  return !/[:/\\]/.test(alias === null ? specifier : (alias[1] ?? ''))
}

const titleOf = ({ name, version }: Pick<LockedPackage, 'name' | 'version'>): string => `${name}@${version}`

function versionFindings({ lockfileVersion, packages }: LockFile): Finding[] {
  if (lockfileVersion === 3 && packages !== undefined) return []
  const problem = `lockfileVersion is ${JSON.stringify(lockfileVersion)}, but the checks require version 3 with its packages`
  return [{ subject: 'package-lock.json', problem, remedy: 'write it again with npm 9 or later' }]
}

/** Returns the repository folder that an entry refers to; null for a downloaded package. */
function folderOf(path: string, { link, resolved }: LockEntry): string | null {
  if (link === true) return resolved ?? '(no folder)'
  return isPackagePath(path) || path === '' ? null : path
}

/** Checks that links lead only to the repository's own packages, and that there are no other folders. */
function folderFindings(lock: LockFile, { workspaces }: LockRules): Finding[] {
  return Object.entries(lock.packages ?? {}).flatMap(([path, entry]) => {
    const folder = folderOf(path, entry)
    if (folder === null || workspaces.has(folder)) return []
    return [
      {
        subject: `package-lock.json, ${JSON.stringify(path)}`,
        problem: `${JSON.stringify(folder)} is a folder but not a workspace of package.json`,
        remedy: 'install the package from the registry by name and version',
      },
    ]
  })
}

function sourceFindings(locked: LockedPackage): Finding[] {
  const { resolved } = locked.entry
  if (resolved === undefined) return []
  return [
    {
      subject: titleOf(locked),
      problem: `comes from ${resolved} (field "resolved"), not from the registry`,
      remedy:
        'install it by name and version; .npmrc keeps addresses of registries out of the lock file (omit-lockfile-registry-resolved)',
    },
  ]
}

/** Returns the nearest enclosing package that bundles dependencies in its archive; null if none exists. */
function bundlerOf(path: string, packages: Record<string, LockEntry>): LockEntry | null {
  for (let at = path; ;) {
    const end = at.lastIndexOf('/node_modules/')
    if (end === -1) return null
    at = at.slice(0, end)
    const bundled = packages[at]?.bundleDependencies
    if (bundled === true || (Array.isArray(bundled) && bundled.length > 0)) return packages[at] ?? null
  }
}

function integrityFindings(locked: LockedPackage, packages: Record<string, LockEntry>): Finding[] {
  const { integrity, inBundle } = locked.entry
  if (integrity === undefined) {
    // A bundled package is covered by the hash of the archive that contains it.
    if (inBundle === true && bundlerOf(locked.path, packages) !== null) return []
    return [
      {
        subject: titleOf(locked),
        problem: 'has no integrity hash in package-lock.json',
        remedy: 'remove its entry and run npm install, which writes the hash',
      },
    ]
  }
  if (integrity.split(/\s+/).every((hash) => sha512.test(hash))) return []
  return [
    {
      subject: titleOf(locked),
      problem: `its integrity ${JSON.stringify(integrity)} is not a SHA-512`,
      remedy: 'remove its entry and run npm install, which writes a SHA-512',
    },
  ]
}

function scriptFindings(locked: LockedPackage, { installScripts }: LockRules): Finding[] {
  if (locked.entry.hasInstallScript !== true || Object.hasOwn(installScripts, locked.name)) return []
  return [
    {
      subject: titleOf(locked),
      problem: 'has an install script, which never runs here, and is not on the list of packages that work without it',
      remedy: 'replace it, or add it to installScripts in tools/supply-chain/policy.ts with the reason',
    },
  ]
}

/** Checks specifiers in addition to what they resolved to: npm follows them for anything the lock file lacks. */
function specifierFindings({ packages = {} }: LockFile): Finding[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const isOwn = !isPackagePath(path)
    const subject = isOwn
      ? `package.json of ${path === '' ? 'the repository' : path}`
      : `${nameAt(path)}@${entry.version ?? ''}`
    const direct = { ...entry.dependencies, ...entry.optionalDependencies, ...(isOwn ? entry.devDependencies : {}) }
    return Object.entries({ ...entry.peerDependencies, ...direct }).flatMap(([name, specifier]): Finding[] => {
      const asks = `requires ${name} as ${JSON.stringify(specifier)}`
      if (!isFromRegistry(specifier)) {
        return [
          {
            subject,
            problem: `${asks}, which is not in the registry`,
            remedy: 'use a version that is published there',
          },
        ]
      }
      if (isOwn && name in direct && !exactVersion.test(specifier)) {
        return [{ subject, problem: `${asks}, which is not an exact version`, remedy: 'write the exact version' }]
      }
      return []
    })
  })
}

/** Returns findings for list entries that no package needs any more. */
function staleScripts(locked: readonly LockedPackage[], { installScripts }: LockRules): Finding[] {
  const withScript = new Set(locked.filter(({ entry }) => entry.hasInstallScript === true).map(({ name }) => name))
  return Object.keys(installScripts)
    .filter((name) => !withScript.has(name))
    .map((name) => ({
      subject: name,
      problem: 'is on the list of packages with install scripts, but package-lock.json has no such package',
      remedy: 'remove it from installScripts in tools/supply-chain/policy.ts',
    }))
}

/** Returns the specifiers of `overrides` in package.json, at any depth. */
function overrideSpecifiers(overrides: unknown, path: string): [string, string][] {
  if (typeof overrides === 'string') return [[path, overrides]]
  if (typeof overrides !== 'object' || overrides === null) return []
  return Object.entries(overrides).flatMap(([key, value]) => overrideSpecifiers(value, `${path} > ${key}`))
}

/**
 * Checks overrides: they replace packages' own specifiers, so only the registry may satisfy them, too. `$name` refers
 * to a version used elsewhere.
 */
export function overrideFindings(overrides: unknown): Finding[] {
  return overrideSpecifiers(overrides, 'overrides')
    .filter(([, specifier]) => !specifier.startsWith('$') && !isFromRegistry(specifier))
    .map(([path, specifier]) => ({
      subject: `package.json, ${path}`,
      problem: `${JSON.stringify(specifier)} is not in the registry`,
      remedy: 'use a version that is published there',
    }))
}

/**
 * Checks that install scripts are switched off for every installation from this checkout. @param npmrc text of `.npmrc`
 */
export function npmrcFindings(npmrc: string): Finding[] {
  if (npmrc.split('\n').some((line) => /^\s*ignore-scripts\s*=\s*true\s*$/.test(line))) return []
  return [
    {
      subject: '.npmrc',
      problem: 'does not switch off install scripts',
      remedy: 'write ignore-scripts=true into it',
    },
  ]
}

/** Returns all rule violations of a lock file. */
export function lockFindings(lock: LockFile, rules: LockRules): Finding[] {
  const locked = lockedPackages(lock)
  return [
    ...versionFindings(lock),
    ...folderFindings(lock, rules),
    ...locked.flatMap((each) => [
      ...sourceFindings(each),
      ...integrityFindings(each, lock.packages ?? {}),
      ...scriptFindings(each, rules),
    ]),
    ...specifierFindings(lock),
    ...staleScripts(locked, rules),
  ]
}
