/** Bills of materials in CycloneDX 1.6 (ECMA-424): the fields that ours have, and how one is put together. */
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

/** What a part of the bill contributes. */
export interface BillPart {
  components: Component[]
  /** `bom-ref` of a component, and those of what it needs. */
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
  /** `bom-ref` of what the image has directly. */
  direct: readonly string[]
  parts: readonly BillPart[]
  /** False when parts of the image are not known here. */
  isComplete: boolean
  /** `bom-ref` of components that hold code of others which is listed nowhere. */
  vendoring: readonly string[]
  /** Program that writes the bill, and its version. */
  tool: { name: string; version: string }
  /** Time of the build, ISO 8601; left out when it is not fixed, so that the same image has the same bill. */
  timestamp?: string
}

/** By code units: the same in every locale. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/** The form of a UUID with the first bytes of a hash: the same content has the same number. */
function serialNumberOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex')
  // Version 8, of one's own making, and the variant of RFC 9562.
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Puts a bill together, in an order that depends on its content alone. */
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
