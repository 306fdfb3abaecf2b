import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiKeysError, readApiKeys } from './api-keys-file.ts'

const sha256 = 'ab'.repeat(32)

test('a list of keys is read, whatever else the entries hold', () => {
  const entry = { id: 'k', tenant: 't', sha256, webhook_secrets: ['whsec_x'], quotas: { jobs: 5 }, note: 'mine' }
  assert.deepEqual(readApiKeys(JSON.stringify([entry])), [entry])
  assert.deepEqual(readApiKeys('[]'), [])
})

test('what is no list of keys is refused without a word of its content', () => {
  const canary = 'c4n4ry'
  const texts = [
    canary,
    `{"${canary}"`,
    JSON.stringify({ id: canary }),
    JSON.stringify([{ id: canary, tenant: 't' }]),
    JSON.stringify([{ id: 'k', tenant: 't', sha256: canary }]),
    JSON.stringify([{ id: 'k', tenant: 't', sha256, webhook_secrets: canary }]),
  ]
  for (const text of texts) {
    assert.throws(
      () => readApiKeys(text),
      (error: unknown) => error instanceof ApiKeysError && !error.message.includes(canary),
      text,
    )
  }
})
