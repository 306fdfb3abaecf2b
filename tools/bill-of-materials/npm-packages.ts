/** The npm packages of an image, combined with their data in the lock file. */
import { globSync, lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nameAt, type LockFile } from '../supply-chain/lock-file.ts'
import { policy } from '../supply-chain/policy.ts'
import { licenceOf } from '../supply-chain/stated-licence.ts'
import type { BillPart, Component, LicenceEntry } from './cyclonedx.ts'
import { packageUrl } from './package-url.ts'

/** File name of the workflow bundle in an image. */
export const bundleName = 'workflow-bundle.js'

interface Manifest {
  name?: string
  version?: string
  description?: string
  license?: unknown
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Returns the folders of all packages below a folder, without links to the repository's own packages; sorted. */
export function packagePlaces(root: string): string[] {
  return globSync('**/node_modules/{*,@*/*}/package.json', { cwd: root })
    .map((path) => dirname(path))
    .filter((place) => !lstatSync(join(root, place)).isSymbolicLink())
    .toSorted()
}

/**
 * Returns the folders of the packages that a bundle contains, from the source map at its end.
 * @returns paths relative to the repository it was built in, sorted; empty for a bundle without a source map
 */
export function bundledPlaces(bundle: string): string[] {
  const map = /sourceMappingURL=data:application\/json[^,]*;base64,([\w+/=]+)\s*$/.exec(bundle)?.[1]
  if (map === undefined) return []
  const { sources } = JSON.parse(Buffer.from(map, 'base64').toString('utf8')) as { sources: string[] }
  const places = sources.flatMap(
    (source) => /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source) ?? [],
  )
  return [...new Set(places)].toSorted()
}

/** Converts a licence: a single identifier becomes an id, anything else an expression. */
export function licenceEntries(licence: string | null): LicenceEntry[] {
  if (licence === null) return []
  return /^[\w.+-]+$/.test(licence) ? [{ license: { id: licence } }] : [{ expression: licence }]
}

/** Converts the hash of an archive from the lock file's form to hexadecimal digits. */
function hashesOf(integrity: string | undefined): NonNullable<Component['hashes']> {
  const base64 = /^sha512-([\w+/]+=*)$/.exec(integrity ?? '')?.[1]
  return base64 === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }]
}

/** Splits `@scope/name` in two parts; the first is empty without a scope. */
const splitName = (full: string): [string, string] =>
  full.startsWith('@') && full.includes('/')
    ? [full.slice(0, full.indexOf('/')), full.slice(full.indexOf('/') + 1)]
    : ['', full]

const packageRef = ({ name, version }: { name: string; version: string }): string =>
  packageUrl('npm', ...splitName(name), version)

function componentOf(place: string, manifest: Manifest, lock: LockFile): Component {
  const { name: full = nameAt(place), version = '' } = manifest
  const [group, name] = splitName(full)
  const entry = lock.packages?.[place] ?? {}
  const locked = { path: place, name: full, version, isProduction: true, entry }
  const licences = licenceEntries(licenceOf(locked, manifest, policy.clarifications))
  const hashes = hashesOf(entry.integrity)
  const purl = packageRef({ name: full, version })
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === '' ? {} : { group }),
    name,
    version,
    ...(manifest.description === undefined ? {} : { description: manifest.description }),
    ...(hashes.length === 0 ? {} : { hashes }),
    ...(licences.length === 0 ? {} : { licenses: licences }),
    purl,
    evidence: { occurrences: [{ location: place }] },
  }
}

/** Returns the folder from which Node.js resolves a package for a folder; undefined when it is not in the image. */
function resolved(name: string, folder: string, places: ReadonlyMap<string, unknown>): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const place = join(at, 'node_modules', name)
    if (places.has(place)) return place
    if (at === '.' || at === '/') return undefined
  }
}

/** The npm packages of an image. */
export interface NpmPart extends BillPart {
  /** The `bom-ref` of each package that Seine's own files import. */
  direct: string[]
}

/**
 * Lists packages. Copies of the same version are one component with several occurrences.
 * @param root folder that the places are relative to
 * @param bundled folders of packages that are also in the workflow bundle
 */
export function npmPart(
  root: string,
  places: readonly string[],
  lock: LockFile,
  bundled: readonly string[] = [],
): NpmPart {
  const manifests = new Map(
    places.map((place) => [place, JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8')) as Manifest]),
  )
  const components = new Map<string, Component>()
  const refs = new Map<string, string>()
  for (const [place, manifest] of manifests) {
    const component = componentOf(place, manifest, lock)
    const ref = component['bom-ref']
    const same = components.get(ref)
    if (same === undefined) components.set(ref, component)
    else same.evidence?.occurrences?.push({ location: place })
    refs.set(place, ref)
  }
  for (const place of bundled) {
    // For packages that are only in the bundle, the lock file is the source.
    const known = { name: nameAt(place), version: lock.packages?.[place]?.version ?? '' }
    const ref = refs.get(place) ?? packageRef(known)
    const occurrence = { location: bundleName }
    const same = components.get(ref)
    if (same === undefined) {
      components.set(ref, { ...componentOf(place, known, lock), evidence: { occurrences: [occurrence] } })
    } else same.evidence?.occurrences?.push(occurrence)
  }
  const dependencies: BillPart['dependencies'] = new Map()
  for (const [place, { dependencies: own, optionalDependencies, peerDependencies }] of manifests) {
    const needs = dependencies.get(refs.get(place)!) ?? new Set()
    for (const name of Object.keys({ ...own, ...optionalDependencies, ...peerDependencies })) {
      const ref = refs.get(resolved(name, place, manifests) ?? '')
      if (ref !== undefined) needs.add(ref)
    }
    dependencies.set(refs.get(place)!, needs)
  }
  return { components: [...components.values()], dependencies, direct: directRefs(lock, manifests, refs) }
}

/** Returns the dependencies of the repository's own manifests, resolved from their folders. */
function directRefs(
  { packages = {} }: LockFile,
  manifests: ReadonlyMap<string, unknown>,
  refs: ReadonlyMap<string, string>,
): string[] {
  const own = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'))
  return own.flatMap(([folder, { dependencies = {} }]) =>
    Object.keys(dependencies).flatMap((name) => {
      const ref = refs.get(resolved(name, folder === '' ? '.' : folder, manifests) ?? '')
      return ref === undefined ? [] : [ref]
    }),
  )
}
