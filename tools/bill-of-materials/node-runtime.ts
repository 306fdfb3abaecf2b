/** Node.js itself, with the libraries it is built from. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BillPart, Component } from './cyclonedx.ts'
import { packageUrl } from './package-url.ts'

/** Entries of `process.versions` that are not libraries: versions of interfaces and of data. */
const noLibraries: ReadonlySet<string> = new Set(['node', 'modules', 'napi', 'unicode', 'cldr', 'tz'])
/** Libraries that are usually known by another name. */
const usualNames: Readonly<Record<string, string>> = { uv: 'libuv', ares: 'c-ares' }

function libraryOf(name: string, version: string, owner: string): Component {
  const usual = usualNames[name] ?? name
  return {
    type: 'library',
    'bom-ref': `${owner}#${usual}`,
    name: usual,
    version,
    purl: packageUrl('generic', '', usual, version),
  }
}

/**
 * Returns the Node.js of an image.
 * @param executable path of its executable
 * @param versions its `process.versions`
 */
export function nodePart(executable: string, versions: Readonly<Record<string, string | undefined>>): BillPart {
  const version = versions['node'] ?? ''
  const purl = packageUrl('generic', '', 'node', version)
  const libraries = Object.entries(versions).flatMap(([name, each]) =>
    noLibraries.has(name) || each === undefined ? [] : [libraryOf(name, each, purl)],
  )
  const node: Component = {
    type: 'application',
    'bom-ref': purl,
    name: 'node',
    version,
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(readFileSync(executable)).digest('hex') }],
    licenses: [{ license: { id: 'MIT' } }],
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    purl,
    components: libraries.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  }
  return { components: [node], dependencies: new Map() }
}
