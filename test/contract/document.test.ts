/** The API description as other tools read it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from '@seine/shared/api/openapi/openapi.ts'
import { Validator } from '@seriousme/openapi-schema-validator'

test('the description is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(
    JSON.parse(JSON.stringify(openApiDocument('1.2.3'))) as Record<string, unknown>,
  )
  assert.ok(valid, JSON.stringify(errors))
  assert.equal(validator.version, '3.1')
})
