import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { ObjectStore } from '@seine/shared/storage/object-store.ts'
import { testGateway } from '../testing/test-gateway.ts'
import { consoleFiles } from './server/console-files.ts'
import { consoleStore } from './server/console-store.ts'

/** An answer with its text; the API description does not cover the console. */
async function get(address: string, init: RequestInit = {}) {
  const response = await fetch(address, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Addresses of the files of a document, resolved against its own address. */
const filesOf = (html: string, base: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => new URL(link, base).href)

test('one document is served at every depth, without a key, and its links lead to files', async (t) => {
  const gateway = await testGateway(t)
  for (const path of ['/', '/console', '/console/', '/console/jobs', '/console/jobs/a/pages/1', '/console/nowhere/']) {
    const { status, headers, text } = await get(gateway.url + path)
    assert.equal(status, 200, path)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(headers.get('cache-control'), 'no-cache')
    for (const link of filesOf(text, gateway.url + path).filter((each) => each.includes('/console/'))) {
      const file = await fetch(link, { method: 'HEAD' })
      assert.equal(file.status, 200, link)
      assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    }
  }
})

test('the policy allows no inline code but the import map, and no other origin but the store', async (t) => {
  const gateway = await testGateway(t, { consoleStore: 'https://store.test' })
  const { headers, text } = await get(gateway.url + '/console/jobs')
  const map = /<script type="importmap">(?<map>.*)<\/script>/.exec(text)?.groups?.['map'] ?? ''
  const digest = createHash('sha256').update(map).digest('base64')
  const policy = headers.get('content-security-policy') ?? ''
  assert.deepEqual(policy.split('; '), [
    "default-src 'none'",
    `script-src 'self' 'sha256-${digest}'`,
    "style-src 'self'",
    "img-src 'self' blob: https://store.test",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types seine-frame seine-worker',
  ])
  for (const [name, value] of [
    ['referrer-policy', 'no-referrer'],
    ['x-dns-prefetch-control', 'off'],
    ['x-content-type-options', 'nosniff'],
  ] as const) {
    assert.equal(headers.get(name), value)
  }
  for (const address of Object.values((JSON.parse(map) as { imports: Record<string, string> }).imports)) {
    assert.equal((await fetch(new URL(address, `${gateway.url}/console/jobs`))).status, 200, address)
  }
})

test('files are scripts without types, packed by brotli for those who take it', async (t) => {
  const gateway = await testGateway(t)
  const { text } = await get(gateway.url + '/')
  const start = filesOf(text, `${gateway.url}/`).find((each) => each.endsWith('/place/router.ts')) ?? ''
  const plain = await fetch(start, { headers: { 'accept-encoding': 'identity' } })
  const code = await plain.text()
  assert.equal(plain.headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.match(plain.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
  assert.doesNotMatch(code, /import type|interface ConsolePlace/)
  const packed = await get(start, { headers: { 'accept-encoding': 'br' } })
  assert.equal(packed.headers.get('content-encoding'), 'br')
  // The client of the test unpacks it.
  assert.equal(packed.text, code)
  assert.throws(() => brotliDecompressSync(Buffer.from(code)))
})

test('code of the server, tests and files of other versions are not served; other methods are refused', async (t) => {
  const gateway = await testGateway(t)
  const { text } = await get(gateway.url + '/')
  const version = /console\/([0-9a-f]{12})\//.exec(text)?.[1] ?? ''
  for (const path of [
    `/console/${version}/server/console-page.ts`,
    `/console/${version}/jobs/page-series.test.ts`,
    `/console/${version}/console-server.test.ts`,
    `/console/${version}/../app.ts`,
    `/console/${version}/..%2f..%2fapp.ts`,
    '/console/0123456789ab/frame/start.ts',
  ]) {
    assert.equal((await fetch(gateway.url + path)).status, path.includes('/../') ? 200 : 404, path)
  }
  for (const path of ['/', '/console/jobs']) {
    const { status, headers } = await get(gateway.url + path, { method: 'POST' })
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD'], path)
  }
})

test('there is no console when it is turned off', async (t) => {
  const gateway = await testGateway(t, { consoleStore: null })
  for (const path of ['/', '/console', '/console/jobs']) {
    const { status, body } = await gateway.call('GET', path)
    assert.deepEqual([status, body['code']], [404, 'not_found'], path)
  }
})

test('the store is that of callers, and its path is no part of the origin', async () => {
  const on = {
    SEINE_CONSOLE: 'on',
    SEINE_S3_ENDPOINT: 'http://store:9000',
    SEINE_S3_PUBLIC_ENDPOINT: '',
    SEINE_S3_REGION: 'eu-west-1',
    SEINE_S3_BUCKET: 'pages',
    SEINE_S3_ACCESS_KEY_ID: '',
    SEINE_S3_SECRET_ACCESS_KEY: '',
  } as const
  assert.equal(await consoleStore(on), 'http://store:9000')
  assert.equal(
    await consoleStore({ ...on, SEINE_S3_PUBLIC_ENDPOINT: 'https://files.test/seine/' }),
    'https://files.test',
  )
  // AWS: links have the bucket in their host name.
  assert.equal(await consoleStore({ ...on, SEINE_S3_ENDPOINT: '' }), 'https://pages.s3.eu-west-1.amazonaws.com')
  assert.equal(await consoleStore({ ...on, SEINE_S3_ENDPOINT: 'no address' }), '')
  assert.equal(await consoleStore({ ...on, SEINE_CONSOLE: 'off' }), null)
})

test('links of the store at AWS have the origin that the policy allows', async () => {
  const aws = {
    SEINE_CONSOLE: 'on',
    SEINE_S3_ENDPOINT: '',
    SEINE_S3_PUBLIC_ENDPOINT: '',
    SEINE_S3_REGION: 'eu-central-1',
    SEINE_S3_BUCKET: 'pages',
    SEINE_S3_ACCESS_KEY_ID: 'id',
    SEINE_S3_SECRET_ACCESS_KEY: 'secret',
  } as const
  const store = new ObjectStore(aws)
  const link = await store.presign('screenshots/1.png', '1.png', 'image/png', 60)
  store.close()
  assert.equal(await consoleStore(aws), new URL(link).origin)
})

test('the list of jobs and all that it loads weigh at most 150 kB on the wire', async () => {
  const { byPath } = consoleFiles()
  // The frame, its parts and styles, the views of jobs and the libraries but the one for Markdown: more than it loads.
  const parts = [...byPath].filter(([path]) =>
    /^(?:frame|api|place|components|jobs|styles|lib\/(?!markdown))/.test(path),
  )
  const sizes = await Promise.all(parts.map(async ([, file]) => (await file.packed()).length))
  assert.ok(parts.length > 30)
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 150_000)
})
