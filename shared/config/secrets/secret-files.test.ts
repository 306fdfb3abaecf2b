import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ConfigError, printConfig, readConfig } from '../config.ts'
import { readSecretFiles } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'seine-secrets-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('a secret is what its file holds, without the line end, and stays hidden', () => {
  const config = readConfig({ SEINE_SERVICE_TOKEN_FILE: file('token', ' a token \n') })
  assert.equal(config.SEINE_SERVICE_TOKEN, ' a token ')
  assert.match(printConfig(config), /^SEINE_SERVICE_TOKEN=\*+$/m)
})

test('an empty path is no path', () => {
  assert.equal(readConfig({ SEINE_SEALING_KEY_FILE: '' }).SEINE_SEALING_KEY, '')
  assert.equal(readConfig({ SEINE_SEALING_KEY_FILE: '', SEINE_SEALING_KEY: 'a' }).SEINE_SEALING_KEY, 'a')
})

test('a file that is missing or empty keeps a process from starting, and is named with its setting', () => {
  const environment = {
    SEINE_SERVICE_TOKEN_FILE: join(folder, 'missing'),
    SEINE_SEALING_KEY_FILE: file('empty', '\n'),
    SEINE_GATEWAY_PORT: 'many',
  }
  assert.throws(
    () => readConfig(environment),
    (error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(error.message, /SEINE_SERVICE_TOKEN_FILE: \S+\/missing cannot be read \(ENOENT\)/)
      assert.match(error.message, /SEINE_SEALING_KEY_FILE: \S+\/empty is empty/)
      assert.match(error.message, /SEINE_GATEWAY_PORT: must be integer/)
      return true
    },
  )
})

test('a secret that is given twice is refused, and not shown', () => {
  const path = file('twice', 'from the file')
  assert.throws(
    () => readConfig({ SEINE_SEALING_KEY: 'from the environment', SEINE_SEALING_KEY_FILE: path }),
    (error) => {
      assert.match((error as Error).message, /SEINE_SEALING_KEY_FILE: SEINE_SEALING_KEY is set too/)
      assert.doesNotMatch((error as Error).message, /from the/)
      return true
    },
  )
})

test('settings that are no secrets are not read from files', () => {
  assert.throws(() => readConfig({ SEINE_GATEWAY_HOST_FILE: '/etc/hostname' }), /SEINE_GATEWAY_HOST_FILE: unknown/)
  const { environment } = readSecretFiles({ SEINE_API_KEYS_FILE: '/keys.json' }, ['SEINE_SERVICE_TOKEN'])
  assert.deepEqual(environment, { SEINE_API_KEYS_FILE: '/keys.json' })
})
