/** The published JSON schema of CycloneDX 1.6, to validate bills against. */
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

/** Formats of strings that the schema names; Ajv has none of its own. */
const formats = {
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/,
  'iri-reference': /^\S*$/,
  'idn-email': /^\S+@\S+$/,
  // Of the signatures of bills, which ours have not.
  string: true,
  uri: /^[a-z][\w+.-]*:\S+$/,
} as const

const ajv = new Ajv({ strict: false, allErrors: true, formats })
// By the names that the schema refers to them.
for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
  ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
}
const validate = ajv.compile(schema('bom-1.6'))

/** What in a bill breaks the schema, and references that lead nowhere; empty for none. */
export function billProblems(bill: unknown): string[] {
  validate(bill)
  const broken = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
  return broken.length > 0 ? broken : danglingReferences(bill as Parameters<typeof danglingReferences>[0])
}

interface Referring {
  'bom-ref': string
  components?: Referring[]
}

/** The schema cannot say that references have to be of the bill, and each `bom-ref` the only one. */
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
