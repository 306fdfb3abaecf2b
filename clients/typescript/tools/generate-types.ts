/**
 * The types of requests and answers, generated from `openapi.json`. Run with `--write`, this file writes them; without,
 * it compares them with the committed file and fails when they differ.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

const description = join(import.meta.dirname, '../../../openapi.json')
const target = join(import.meta.dirname, '../src/generated/openapi.ts')

const header = '/** Generated from openapi.json by clients/typescript/tools/generate-types.ts: do not edit. */\n'

type Described = Record<string, unknown>

/** Members without which the types are the same: examples, headers of answers. */
const dropped = new Set(['example', 'x-codeSamples', 'headers'])

/** Removes what no type depends on; otherwise the file would be three times as long. */
function slim(value: unknown, inProperties = false): unknown {
  if (Array.isArray(value)) return value.map((item) => slim(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      // A member of a schema may have such a name.
      .filter(([name]) => inProperties || !dropped.has(name))
      .map(([name, member]) => [name, slim(member, name === 'properties')]),
  )
}

/** Keeps the answers that are no problems: errors of the client carry those, with one type for all. */
function withoutProblems(paths: Record<string, Record<string, Described>>): object {
  const answersOf = ({ responses, ...operation }: Described): Described => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(responses as Described).filter(
        ([status, answer]) => status < '300' || JSON.stringify(answer).includes('"application/json"'),
      ),
    ),
  })
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, answersOf(operation)])),
    ]),
  )
}

/** Returns the text of the file for an API description. @param json the description, JSON. */
async function generatedTypes(json: string): Promise<string> {
  const { webhooks: _webhooks, components, paths, ...document } = slim(JSON.parse(json)) as Described
  const { schemas, securitySchemes } = components as Described
  const slimmed = {
    ...document,
    paths: withoutProblems(paths as Record<string, Record<string, Described>>),
    components: { schemas, securitySchemes },
  }
  const nodes = await openapiTS(slimmed as unknown as OpenAPI3, {
    // A member with a default may be omitted in a request.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  })
  return header + astToString(nodes)
}

const text = await generatedTypes(readFileSync(description, 'utf8'))
if (process.argv.includes('--write')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error(
    'the types of clients/typescript do not match openapi.json: run node clients/typescript/tools/generate-types.ts --write',
  )
  process.exitCode = 1
}
