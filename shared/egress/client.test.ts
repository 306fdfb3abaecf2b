import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { deniedAddresses, deniedNames, deniedSpellings, deniedUrls } from './testing/address-corpus.ts'
import { AllowList } from './policy/allow-list.ts'
import { clientFor, faultOf, get, namesFrom, startSentinel, startSite, textOf } from './testing/fixture-server.ts'

test('an answer comes back whole, whatever its status', async (context) => {
  const site = await startSite(context, (request, response) => {
    response.writeHead(Number(request.url?.slice(1)), { 'X-Case': 'A', 'Set-Cookie': ['a=1', 'b=2'], Vary: 'x' })
    response.end('body')
  })
  const client = clientFor(context, [site])
  for (const status of [200, 404, 429, 500]) {
    const answer = await get(client, `${site.origin}/${status}`)
    assert.equal(answer.status, status)
    assert.equal(textOf(answer), 'body')
    assert.equal(answer.headers['x-case'], 'A')
    assert.equal(answer.headers['set-cookie'], 'a=1\nb=2')
    assert.equal(answer.url, `${site.origin}/${status}`)
    assert.deepEqual([answer.truncated, answer.redirects, answer.stoppedAt, answer.wireBytes], [false, [], null, 4])
  }
})

test('the request carries our agent, what we can decode, and the headers of the caller', async (context) => {
  const site = await startSite(context, (request, response) => response.end(JSON.stringify(request.headers)))
  const client = clientFor(context, [site])
  const answer = await get(client, site.origin, { headers: { 'X-Key': 'k', Host: 'internal.example' } })
  assert.deepEqual(JSON.parse(textOf(answer)), {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br, zstd',
    connection: 'keep-alive',
    host: `127.0.0.1:${site.port}`,
    'user-agent': 'egress-test',
    'x-key': 'k',
  })
})

test('methods and bodies arrive as they were given', async (context) => {
  const site = await startSite(context, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => response.end(`${request.method} ${Buffer.concat(chunks).toString()}`))
  })
  const client = clientFor(context, [site])
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', body?: string | Uint8Array): Promise<string> =>
    textOf(await get(client, site.origin, { method, ...(body === undefined ? {} : { body }) }))
  assert.equal(await send('GET'), 'GET ')
  assert.equal(await send('POST', 'été'), 'POST été')
  assert.equal(await send('PUT', new Uint8Array([97, 98])), 'PUT ab')
  assert.equal(await send('POST'), 'POST ')
  assert.equal(await send('DELETE'), 'DELETE ')
})

test('answers without a body end at once', async (context) => {
  const site = await startSite(context, (request, response) => {
    response.writeHead(request.method === 'HEAD' ? 200 : 304, { 'content-encoding': 'gzip' })
    response.end()
  })
  const client = clientFor(context, [site])
  assert.equal((await get(client, site.origin, { method: 'HEAD' })).body.length, 0)
  assert.equal((await get(client, site.origin)).status, 304)
})

test('a HEAD answer may announce more than the cap', async (context) => {
  const site = await startSite(context, (_request, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 }).end()
  })
  const answer = await get(clientFor(context, [site]), site.origin, { method: 'HEAD', maxDecodedBytes: 10 })
  assert.equal(answer.headers['content-length'], '1000000')
})

test('a coded body is decoded, and both sizes are reported', async (context) => {
  const coded = gzipSync('seine '.repeat(1_000))
  const site = await startSite(context, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': coded.length }).end(coded)
  })
  const answer = await get(clientFor(context, [site]), site.origin)
  assert.equal(textOf(answer), 'seine '.repeat(1_000))
  assert.equal(answer.wireBytes, coded.length)
})

test('a body can be handed to another thread without touching anything else', async (context) => {
  const site = await startSite(context, (_request, response) => response.end('tiny'))
  const { body } = await get(clientFor(context, [site]), site.origin)
  assert.deepEqual([body.byteOffset, body.buffer.byteLength], [0, 4])
})

test('sockets are reused for the same origin, also after errors of the site and redirects', async (context) => {
  const site = await startSite(context, (request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/' }).end('moved')
    else response.writeHead(request.url === '/404' ? 404 : 200).end('x'.repeat(100_000))
  })
  const client = clientFor(context, [site])
  for (const path of ['/', '/404', '/moved', '/', '/moved']) await get(client, site.origin + path)
  assert.equal(site.connections(), 1)
})

