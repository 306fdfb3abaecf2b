/** The npm packages of an image, with what the lock file knows of them. */
import { globSync, lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nameAt, type LockFile } from '../supply-chain/lock-file.ts'
import { policy } from '../supply-chain/policy.ts'
import { licenceOf } from '../supply-chain/stated-licence.ts'
import type { BillPart, Component, LicenceEntry } from './cyclonedx.ts'
import { packageUrl } from './package-url.ts'

/** The bundle of workflows, as an image has it. */
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

/** Folders of all packages below a folder, links to the repository's own left out; sorted. */
export function packagePlaces(root: string): string[] {
  return globSync('**/node_modules/{*,@*/*}/package.json', { cwd: root })
    .map((path) => dirname(path))
    .filter((place) => !lstatSync(join(root, place)).isSymbolicLink())
    .toSorted()
}

/**
 * Folders of the packages that a bundle was made of, from the source map at its end.
 * @returns relative to the repository it was made in, sorted; none for a bundle without a map
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

/** A single identifier is an id, everything else an expression. */
export function licenceEntries(licence: string | null): LicenceEntry[] {
  if (licence === null) return []
  return /^[\w.+-]+$/.test(licence) ? [{ license: { id: licence } }] : [{ expression: licence }]
}

/** The hash of an archive as the lock file writes it, in hexadecimal digits. */
function hashesOf(integrity: string | undefined): NonNullable<Component['hashes']> {
  const base64 = /^sha512-([\w+/]+=*)$/.exec(integrity ?? '')?.[1]
  return base64 === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }]
}

/** `@scope/name` in two parts; without a scope the first is empty. */
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

/** The folder in which Node finds a package from a folder; undefined where it is not in the image. */
function resolved(name: string, folder: string, places: ReadonlyMap<string, unknown>): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const place = join(at, 'node_modules', name)
    if (places.has(place)) return place
    if (at === '.' || at === '/') return undefined
  }
}

/** The packages of an image. */
export interface NpmPart extends BillPart {
  /** `bom-ref` of the packages that Seine's own files import. */
  direct: string[]
}

/**
 * Lists packages. Copies of the same version are one component that occurs several times.
 * @param root folder that the places are relative to
 * @param bundled folders of packages that are in the bundle of workflows as well
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
    // What is in the bundle alone is known from the lock file.
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

/** What the repository's own manifests ask for, found from where these are. */
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
