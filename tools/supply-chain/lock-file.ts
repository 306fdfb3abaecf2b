/** Reads `package-lock.json` (lockfileVersion 3): the packages it installs, and their sources. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The fields of an entry of `packages` that the checks read. Values are unchanged and not yet validated. */
export interface LockEntry {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  inBundle?: boolean
  hasInstallScript?: boolean
  license?: unknown
  bundleDependencies?: string[] | boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export interface LockFile {
  lockfileVersion?: number
  packages?: Record<string, LockEntry>
}

/** A package that the lock file installs. */
export interface LockedPackage {
  /** Folder, relative to the repository: `node_modules/a/node_modules/b`. */
  path: string
  /** Name in the registry; an alias is resolved. */
  name: string
  version: string
  /** False when only development needs it. */
  isProduction: boolean
  entry: LockEntry
}

/** Reads the lock file of a repository. @throws Error when it is missing or not JSON */
export function readLockFile(root: string): LockFile {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile
}

const marker = 'node_modules/'

/** Returns the package name of a package folder: the text after the last `node_modules/`. */
export const nameAt = (path: string): string => path.slice(path.lastIndexOf(marker) + marker.length)

/** Returns true for the folder of a package, false for one of the repository's own. */
export const isPackagePath = (path: string): boolean => path.includes(marker)

/** Returns the packages of a lock file, without the links to the repository's own, in file order. */
export function lockedPackages({ packages = {} }: LockFile): LockedPackage[] {
  return Object.entries(packages)
    .filter(([path, entry]) => isPackagePath(path) && entry.link !== true)
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? nameAt(path),
      version: entry.version ?? '(no version)',
      isProduction: entry.dev !== true,
      entry,
    }))
}

/** Returns the packages that the repository's own manifests name as dependencies, without its own. */
export function directDependencies({ packages = {} }: LockFile): Set<string> {
  const own = Object.entries(packages).filter(([path]) => !isPackagePath(path))
  const ownNames = new Set(own.map(([, { name }]) => name))
  return new Set(
    own
      .flatMap(([, { dependencies, devDependencies, optionalDependencies }]) =>
        Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
      )
      .filter((name) => !ownNames.has(name)),
  )
}