test('requests beyond the socket limit of a host wait their turn', async (context) => {
  const site = await startSite(context, (_request, response) => response.end())
  const client = clientFor(context, [site])
  const answers = await Promise.all(Array.from({ length: 100 }, () => get(client, site.origin)))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.ok(site.connections() <= 64)
})

test('no denied form of a host or URL leads to a connection', async (context) => {
  const sentinel = await startSentinel(context)
  const client = clientFor(context, [], { resolve: namesFrom({}) })
  const urls = [...deniedAddresses, ...deniedSpellings, ...deniedNames].map(
    (host) => `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${sentinel.port}/`,
  )
  for (const url of [...urls, ...deniedUrls]) {
    assert.match((await faultOf(get(client, url))).code, /^(?:unsafe_target|invalid_url)$/, url)
  }
  assert.equal(sentinel.connections(), 0)
})

test('a name that resolves to a denied address is refused without a connection', async (context) => {
  const sentinel = await startSentinel(context)
  const client = clientFor(context, [], {
    resolve: namesFrom({ 'in.example': ['127.0.0.1'], 'mixed.example': ['8.8.8.8', '127.0.0.1'] }),
  })
  for (const name of ['in.example', 'mixed.example', 'in.example.']) {
    const error = await faultOf(get(client, `http://${name}:${sentinel.port}/`))
    assert.equal(error.code, 'unsafe_target')
    assert.doesNotMatch(JSON.stringify([error.message, error.cause ?? null]), /127/)
  }
  assert.equal(sentinel.connections(), 0)
})

test('every other port of an allow-listed address stays closed', async (context) => {
  const site = await startSite(context, (_request, response) => response.end('ok'))
  const sentinel = await startSentinel(context)
  const client = clientFor(context, [site])
  assert.equal(textOf(await get(client, `http://localhost:${site.port}/`)), 'ok')
  for (const host of ['127.0.0.1', 'localhost', 'a.localhost']) {
    assert.equal((await faultOf(get(client, `http://${host}:${sentinel.port}/`))).code, 'unsafe_target')
  }
  assert.equal(sentinel.connections(), 0)
})

test('proxies of the environment are not used', async (context) => {
  const site = await startSite(context, (_request, response) => response.end('direct'))
  const proxy = await startSentinel(context)
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'] as const
  const before = names.map((name) => [name, process.env[name]] as const)
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.origin
  context.after(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
  assert.equal(textOf(await get(clientFor(context, [site]), site.origin)), 'direct')
  assert.equal(proxy.connections(), 0)
})

test('requests that HTTP does not allow are refused before they are sent', async (context) => {
  const site = await startSite(context, (_request, response) => response.end())
  const client = clientFor(context, [site])
  assert.equal((await faultOf(get(client, site.origin, { body: 'x' }))).code, 'invalid_request')
  assert.equal((await faultOf(get(client, site.origin, { headers: { x: 'a\nb' } }))).code, 'invalid_request')
  assert.equal(site.connections(), 0)
})

test('a failed exchange is logged with its code and no URL', async (context) => {
  const lines: unknown[] = []
  const client = clientFor(context, [], { logger: { debug: (...line: unknown[]) => lines.push(line) } })
  await faultOf(get(client, 'http://127.0.0.1:1234/secret'))
  assert.equal(lines.length, 1)
  assert.match(JSON.stringify(lines), /unsafe_target/)
  assert.doesNotMatch(JSON.stringify(lines), /secret/)
})

test('an entry added to the allow file works for the next request', async (context) => {
  const site = await startSite(context, (_request, response) => response.end())
  const directory = mkdtempSync(join(tmpdir(), 'egress-client-'))
  context.after(() => {
    rmSync(directory, { recursive: true })
  })
  const file = join(directory, 'allow')
  const client = clientFor(context, [], { allowList: new AllowList({ entries: '', file }) })
  assert.equal((await faultOf(get(client, site.origin))).code, 'unsafe_target')
  writeFileSync(file, `127.0.0.1:${site.port}\n`)
  assert.equal((await get(client, site.origin)).status, 200)
})
