import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startRaw, startSentinel, type Fixture } from '../fixture-server.ts'
import type { UpstreamProxy } from './contract.ts'
import { fetchThrough, openClient, startProxy } from './proxy-lab.ts'

const credentials = { username: 'user-fr', password: 'p:w' }
const authorization = `Proxy-Authorization: Basic ${Buffer.from('user-fr:p:w').toString('base64')}\r\n`
const publicName = async () => [{ address: '93.184.216.34', family: 4 }]

/** A provider that says one thing to everybody, and what it was sent. */
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
