import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiKeyEntry } from '@seine/shared/api/keys/api-keys-file.ts'
import { createWebhookSecrets, openedOnDemand, secretsAmong } from './webhook-secrets.ts'

const secret = (text: string) => Buffer.from(text.padEnd(24, '.')).toString('base64')
const key = (id: string, tenant: string, secrets: string[]): ApiKeyEntry => ({
  id,
  tenant,
  sha256: '0'.repeat(64),
  webhook_secrets: secrets,
})

const entries = [
  key('one', 'acme', [secret('1a'), `whsec_${secret('1b')}`]),
  key('two', 'acme', [secret('2a')]),
  key('three', 'other', [secret('3a')]),
  key('bare', 'acme', []),
]

describe('secretsAmong', () => {
  it('gives the secrets of the key that started the job', () => {
    assert.deepEqual(secretsAmong(entries, { tenant: 'acme', keyId: 'one' }), [secret('1a'), `whsec_${secret('1b')}`])
    assert.deepEqual(secretsAmong(entries, { tenant: 'acme', keyId: 'bare' }), [])
  })

  it('gives those of the other keys of the tenant when the key has gone, and never those of another tenant', () => {
    const all = [secret('1a'), `whsec_${secret('1b')}`, secret('2a')]
    assert.deepEqual(secretsAmong(entries, { tenant: 'acme', keyId: 'gone' }), all)
    assert.deepEqual(secretsAmong(entries, { tenant: 'acme' }), all)
    assert.deepEqual(secretsAmong(entries, { tenant: 'acme', keyId: 'three' }), all)
    assert.deepEqual(secretsAmong(entries, { tenant: 'nobody', keyId: 'one' }), [])
  })

  it('leaves out what can sign nothing', () => {
    assert.deepEqual(secretsAmong([key('one', 'acme', ['', '***'])], { tenant: 'acme', keyId: 'one' }), [])
  })
})

describe('createWebhookSecrets', () => {
  it('opens the key file again while it cannot be opened, and sends nothing unsigned meanwhile', async () => {
    let isThere = false
    const secrets = createWebhookSecrets(
      openedOnDemand(async () => {
        if (!isThere) throw new Error('no file')
        return await Promise.resolve({ entries: async () => await Promise.resolve(entries) })
      }),
    )
    await assert.rejects(secrets.of({ tenant: 'acme', keyId: 'two' }), /no file/)
    isThere = true
    assert.deepEqual(await secrets.of({ tenant: 'acme', keyId: 'two' }), [secret('2a')])
  })
})
