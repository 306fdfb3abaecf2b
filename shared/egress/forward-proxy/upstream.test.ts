import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { startRaw, startSentinel, type Fixture } from '../testing/fixture-server.ts'
import { startSocksProvider } from '../testing/provider-lab.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import { fetchThrough, openClient, startProxy } from '../testing/proxy-lab.ts'

const credentials = { username: 'user-fr', password: 'p:w' }
const authorization = `Proxy-Authorization: Basic ${Buffer.from('user-fr:p:w').toString('base64')}\r\n`
const publicName = async () => [{ address: '93.184.216.34', family: 4 }]

/** Starts a provider that always sends the same answer, and records the requests it receives. */
async function startProvider(context: TestContext, answer: string) {
  const heads: string[] = []
  const provider: Fixture = await startRaw(context, (socket, head) => {
    heads.push(head)
    socket.write(answer, 'latin1')
    socket.on('data', (bytes) => socket.end(`<${bytes.toString()}>`))
  })
  const upstream: UpstreamProxy = { protocol: 'http', host: '127.0.0.1', port: provider.port, credentials }
  return { heads, upstream, connections: provider.connections }
}

test('a tunnel is asked of the provider by name, with its credentials', async (context) => {
  const provider = await startProvider(context, 'HTTP/1.1 200 OK\r\nVia: x\r\n\r\nfirst')
  const proxy = await startProxy(context, { upstream: provider.upstream, resolve: publicName })
  const client = await openClient(context, proxy.url, 'CONNECT shop.test:443 HTTP/1.1\r\nHost: shop.test:443\r\n\r\n')
  await client.until(/first$/)
  client.socket.write('hello')
  assert.equal(await client.ended, 'HTTP/1.1 200 Connection established\r\n\r\nfirst<hello>')
  assert.deepEqual(provider.heads, [`CONNECT shop.test:443 HTTP/1.1\r\nHost: shop.test:443\r\n${authorization}\r\n`])
  assert.equal(proxy.bytesReceived, 'first<hello>'.length)
  assert.equal(proxy.failureOf('https://shop.test/'), null)
})

