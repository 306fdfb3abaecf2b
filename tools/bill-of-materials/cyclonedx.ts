/** Bills of materials in CycloneDX 1.6 (ECMA-424): the fields that Seine's bills use, and their assembly. */
import { createHash } from 'node:crypto'

export type LicenceEntry = { license: { id: string } | { name: string } } | { expression: string }

export interface Component {
  type: 'application' | 'container' | 'library' | 'operating-system'
  'bom-ref': string
  /** Scope of an npm package, with `@`. */
  group?: string
  name: string
  version?: string
  description?: string
  supplier?: { name: string }
  hashes?: { alg: 'SHA-256' | 'SHA-512'; content: string }[]
  licenses?: LicenceEntry[]
  cpe?: string
  purl?: string
  /** Components within this one. */
  components?: Component[]
  evidence?: { licenses?: LicenceEntry[]; occurrences?: { location: string }[] }
}

/** The contribution of one source to the bill. */
export interface BillPart {
  components: Component[]
  /** The `bom-ref` of each component, with those of its dependencies. */
  dependencies: Map<string, Set<string>>
}

export interface Bill {
  bomFormat: 'CycloneDX'
  specVersion: '1.6'
  serialNumber: string
  version: number
  metadata: object
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
  compositions: { aggregate: 'complete' | 'incomplete' | 'unknown'; assemblies: string[] }[]
}

export interface BillOptions {
  /** The image itself. */
  subject: Component
  /** The `bom-ref` of each direct dependency of the image. */
  direct: readonly string[]
  parts: readonly BillPart[]
  /** False when parts of the image are unknown. */
  isComplete: boolean
  /** The `bom-ref` of each component with vendored code that is not listed anywhere. */
  vendoring: readonly string[]
  /** The program that writes the bill, and its version. */
  tool: { name: string; version: string }
  /** Time of the build, ISO 8601; omitted when it is not fixed, so that the same image has the same bill. */
  timestamp?: string
}

/** Compares by code units, so that the order is the same in every locale. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/** Formats the first bytes of a hash as a UUID, so that the same content has the same serial number. */
function serialNumberOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex')
  // Version 8 (custom), with the variant of RFC 9562.
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Assembles a bill, in an order that depends only on its content. */
export function createBill(options: BillOptions): Bill {
  const { subject, direct, parts, isComplete, vendoring, tool, timestamp } = options
  const needs = new Map<string, Set<string>>([[subject['bom-ref'], new Set(direct)]])
  for (const part of parts) {
    for (const { 'bom-ref': ref } of part.components) needs.set(ref, part.dependencies.get(ref) ?? new Set())
  }
  const content = {
    version: 1,
    metadata: {
      ...(timestamp === undefined ? {} : { timestamp }),
      lifecycles: [{ phase: isComplete ? 'build' : 'pre-build' }],
      tools: { components: [{ type: 'application', ...tool }] },
      component: subject,
    },
    components: parts
      .flatMap(({ components }) => components)
      .toSorted((one, other) => inOrder(one['bom-ref'], other['bom-ref'])),
    dependencies: [...needs]
      .map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].toSorted(inOrder) }))
      .toSorted((one, other) => inOrder(one.ref, other.ref)),
    compositions: [
      { aggregate: isComplete ? ('complete' as const) : ('incomplete' as const), assemblies: [subject['bom-ref']] },
      ...(vendoring.length === 0 ? [] : [{ aggregate: 'unknown' as const, assemblies: vendoring.toSorted(inOrder) }]),
    ],
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumberOf(JSON.stringify(content)),
    ...content,
  }
}
