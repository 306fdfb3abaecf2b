/** The published JSON schema of CycloneDX 1.6, for validating bills. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'

const schemas = join(
  dirname(fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-library/package.json'))),
  'res/schema',
)
const schema = (name: string): object =>
  JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object

/** String formats that the schema uses; Ajv has none built in. */
const formats = {
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/,
  'iri-reference': /^\S*$/,
  'idn-email': /^\S+@\S+$/,
  // Used for signatures of bills, which Seine's bills do not have.
  string: true,
  uri: /^[a-z][\w+.-]*:\S+$/,
} as const

const ajv = new Ajv({ strict: false, allErrors: true, formats })
// Registered under the names by which the schema refers to them.
for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
  ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
}
const validate = ajv.compile(schema('bom-1.6'))

/** Returns the schema violations and dangling references of a bill; an empty list if none exist. */
export function billProblems(bill: unknown): string[] {
  validate(bill)
  const broken = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
  return broken.length > 0 ? broken : danglingReferences(bill as Parameters<typeof danglingReferences>[0])
}

interface Referring {
  'bom-ref': string
  components?: Referring[]
}

/**
 * Checks what the schema cannot express: references must resolve within the bill, and each `bom-ref` must be unique.
 */
function danglingReferences(bill: {
  metadata: { component: Referring }
  components: Referring[]
  dependencies: { ref: string; dependsOn: string[] }[]
  compositions: { assemblies: string[] }[]
}): string[] {
  const all = (each: Referring): string[] => [each['bom-ref'], ...(each.components ?? []).flatMap(all)]
  const refs = [bill.metadata.component, ...bill.components].flatMap(all)
  const known = new Set(refs)
  const used = [
    ...bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]),
    ...bill.compositions.flatMap(({ assemblies }) => assemblies),
  ]
  return [
    ...refs.filter((ref, index) => refs.indexOf(ref) !== index).map((ref) => `${ref} stands twice`),
    ...used.filter((ref) => !known.has(ref)).map((ref) => `${ref} is no component`),
  ]
}