test('a plain request is passed on with its whole URL', async (context) => {
  const provider = await startProvider(context, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  const proxy = await startProxy(context, { upstream: provider.upstream, resolve: publicName })
  assert.match(await fetchThrough(context, proxy.url, 'http://shop.test/x'), /^HTTP\/1\.1 200 OK/)
  assert.equal(
    provider.heads[0],
    `GET http://shop.test/x HTTP/1.1\r\nHost: shop.test\r\nConnection: keep-alive\r\n${authorization}\r\n`,
  )
})

test('what the policy refuses, or what does not resolve, never reaches the provider', async (context) => {
  const provider = await startProvider(context, 'HTTP/1.1 200 OK\r\n\r\n')
  const resolve = async (name: string) =>
    name === 'inside.test' ? [{ address: '10.0.0.1', family: 4 }] : await Promise.reject(new Error('ENOTFOUND'))
  const proxy = await startProxy(context, { upstream: provider.upstream, resolve })
  assert.equal(await fetchThrough(context, proxy.url, 'http://inside.test/'), '')
  assert.equal(await fetchThrough(context, proxy.url, 'http://127.0.0.1/'), '')
  assert.equal(await fetchThrough(context, proxy.url, 'http://unknown.test/'), '')
  assert.equal(provider.connections(), 0)
  assert.deepEqual(
    proxy.denials.map(({ host }) => host),
    ['inside.test', '127.0.0.1'],
  )
  assert.equal(proxy.failureOf('http://unknown.test/'), 'dns_error')
})

for (const answer of [
  'HTTP/1.1 407 Auth\r\n\r\n',
  'HTTP/1.1 502 Bad\r\nContent-Length: 3\r\n\r\nbad',
  'noise\r\n\r\n',
]) {
  test(`a provider that says ${JSON.stringify(answer.slice(0, 12))} to CONNECT has failed`, async (context) => {
    const provider = await startProvider(context, answer)
    const proxy = await startProxy(context, { upstream: provider.upstream, resolve: publicName })
    const client = await openClient(context, proxy.url, 'CONNECT shop.test:443 HTTP/1.1\r\n\r\n')
    assert.match(await client.ended, /^HTTP\/1\.1 502 /)
    assert.equal(proxy.failureOf('https://shop.test/'), 'proxy_error')
  })
}

test('a provider that reports why it has no answer is not taken for the site', async (context) => {
  const mark = 'Proxy-Status: p; error=dns_error\r\n'
  const provider = await startProvider(context, `HTTP/1.1 502 Bad\r\n${mark}Content-Length: 0\r\n\r\n`)
  const proxy = await startProxy(context, { upstream: provider.upstream, resolve: publicName })
  assert.equal(await fetchThrough(context, proxy.url, 'http://shop.test/'), '')
  assert.equal(proxy.failureOf('http://shop.test/'), 'proxy_error')
})

test('a provider that wants other credentials for a plain request is not taken for the site', async (context) => {
  const provider = await startProvider(
    context,
    'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n',
  )
  const proxy = await startProxy(context, { upstream: provider.upstream, resolve: publicName })
  assert.equal(await fetchThrough(context, proxy.url, 'http://shop.test/'), '')
  assert.equal(proxy.failureOf('http://shop.test/'), 'proxy_error')
})

test('a provider that cannot be reached has failed', async (context) => {
  const gone = await startSentinel(context)
  const upstream: UpstreamProxy = { protocol: 'http', host: '127.0.0.2', port: gone.port, credentials: null }
  const proxy = await startProxy(context, { upstream, resolve: publicName })
  const client = await openClient(context, proxy.url, 'CONNECT shop.test:443 HTTP/1.1\r\n\r\n')
  assert.match(await client.ended, /^HTTP\/1\.1 502 /)
  assert.equal(proxy.failureOf('https://shop.test/'), 'proxy_error')
})

test('a name that turns private is refused, also where the connection is kept alive', async (context) => {
  const heads: string[] = []
  const provider = await startRaw(context, (socket, head) => {
    heads.push(head)
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    socket.on('data', (bytes) => heads.push(bytes.toString()))
  })
  const addresses = ['93.184.216.34', '10.0.0.1']
  const upstream: UpstreamProxy = { protocol: 'http', host: '127.0.0.1', port: provider.port, credentials: null }
  const resolve = async () => [{ address: addresses.shift() ?? '10.0.0.1', family: 4 }]
  const proxy = await startProxy(context, { upstream, resolve })
  const request = 'GET http://shop.test/ HTTP/1.1\r\nHost: shop.test\r\n\r\n'
  const client = await openClient(context, proxy.url, request)
  await client.until(/ok$/)
  client.socket.write(request)
  await client.ended
  assert.equal(heads.length, 1)
  assert.equal(proxy.denialOf('http://shop.test/')?.kind, 'unsafe_target')
})

for (const [how, answer] of [
  ['closes', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
] as [string, (socket: Socket) => void][]) {
  test(`a provider that ${how} instead of answering has failed`, async (context) => {
    const provider = await startRaw(context, answer)
    for (const protocol of ['http', 'socks5'] as const) {
      const upstream: UpstreamProxy = { protocol, host: '127.0.0.1', port: provider.port, credentials: null }
      const proxy = await startProxy(context, { upstream, resolve: publicName })
      const fetched = fetchThrough(context, proxy.url, 'http://shop.test/').catch(() => '')
      assert.equal(await fetched, '')
      assert.equal(proxy.failureOf('http://shop.test/'), 'proxy_error')
    }
  })
}

test('a SOCKS provider is handed names and credentials, and passes on what a server reads', async (context) => {
  const heads: string[] = []
  const site = await startRaw(context, (socket, head) => {
    heads.push(head)
    socket.end('HTTP/1.1 204 No Content\r\n\r\n')
  })
  const provider = await startSocksProvider(context, { credentials: 'user:p:w' })
  const proxy = await startProxy(context, { upstream: provider.as('user', 'p:w'), resolve: publicName })
  assert.match(await fetchThrough(context, proxy.url, `http://shop.test:${site.port}/x`), /^HTTP\/1\.1 204 /)
  assert.equal(heads[0], `GET /x HTTP/1.1\r\nHost: shop.test:${site.port}\r\nConnection: keep-alive\r\n\r\n`)
  const tunnel = await openClient(context, proxy.url, `CONNECT shop.test:${site.port} HTTP/1.1\r\n\r\n`)
  await tunnel.until(/established\r\n\r\n$/)
  tunnel.socket.write('hello')
  assert.match(await tunnel.ended, /204 No Content/)
  assert.equal(heads[1], 'hello')
  assert.deepEqual(provider.asked, Array(2).fill(`shop.test:${site.port}`))
})

for (const [reply, failure] of [
  [2, 'proxy_error'],
  [5, 'connect_error'],
] as const) {
  test(`a SOCKS provider that answers ${reply} means ${failure}`, async (context) => {
    const provider = await startSocksProvider(context, { reply })
    const proxy = await startProxy(context, { upstream: provider.upstream, resolve: publicName })
    const client = await openClient(context, proxy.url, 'CONNECT shop.test:443 HTTP/1.1\r\n\r\n')
    assert.match(await client.ended, /^HTTP\/1\.1 502 /)
    assert.equal(proxy.failureOf('https://shop.test/'), failure)
  })
}
