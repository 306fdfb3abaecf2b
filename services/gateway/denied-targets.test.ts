/** Targets that the operator denies, and local names, are refused in every field of a request that names a target. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from '@seine/shared/config/config.ts'
import { pino } from 'pino'
import { startGateway } from './gateway.ts'
import { keyEntry } from './testing/test-gateway.ts'

const silent = pino({ level: 'silent' })

const settings = {
  SEINE_GATEWAY_PORT: '0',
  SEINE_LIMIT_STARTS_PER_MINUTE: '10000',
  SEINE_LIMIT_CALLS_PER_MINUTE: '10000',
  SEINE_TEMPORAL_ADDRESS: '127.0.0.1:1',
  SEINE_S3_ENDPOINT: 'http://127.0.0.1:1',
  SEINE_S3_ACCESS_KEY_ID: 'a',
  SEINE_S3_SECRET_ACCESS_KEY: 'b',
  SEINE_EGRESS_ALLOW: '10.0.0.0/8',
  SEINE_EGRESS_DENY: ':9200,10.1.0.0/16,198.41.0.0/24,shop.example.com,*.corp.example.com,bücher.example',
}

const denied = [
  'https://example.com:9200/',
  'https://10.1.2.3/',
  'https://167838211/',
  'https://198.41.0.4/',
  'https://shop.example.com/',
  'https://SHOP.example.com./',
  'https://a.b.corp.example.com/',
  'https://xn--bcher-kva.example/',
  'https://localhost.localdomain/',
  'https://kubernetes.default/',
  'https://wiki.corp./',
]

/** Returns requests with the URL in one field that names a target, and the pointer of the field. */
const requests = (url: string): readonly (readonly [path: string, body: object, pointer: string])[] => [
  ['/scrape', { url }, '/url'],
  ['/map', { url }, '/url'],
  ['/crawl', { url }, '/url'],
  ['/crawl', { url: 'https://example.com/', webhook: { url } }, '/webhook/url'],
  ['/batch/scrape', { urls: ['https://example.com/', url] }, '/urls/1'],
  ['/browser/network', { url }, '/url'],
]

test('every field that names a target is 422 with its pointer', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'seine-denied-'))
  t.after(() => rm(directory, { recursive: true }))
  const keys = join(directory, 'keys.json')
  await writeFile(keys, JSON.stringify([keyEntry('key', 'acme')]))
  const gateway = await startGateway(readConfig({ ...settings, SEINE_API_KEYS_FILE: keys }), silent)
  t.after(() => gateway.close())
  const post = async (path: string, body: object): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, text: await answer.text() }
  }
  for (const url of denied) {
    for (const [path, body, pointer] of requests(url)) {
      const { status, text } = await post(path, body)
      assert.equal(status, 422, `${path} ${url} ${text}`)
      const told = JSON.parse(text) as { code: string; errors: { pointer: string; code: string }[] }
      assert.deepEqual(
        told.errors.map((error) => [error.pointer, error.code]),
        [[pointer, 'url_not_allowed']],
        text,
      )
    }
  }
  for (const url of ['https://10.2.2.3/', 'https://example.com/', 'https://corp.example.com/']) {
    assert.notEqual((await post('/crawl', { url })).status, 422, url)
  }
})

test('a gateway does not start with entries that cannot be read, and names each', async () => {
  const config = readConfig({ ...settings, SEINE_EGRESS_DENY: 'a b,:0,example.com', SEINE_EGRESS_ALLOW: 'nas' })
  await assert.rejects(startGateway(config, silent), (error: Error) => {
    assert.ok(error instanceof ConfigError)
    assert.deepEqual(error.message.match(/SEINE_EGRESS_\w+: "[^"]*"/g), [
      'SEINE_EGRESS_ALLOW: "nas"',
      'SEINE_EGRESS_DENY: "a b"',
      'SEINE_EGRESS_DENY: ":0"',
    ])
    return true
  })
})
