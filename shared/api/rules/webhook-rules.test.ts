import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestLimits } from '../../config/api-limits.ts'
import { allowNothing } from '../../egress/policy/allow-list.ts'
import { vetUrl } from '../../egress/policy/target-policy.ts'
import { ProblemList } from './problem-list.ts'
import { checkWebhook } from './webhook-rules.ts'

const vet = (text: string) => vetUrl(text, allowNothing)

function problemsOf(webhook: Record<string, unknown>): [pointer: string, code: string][] {
  const list = new ProblemList()
  checkWebhook(webhook, { vetUrl: vet, vetPublicUrl: vet }, list)
  return list.problems.map(({ pointer, code }) => [pointer, code])
}

const url = 'https://h.com/hook'
const withHeader = (name: string, value = 'x') => problemsOf({ url, headers: { [name]: value } })

test('a receiver is a public host with TLS, without credentials', () => {
  assert.deepEqual(problemsOf({ url: 'https://h.com:8443/hook?a=b#c' }), [])
  for (const refused of [
    'http://h.com/',
    'https://localhost/',
    'https://10.1/',
    'https://[::1]/',
    'https://a.internal/',
  ]) {
    assert.deepEqual(problemsOf({ url: refused }), [['/webhook/url', 'url_not_allowed']], refused)
  }
  for (const broken of ['https://u:p@h.com/', 'h.com', '', 'https://']) {
    assert.deepEqual(problemsOf({ url: broken }), [['/webhook/url', 'invalid_url']], broken)
  }
})

test("headers of the caller pass, those that are ours or the connection's do not", () => {
  for (const name of ['Authorization', 'X-Api-Key', 'User-Agent', 'X-Webhook-Id', 'Accept']) {
    assert.deepEqual(withHeader(name), [], name)
  }
  for (const name of [
    'Content-Type',
    'content-length',
    'Content-Encoding',
    'Accept-Encoding',
    'Host',
    'Transfer-Encoding',
    'Connection',
    'Cookie',
    'Webhook-Id',
    'webhook-timestamp',
    'WEBHOOK-SIGNATURE',
    'webhook-anything',
    ':path',
    'two words',
  ]) {
    assert.deepEqual(withHeader(name), [[`/webhook/headers/${name}`, 'validation_failed']], name)
  }
  assert.deepEqual(withHeader('X-A', 'a\r\nwebhook-id: 1'), [['/webhook/headers/X-A', 'validation_failed']])
})

test('headers together have a bound', () => {
  const headers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'v'.repeat(2_040)]))
  assert.deepEqual(problemsOf({ url, headers: headers(6) }), [])
  assert.deepEqual(problemsOf({ url, headers: headers(7) }), [['/webhook/headers', 'validation_failed']])
  assert.deepEqual(withHeader(`x-${'n'.repeat(13_000)}`).at(-1), ['/webhook/headers', 'validation_failed'])
})

test('metadata have as many bytes as JSON as the rule says, and not one more', () => {
  const max = requestLimits.webhookMetadataMaxBytes
  const problem = [['/webhook/metadata', 'limit_exceeded']]
  for (const [metadata, over] of [
    ['m'.repeat(max - 2), 'm'.repeat(max - 1)],
    [{ a: 'm'.repeat(max - 8) }, { a: 'm'.repeat(max - 7) }],
  ]) {
    assert.equal(Buffer.byteLength(JSON.stringify(metadata)), max)
    assert.deepEqual(problemsOf({ url, metadata }), [])
    assert.deepEqual(problemsOf({ url, metadata: over }), problem)
  }
  assert.deepEqual(problemsOf({ url, metadata: null }), [])
})

test('parts of another type are left to the schema', () => {
  assert.deepEqual(problemsOf({ url: 5, headers: ['a'], metadata: undefined }), [])
})
