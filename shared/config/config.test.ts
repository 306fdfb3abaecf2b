import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

test('what callers export for the samples of the guides does not keep a process from starting', () => {
  const config = readConfig({ SEINE_URL: 'http://127.0.0.1:8420', SEINE_KEY: 'seine_dev_1', SEINE_LOG_LEVEL: 'warn' })
  assert.equal(config.SEINE_LOG_LEVEL, 'warn')
  assert.ok(!('SEINE_KEY' in config))
})

test('every unknown setting and every wrong value is named', () => {
  const environment = { SEINE_GATEWAY_PRT: '1', SEINE_GATEWAY_PORT: 'many', SEINE_DEV_X: '1', HOME: '/' }
  assert.throws(
    () => readConfig(environment),
    (error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(error.message, /SEINE_GATEWAY_PRT: unknown setting/)
      assert.match(error.message, /SEINE_GATEWAY_PORT: must be integer, got "many"/)
      assert.doesNotMatch(error.message, /SEINE_DEV_X|HOME/)
      return true
    },
  )
})

test('bodies in archives have a bound that leaves something of them', () => {
  assert.equal(readConfig({ SEINE_ARCHIVE_BODY_MAX_BYTES: '1024' }).SEINE_ARCHIVE_BODY_MAX_BYTES, 1024)
  assert.throws(
    () => readConfig({ SEINE_ARCHIVE_BODY_MAX_BYTES: '0' }),
    /SEINE_ARCHIVE_BODY_MAX_BYTES: must be >= 1024/,
  )
})
