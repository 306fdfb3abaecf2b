import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { apiKeysFile, loadSecrets } from '../../services/cli/secrets/secrets.ts'
import { stateLayout } from './state-layout.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-secrets-'))
after(() => rmSync(base, { recursive: true, force: true }))

function emptyState(name: string) {
  const layout = stateLayout(join(base, name))
  mkdirSync(layout.directory)
  return layout
}

test('secrets are made once per state directory and are private', () => {
  const layout = emptyState('one')
  const secrets = loadSecrets(layout)
  assert.deepEqual(loadSecrets(layout), secrets)
  assert.notEqual(loadSecrets(emptyState('two')).apiKey, secrets.apiKey)
  assert.equal(statSync(layout.secrets).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(layout.directory), ['secrets.json'])
})

test('what a file of an older version lacks is added once, the rest stays', () => {
  const layout = emptyState('older')
  const { serviceToken: _missing, ...older } = loadSecrets(emptyState('newer'))
  writeFileSync(layout.secrets, JSON.stringify(older))
  const completed = loadSecrets(layout)
  assert.match(completed.serviceToken, /^[0-9a-f]{48}$/)
  assert.deepEqual({ ...completed, ...older }, completed)
  assert.deepEqual(loadSecrets(layout), completed)
})

test('a damaged file of secrets is an error, never silently replaced', () => {
  const layout = emptyState('damaged')
  writeFileSync(layout.secrets, '{')
  assert.throws(() => loadSecrets(layout), SyntaxError)
})

test('the key file holds the hash of the key, never the key', () => {
  const secrets = loadSecrets(emptyState('keys'))
  const text = apiKeysFile(secrets)
  assert.ok(!text.includes(secrets.apiKey))
  assert.deepEqual(JSON.parse(text), [
    {
      id: 'dev',
      tenant: 'default',
      sha256: createHash('sha256').update(secrets.apiKey).digest('hex'),
      webhook_secrets: [secrets.webhookSecret],
      quotas: {},
      operator: true,
    },
  ])
  assert.equal(Buffer.from(secrets.webhookSecret.replace('whsec_', ''), 'base64').length, 32)
})
