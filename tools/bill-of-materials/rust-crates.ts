/**
 * The Rust crates in the native part of an npm package, from the `Cargo.lock` it ships. That file lists everything a
 * build may use, including crates for tests and other platforms, so it names more than the binary contains.
 */
import type { BillPart, Component } from './cyclonedx.ts'
import { packageUrl } from './package-url.ts'

interface Crate {
  name: string
  version: string
  /** `registry+...` or `git+...`; undefined for the package's own crates. */
  source: string | undefined
  checksum: string | undefined
  /** `name` or `name version`. */
  dependencies: string[]
}

const field = (block: string, name: string): string | undefined =>
  new RegExp(`^${name} = "([^"]*)"$`, 'm').exec(block)?.[1]

/** Reads the `[[package]]` tables of a `Cargo.lock`, versions 3 and 4, whose layout Cargo fixes. */
export function readCargoLock(text: string): Crate[] {
  return text
    .split(/^\[\[package\]\]$/m)
    .slice(1)
    .map((block) => {
      const listed = /^dependencies = \[\n([^\]]*)\]/m.exec(block)?.[1] ?? ''
      return {
        name: field(block, 'name') ?? '',
        version: field(block, 'version') ?? '',
        source: field(block, 'source'),
        checksum: field(block, 'checksum'),
        dependencies: [...listed.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
      }
    })
}

function componentOf({ name, version, source, checksum }: Crate, place: string): Component {
  const origin = source?.startsWith('git+') === true ? { vcs_url: source } : {}
  // A crate without a source is part of the npm package and need not be in any registry.
  const purl = source === undefined ? undefined : packageUrl('cargo', '', name, version, origin)
  return {
    type: 'library',
    'bom-ref': purl ?? `${place}#${name}@${version}`,
    name,
    version,
    ...(checksum === undefined ? {} : { hashes: [{ alg: 'SHA-256' as const, content: checksum }] }),
    ...(purl === undefined ? {} : { purl }),
    evidence: { occurrences: [{ location: `${place}/Cargo.lock` }] },
  }
}

/**
 * Lists the crates.
 * @param text content of the `Cargo.lock`
 * @param place folder of the npm package
 * @param owner `bom-ref` of the npm package, which depends on all of them
 */
export function cratePart(text: string, place: string, owner: string): BillPart {
  const crates = readCargoLock(text).map((crate) => ({ crate, component: componentOf(crate, place) }))
  const refs = new Map<string, string>()
  for (const { crate, component } of crates) {
    refs.set(crate.name, component['bom-ref'])
    refs.set(`${crate.name} ${crate.version}`, component['bom-ref'])
  }
  const dependencies: BillPart['dependencies'] = new Map()
  for (const { crate, component } of crates) {
    const needs = crate.dependencies.flatMap((name) => refs.get(name.split(' ').slice(0, 2).join(' ')) ?? [])
    dependencies.set(component['bom-ref'], new Set(needs))
  }
  dependencies.set(owner, new Set(crates.map(({ component }) => component['bom-ref'])))
  return { components: crates.map(({ component }) => component), dependencies }
}
