import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelLimits } from '@seine/shared/config/model-limits.ts'
import { ServerDialect } from './server-dialect.ts'

test('a schema that was refused is not sent again, others are until two were refused', () => {
  const server = new ServerDialect()
  server.refused('json_schema', 'a')
  assert.deepEqual([server.formatFor('a'), server.formatFor('b')], ['json_object', 'json_schema'])
  server.refused('json_schema', 'b')
  assert.equal(server.formatFor('c'), 'json_object')
  server.took('json_schema')
  assert.equal(server.formatFor('c'), 'json_schema')
  assert.equal(server.formatFor(null), 'json_object')
  server.refused('json_object', null)
  assert.equal(server.formatFor(null), 'plain')
})

test('all is forgotten after a while', () => {
  let nowMs = 0
  const server = new ServerDialect(() => nowMs)
  server.refused('json_schema', 'a')
  server.refused('json_object', 'a')
  server.speaks({ tokensField: 'max_completion_tokens', hasTemperature: false })
  assert.equal(server.formatFor('a'), 'plain')
  nowMs = modelLimits.rememberMs
  assert.equal(server.formatFor('a'), 'json_schema')
  assert.equal(server.dialect.tokensField, 'max_tokens')
})
