import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { configSchema } from '../../config/config.ts'
import { deliveryTargetsSchema } from '../../operator-services/delivery-targets.ts'
import { selectorSetSchema } from '../../tasks/serp-selector-data.ts'
import { apiKeysSchema } from '../keys/api-keys-file.ts'
import { openApiDocument } from '../openapi/openapi.ts'

const { components, paths } = openApiDocument('0.0.0') as Record<'components' | 'paths', unknown>

/** Every value of a member `schema`, and of the named ones. */
function schemasIn(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) =>
    name === 'schema' ? [value] : name === 'schemas' ? Object.values(value as object) : schemasIn(value),
  )
}

it('finds that the schemas of the code are valid, which no process checks at its start', () => {
  const ajv = new Ajv2020({ strict: false })
  const described = [...schemasIn(components), ...schemasIn(paths)]
  assert.ok(described.length > 100, `${described.length} schemas`)
  for (const schema of [configSchema, deliveryTargetsSchema, selectorSetSchema, apiKeysSchema, ...described]) {
    assert.ok(ajv.validateSchema(schema as object), `${ajv.errorsText()}: ${JSON.stringify(schema).slice(0, 200)}`)
  }
  assert.equal(ajv.validateSchema({ type: 'text' }), false)
})
