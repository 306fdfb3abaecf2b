import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** Runs a service that fails with the given message. */
function failing(message: string, isExpected: boolean, environment: Record<string, string>) {
  const program = `
    const { runService } = await import(${JSON.stringify(import.meta.resolve('./run-service.ts'))})
    const fail = async () => { throw new Error(${JSON.stringify(message)}) }
    await runService('a-service', fail, () => ${isExpected})`
  const env = { PATH: process.env['PATH'], SEINE_LOG_LEVEL: 'error', ...environment }
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { env })
  return { status, said: String(stderr) }
}

test('a service that fails says why and ends with 1', () => {
  const told = failing('the port is taken', true, {})
  assert.deepEqual([told.status, told.said], [1, 'a-service: the port is taken\n'])
  assert.match(failing('the port is taken', false, {}).said, /Error: the port is taken\n +at /)
})

test('its last output has no secrets either', () => {
  const secret = 'a-secret-of-the-store-1234'
  const message = `refused ${secret} by http://someone:hidden-word@proxy:1`
  for (const isExpected of [true, false]) {
    const { said } = failing(message, isExpected, { SEINE_S3_SECRET_ACCESS_KEY: secret })
    assert.match(said, /refused \*\*\* by/)
    assert.doesNotMatch(said, /a-secret-of-the-store|hidden-word/)
  }
})

test('settings that are wrong are named', () => {
  const { status, said } = failing('never', false, { SEINE_OPS_PORT: 'many' })
  assert.equal(status, 1)
  assert.match(said, /SEINE_OPS_PORT/)
})
