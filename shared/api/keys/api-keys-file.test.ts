import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiKeysError, readApiKeys } from './api-keys-file.ts'

const sha256 = 'ab'.repeat(32)
const entry = { id: 'k', tenant: 't', sha256 }
const secretOf = (bytes: number): string => Buffer.alloc(bytes, 7).toString('base64')

const full = {
  ...entry,
  webhook_secrets: [`whsec_${secretOf(32)}`, secretOf(24), secretOf(25), secretOf(64)],
  quotas: { starts_per_minute: 0, reads_per_minute: 1, calls_per_minute: 2, concurrent_jobs: 3, streams: 4 },
}

test('a list of keys is read, whatever else the entries hold', () => {
  assert.deepEqual(readApiKeys(JSON.stringify([{ ...full, note: 'mine' }])), [{ ...full, note: 'mine' }])
  assert.deepEqual(readApiKeys(JSON.stringify([{ ...entry, webhook_secrets: [], quotas: {} }])).length, 1)
  assert.deepEqual(readApiKeys('[]'), [])
})

const refused: readonly (readonly [what: string, entries: unknown, message: RegExp])[] = [
  ['an object', {}, /the file: must be a list/],
  ['a list of other things', [entry, 5], /entry 2: must be an object/],
  ['an entry without a digest', [{ id: 'k', tenant: 't' }], /entry 1: `sha256` is missing/],
  ['an id with a slash', [{ ...entry, id: 'a/b' }], /entry 1, id: must begin with a letter or digit/],
  ['an id that goes up', [{ ...entry, id: '..' }], /entry 1, id: must begin with/],
  ['a long tenant', [{ ...entry, tenant: 'x'.repeat(65) }], /entry 1, tenant: must begin with/],
  ['a key instead of its digest', [{ ...entry, sha256: 'seine_k_x' }], /entry 1, sha256: must be the SHA-256/],
  ['an id twice', [entry, { ...entry, sha256: 'cd'.repeat(32) }], /entry 2 has the same id as entry 1/],
  ['a key twice', [entry, { ...entry, id: 'j', sha256: sha256.toUpperCase() }], /entry 2 has the same key as entry 1/],
  [
    'a short secret',
    [{ ...entry, webhook_secrets: [secretOf(23)] }],
    /entry 1, webhook_secrets\/0: must be base64 of 24/,
  ],
  ['a long secret', [{ ...entry, webhook_secrets: [secretOf(65)] }], /webhook_secrets\/0/],
  ['a secret cut off', [{ ...entry, webhook_secrets: [secretOf(32).slice(0, -3)] }], /webhook_secrets\/0/],
  ['five secrets', [{ ...entry, webhook_secrets: Array<string>(5).fill(secretOf(24)) }], /must be a list of at most 4/],
  [
    'an unknown quota',
    [{ ...entry, quotas: { jobs: 5 } }],
    /entry 1, quotas has an unknown name; the known names are starts_per/,
  ],
  ['a quota below none', [{ ...entry, quotas: { streams: -1 } }], /entry 1, quotas\/streams: must be a whole number/],
  ['half a quota', [{ ...entry, quotas: { streams: 0.5 } }], /quotas\/streams/],
]

for (const [what, entries, message] of refused) {
  test(`${what} is refused by name and rule`, () => {
    assert.throws(() => readApiKeys(JSON.stringify(entries)), { name: 'ApiKeysError', message })
  })
}

test('every broken entry is named at once', () => {
  const entries = [entry, { ...entry, id: '' }, { ...entry, tenant: '' }]
  assert.throws(() => readApiKeys(JSON.stringify(entries)), /entry 2, id: .*; entry 3, tenant: /)
})

test('what is no list of keys is refused without a word of its content', () => {
  const canary = 'c4n4ry!'
  const texts = [
    canary,
    `{"${canary}"`,
    JSON.stringify({ id: canary }),
    JSON.stringify([{ id: canary, tenant: 't' }]),
    JSON.stringify([{ ...entry, sha256: canary }]),
    JSON.stringify([{ ...entry, tenant: canary }]),
    JSON.stringify([{ ...entry, webhook_secrets: canary }]),
    JSON.stringify([{ ...entry, webhook_secrets: [canary] }]),
    JSON.stringify([{ ...entry, quotas: { [canary]: 1 } }]),
    JSON.stringify([{ ...entry, quotas: { streams: canary } }]),
  ]
  for (const text of texts) {
    assert.throws(
      () => readApiKeys(text),
      (error: unknown) => error instanceof ApiKeysError && !error.message.includes(canary),
      text,
    )
  }
})
