/** The Debian packages of an image, from the records of dpkg. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BillPart, Component, LicenceEntry } from './cyclonedx.ts'
import { packageUrl } from './package-url.ts'

/** Fields of one paragraph of a control file, by name. */
type Paragraph = ReadonlyMap<string, string>

/** Reads a control file (deb822): paragraphs of fields; continuation lines are joined by line feeds. */
export function readControl(text: string): Paragraph[] {
  return text
    .split(/\n[ \t]*\n+/)
    .map(
      (paragraph) =>
        new Map(
          [...paragraph.matchAll(/^([^\s:#][^\s:]*):[ \t]*(.*(?:\n[ \t].*)*)/gm)].map(([, name = '', value = '']) => [
            name,
            value,
          ]),
        ),
    )
    .filter((fields) => fields.size > 0)
}

/** The operating system that packages belong to, from `/etc/os-release`. */
export interface OperatingSystem {
  id: string
  version: string
  title: string
}

/** Reads `/etc/os-release`. */
export function readOsRelease(text: string): OperatingSystem {
  const values = new Map(
    [...text.matchAll(/^(\w+)=["']?(.*?)["']?$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  const id = values.get('ID') ?? 'linux'
  return { id, version: values.get('VERSION_ID') ?? '', title: values.get('PRETTY_NAME') ?? id }
}

/** Returns whether the files of a package are present: in all states except these (dpkg(1), "Package states"). */
const isPresent = (fields: Paragraph): boolean =>
  !/ (?:not-installed|config-files)$/.test(fields.get('Status') ?? ' not-installed')

/** Returns the licence names in a machine-readable copyright file (DEP-5), each once. */
function declaredLicences(text: string): string[] {
  if (!/^Format(?:-Specification)?:.*(?:copyright-format|dep5)/im.test(text)) return []
  const names = readControl(text).map((fields) => (fields.get('License') ?? '').split('\n')[0]!.trim())
  return [...new Set(names.filter((name) => name !== ''))].toSorted()
}

/** Returns the common licences that a free-text copyright file refers to. */
const mentionedLicences = (text: string): string[] =>
  [
    ...new Set([...text.matchAll(/\/usr\/share\/common-licenses\/([\w.+-]*\w)/g)].map(([, name = '']) => name)),
  ].toSorted()

/** Converts Debian licence names, which are not SPDX ids, to named licences. */
const named = (names: readonly string[]): LicenceEntry[] => names.map((name) => ({ license: { name } }))

function licencesOf(copyright: string | null): Pick<Component, 'licenses' | 'evidence'> {
  if (copyright === null) return {}
  const declared = named(declaredLicences(copyright))
  if (declared.length > 0) return { licenses: declared }
  const mentioned = named(mentionedLicences(copyright))
  return mentioned.length > 0 ? { evidence: { licenses: mentioned } } : {}
}

function componentOf(fields: Paragraph, system: OperatingSystem, copyright: string | null): Component {
  const [name = '', version = ''] = [fields.get('Package'), fields.get('Version')]
  // `Source: name (version)`, present when they differ from those of the package.
  const [, source = name, sourceVersion = version] = /^(\S+)(?: \((.+)\))?$/.exec(fields.get('Source') ?? name) ?? []
  const isSame = source === name && sourceVersion === version
  const purl = packageUrl('deb', system.id, name, version, {
    arch: fields.get('Architecture'),
    distro: `${system.id}-${system.version}`,
    upstream: isSame ? undefined : `${source}@${sourceVersion}`,
  })
  const maintainer = fields.get('Maintainer')
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(maintainer === undefined ? {} : { supplier: { name: maintainer } }),
    ...licencesOf(copyright),
    purl,
  }
}

/** Returns the dependencies of a package among the installed packages; for alternatives, all that are installed. */
function needsOf(fields: Paragraph, providers: ReadonlyMap<string, string[]>): Set<string> {
  const wanted = `${fields.get('Pre-Depends') ?? ''},${fields.get('Depends') ?? ''}`
  const names = [...wanted.matchAll(/(?:^|[,|])\s*([a-z0-9][a-z0-9+.-]*)/g)].map(([, name = '']) => name)
  return new Set(names.flatMap((name) => providers.get(name) ?? []))
}

/** The Debian part of a bill. */
export interface DebianPart extends BillPart {
  /** The `bom-ref` of the system, which every component of this part belongs to. */
  system: string
}

/**
 * Lists the Debian packages of an image.
 * @param root the image's `/`
 * @throws Error when dpkg has left no record
 */
export function debianPart(root: string): DebianPart {
  const text = (path: string): string => readFileSync(join(root, path), 'utf8')
  const system = readOsRelease(text('etc/os-release'))
  const copyrights = new Set(globSync('usr/share/doc/*/copyright', { cwd: root }))
  const packages = readControl(text('var/lib/dpkg/status'))
    .filter(isPresent)
    .map((fields) => {
      const path = `usr/share/doc/${fields.get('Package') ?? ''}/copyright`
      return { fields, component: componentOf(fields, system, copyrights.has(path) ? text(path) : null) }
    })
  const providers = new Map<string, string[]>()
  for (const { fields, component } of packages) {
    const virtual = (fields.get('Provides') ?? '').split(',').map((each) => each.trim().split(/[\s(]/)[0] ?? '')
    for (const name of [fields.get('Package') ?? '', ...virtual]) {
      providers.set(name, [...(providers.get(name) ?? []), component['bom-ref']])
    }
  }
  const ref = `${system.id}-${system.version}`
  const dependencies: BillPart['dependencies'] = new Map(
    packages.map(({ fields, component }) => {
      const needs = needsOf(fields, providers)
      needs.delete(component['bom-ref'])
      return [component['bom-ref'], needs]
    }),
  )
  dependencies.set(ref, new Set(packages.map(({ component }) => component['bom-ref'])))
  const itself: Component = {
    type: 'operating-system',
    'bom-ref': ref,
    name: system.id,
    ...(system.version === '' ? {} : { version: system.version }),
    description: system.title,
  }
  return { components: [itself, ...packages.map(({ component }) => component)], dependencies, system: ref }
}
