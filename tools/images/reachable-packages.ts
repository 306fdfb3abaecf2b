/** Finds the installed packages that a set of packages needs, including indirect dependencies. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** Returns the folder from which Node.js resolves a package for a folder; null when it is not installed. */
function installed(root: string, name: string, folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const place = join(at, 'node_modules', name)
    if (statSync(join(root, place, 'package.json'), { throwIfNoEntry: false }) !== undefined) return place
    if (at === '.' || at === '/') return null
  }
}

function dependenciesOf(root: string, place: string): string[] {
  const manifest = JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8')) as Manifest
  const peers = Object.keys(manifest.peerDependencies ?? {})
  return [
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.optionalDependencies ?? {}),
    ...peers.filter((name) => manifest.peerDependenciesMeta?.[name]?.optional !== true),
  ]
}

/**
 * Returns the folders of the required packages, relative to the repository, sorted.
 * @param packages names of packages, with the folders they are imported from.
 * @param unused names that are omitted wherever they are required.
 */
export function reachablePackages(
  root: string,
  packages: ReadonlyMap<string, ReadonlySet<string>>,
  unused: ReadonlySet<string> = new Set(),
): string[] {
  const places = new Set<string>()
  const queue = [...packages].flatMap(([name, folders]) => [...folders].map((folder) => ({ name, folder })))
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (unused.has(next.name)) continue
    const place = installed(root, next.name, next.folder)
    // Optional packages and packages for other platforms may not be installed.
    if (place === null || places.has(place)) continue
    places.add(place)
    queue.push(...dependenciesOf(root, place).map((name) => ({ name, folder: place })))
  }
  return [...places].map((place) => relative('.', place)).toSorted()
}
