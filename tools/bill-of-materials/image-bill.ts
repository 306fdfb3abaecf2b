/** The bill of materials of an image: its npm packages, their native parts, Node.js, and the Debian packages. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLockFile, type LockFile } from '../supply-chain/lock-file.ts'
import { programsOf, unusedPackages, type ImageTarget } from '../images/image-targets.ts'
import { reachableModules } from '../images/reachable-modules.ts'
import { reachablePackages } from '../images/reachable-packages.ts'
import { createBill, type Bill, type BillPart } from './cyclonedx.ts'
import { debianPart } from './debian-packages.ts'
import { nodePart } from './node-runtime.ts'
import { bundledPlaces, bundleName, npmPart, packagePlaces } from './npm-packages.ts'
import { cratePart } from './rust-crates.ts'

/** Path of the bill in an image. */
export const billPath = 'usr/share/doc/seine/sbom.cdx.json'

/** Folder of the program in an image. */
const programFolder = 'app'

/** Packages with vendored code that none of their files lists: browsers, and pdf.js in `unpdf`. */
const vendoringNames: ReadonlySet<string> = new Set(['chromium', 'chromium-common', 'chromium-headless-shell', 'unpdf'])

/** Returns the crates of the packages that ship a list of them. */
function crateParts(root: string, places: readonly string[], npm: BillPart): BillPart[] {
  return places
    .filter((place) => existsSync(join(root, place, 'Cargo.lock')))
    .map((place) => {
      const owner = npm.components.find(({ evidence }) =>
        evidence?.occurrences?.some(({ location }) => location === place),
      )
      return cratePart(readFileSync(join(root, place, 'Cargo.lock'), 'utf8'), place, owner?.['bom-ref'] ?? place)
    })
}

/** Adds its own crates to the dependencies of each npm package. */
function withCrates(npm: BillPart, crates: readonly BillPart[]): BillPart {
  const dependencies = new Map(npm.dependencies)
  for (const { components, dependencies: needs } of crates) {
    const own = new Set(components.map((component) => component['bom-ref']))
    for (const [ref, needed] of needs) {
      if (!own.has(ref)) dependencies.set(ref, new Set([...(dependencies.get(ref) ?? []), ...needed]))
    }
  }
  return { components: npm.components, dependencies }
}

interface Content {
  target: ImageTarget
  version: string
  lock: LockFile
  /** Folder that the places are relative to. */
  root: string
  places: readonly string[]
  /** Text of the workflow bundle, when the image has one. */
  bundle?: string
  /** Components of the base image; null when they are not known. */
  base: { parts: BillPart[]; direct: string[] } | null
  timestamp?: string
}

function billOf({ target, version, lock, root, places, bundle, base, timestamp }: Content): Bill {
  const npm = npmPart(root, places, lock, bundledPlaces(bundle ?? ''))
  const crates = crateParts(root, places, npm)
  const parts = [withCrates(npm, crates), ...crates, ...(base?.parts ?? [])]
  return createBill({
    subject: {
      type: 'container',
      'bom-ref': `seine/${target}`,
      name: `seine/${target}`,
      version,
      licenses: [{ license: { id: 'Apache-2.0' } }],
    },
    direct: [...npm.direct, ...(base?.direct ?? [])],
    parts,
    isComplete: base !== null,
    vendoring: parts
      .flatMap(({ components }) => components)
      .filter(({ name }) => vendoringNames.has(name))
      .map((component) => component['bom-ref']),
    tool: { name: 'seine', version },
    ...(timestamp === undefined ? {} : { timestamp }),
  })
}

/** Returns the build time (reproducible-builds.org, SOURCE_DATE_EPOCH, seconds) in ISO 8601. */
export function timestampOf(environment: Record<string, string | undefined>): { timestamp?: string } {
  const seconds = environment['SOURCE_DATE_EPOCH'] ?? ''
  return /^\d{1,11}$/.test(seconds) ? { timestamp: new Date(Number(seconds) * 1_000).toISOString() } : {}
}

const versionOf = (repository: string): string =>
  (JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string }).version

/**
 * Builds the bill of an image from the image's own files.
 * @param repository folder with the lock file that the image was built from
 * @param root the image's `/`; the Node.js that runs this is assumed to be that of the image
 */
export function imageBill(
  target: ImageTarget,
  repository: string,
  root: string,
  environment: Record<string, string | undefined>,
): Bill {
  const app = join(root, programFolder)
  const bundle = join(app, bundleName)
  const debian = debianPart(root)
  const node = nodePart(process.execPath, process.versions)
  return billOf({
    target,
    version: versionOf(repository),
    lock: readLockFile(repository),
    root: app,
    places: packagePlaces(app),
    ...(existsSync(bundle) ? { bundle: readFileSync(bundle, 'utf8') } : {}),
    base: { parts: [node, debian], direct: [debian.system, ...node.components.map((each) => each['bom-ref'])] },
    ...timestampOf(environment),
  })
}

/**
 * Builds the bill of an image from a checkout. It is marked as incomplete: the components of the base image, which are
 * Node.js and Debian packages, are missing.
 * @param root the repository, with its packages installed
 */
export function checkoutBill(target: ImageTarget, root: string, environment: Record<string, string | undefined>): Bill {
  const { packages } = reachableModules(root, programsOf(target))
  return billOf({
    target,
    version: versionOf(root),
    lock: readLockFile(root),
    root,
    places: reachablePackages(root, packages, unusedPackages),
    base: null,
    ...timestampOf(environment),
  })
}

/** Formats a bill as file content. */
export const billText = (bill: Bill): string => `${JSON.stringify(bill, null, 2)}\n`
