/** Needs a process of its own: it changes which certificates the process trusts. */
/** Proxies of providers that receive vetted addresses: the requests they get, and what the site receives. */
import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import { test, type TestContext } from 'node:test'
import { setDefaultCACertificates } from 'node:tls'
import { fixtureCertificate, fixtureKey } from '../testing/fixture-certificate.ts'
import { clientFor, faultOf, get, listen, startSite, textOf } from '../testing/fixture-server.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import { startForwardProxy } from '../forward-proxy/forward-proxy.ts'
import { fetchThrough, openClient } from '../testing/proxy-lab.ts'
import { proxyOf } from '../proxies/provider-template.ts'
import type { ResolveName } from '../connections/resolver.ts'
import { handedHost, readsRequests } from './handed-target.ts'
import { publicNames, startHttpProvider, startSocksProvider } from '../testing/provider-lab.ts'

setDefaultCACertificates([fixtureCertificate])

const address = '93.184.216.34'

const publicClient = (context: TestContext, resolve: ResolveName = publicNames) => clientFor(context, [], { resolve })

const startEcho = (context: TestContext) =>
  startSite(context, (request, response) => response.end(`${request.headers.host} ${request.url}`))

const startTls = (context: TestContext) =>
  listen(
    context,
    createServer({ key: fixtureKey, cert: fixtureCertificate }, (request, response) => {
      response.end(request.headers.host)
    }),
  )

test('over https a tunnel to the address is requested, while SNI, certificate and Host keep the name', async (context) => {
  const site = await startTls(context)
  for (const start of [startHttpProvider, startSocksProvider]) {
    const provider = await start(context)
    const proxy: UpstreamProxy = { ...provider.upstream, target: 'address' }
    const client = publicClient(context)
    assert.equal(textOf(await get(client, `https://site.test:${site.port}/`, { proxy })), `site.test:${site.port}`)
    assert.deepEqual(
      provider.asked.map((asked) => asked.replace('CONNECT ', '')),
      [`${address}:${site.port}`],
    )
    // The certificate is only valid for site.test: the name is still verified.
    const { code } = await faultOf(get(client, `https://other.test:${site.port}/`, { proxy }))
    assert.equal(code, 'tls_error')
  }
})

test('over http a tunnel to the address is requested, and Host keeps the name', async (context) => {
  const site = await startEcho(context)
  for (const start of [startHttpProvider, startSocksProvider]) {
    const provider = await start(context)
    const proxy: UpstreamProxy = { ...provider.upstream, target: 'address' }
    const answer = await get(publicClient(context), `http://shop.example:${site.port}/a?b`, { proxy })
    assert.equal(textOf(answer), `shop.example:${site.port} /a?b`)
    assert.deepEqual(
      provider.asked.map((asked) => asked.replace('CONNECT ', '')),
      [`${address}:${site.port}`],
    )
  }
})

test('with `target=address`, an HTTP proxy gets requests with the address in the URL and the name in Host', async (context) => {
  const site = await startEcho(context)
  const provider = await startHttpProvider(context, { credentials: 'u:pw' })
  const proxy: UpstreamProxy = { ...provider.as('u'), target: 'address', http: 'absolute' }
  const answer = await get(publicClient(context), `http://shop.example:${site.port}/a?b`, { proxy })
  assert.equal(textOf(answer), `shop.example:${site.port} /a?b`)
  assert.deepEqual(provider.asked, [`GET http://${address}:${site.port}/a?b`])
})

test('an HTTP proxy that is handed names may be given tunnels for http as well', async (context) => {
  const site = await startEcho(context)
  const provider = await startHttpProvider(context)
  const proxy: UpstreamProxy = { ...provider.upstream, http: 'tunnel' }
  assert.match(
    textOf(await get(publicClient(context), `http://shop.example:${site.port}/`, { proxy })),
    /^shop\.example/,
  )
  assert.deepEqual(provider.asked, [`CONNECT shop.example:${site.port}`])
})

test('a rebinding name is handed over by its vetted address or not at all', async (context) => {
  const site = await startEcho(context)
  for (const http of ['tunnel', 'absolute'] as const) {
    const provider = await startHttpProvider(context)
    const proxy: UpstreamProxy = { ...provider.upstream, target: 'address', http }
    let turn = 0
    const client = publicClient(context, async () => [{ address: turn++ % 2 === 0 ? address : '10.0.0.1', family: 4 }])
    const url = `http://shop.example:${site.port}/`
    for (let round = 0; round < 20; round += 1) {
      assert.equal((await get(client, url, { proxy })).status, 200)
      assert.equal((await faultOf(get(client, url, { proxy }))).code, 'unsafe_target')
    }
    assert.ok(provider.asked.length > 0)
    assert.deepEqual(
      provider.asked.filter((asked) => !asked.includes(address)),
      [],
    )
    assert.equal(turn, 40)
  }
})

test('a browser behind such a proxy reaches the address, and the site hears the name', async (context) => {
  const site = await startEcho(context)
  const url = `http://shop.example:${site.port}/x`
  const policy = { allowList: { allows: () => false }, resolve: publicNames }
  const host = `${address}:${site.port}`
  for (const [http, asked] of [
    ['tunnel', `CONNECT ${host}`],
    ['absolute', `GET http://${host}/x`],
  ] as const) {
    const provider = await startHttpProvider(context)
    const proxy = await startForwardProxy({ policy, upstream: { ...provider.upstream, target: 'address', http } })
    context.after(() => proxy.close())
    assert.match(await fetchThrough(context, proxy.url, url), /^HTTP\/1\.1 200 /)
    const tunnel = await openClient(context, proxy.url, `CONNECT shop.example:${site.port} HTTP/1.1\r\n\r\n`)
    await tunnel.until(/\r\n\r\n/)
    tunnel.socket.write('GET /y HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n')
    assert.match(await tunnel.ended, /shop\.example \/y$/)
    assert.deepEqual(provider.asked, [asked, `CONNECT ${host}`])
  }
})

test('each request that a proxy reads for a browser is vetted, with an address of its own', async (context) => {
  const site = await startEcho(context)
  const provider = await startHttpProvider(context)
  const upstream: UpstreamProxy = { ...provider.upstream, target: 'address', http: 'absolute' }
  const addresses = ['93.184.216.34', '93.184.216.35', '10.0.0.1']
  const resolve: ResolveName = async () => [{ address: addresses.shift() ?? '10.0.0.1', family: 4 }]
  const proxy = await startForwardProxy({ policy: { allowList: { allows: () => false }, resolve }, upstream })
  context.after(() => proxy.close())
  const request = `GET http://shop.example:${site.port}/ HTTP/1.1\r\nHost: shop.example\r\n\r\n`
  const client = await openClient(context, proxy.url, request)
  await client.until(/ \/\r\n|shop\.example:\d+ \//)
  client.socket.write(request)
  await client.until(/(?:shop\.example:\d+ \/[^]*){2}/)
  client.socket.write(request)
  await client.ended
  assert.deepEqual(
    provider.asked,
    ['93.184.216.34', '93.184.216.35'].map((host) => `GET http://${host}:${site.port}/`),
  )
  assert.equal(proxy.denialOf(`http://shop.example:${site.port}/`)?.kind, 'unsafe_target')
})

test('of several addresses an IPv4 one is handed over, else the first', () => {
  const upstream: UpstreamProxy = { protocol: 'http', host: 'p', port: 1, credentials: null, target: 'address' }
  const four = { address, family: 4 }
  const six = { address: '2606:2800::1', family: 6 }
  assert.equal(handedHost('a.example', [six, four], upstream), address)
  assert.equal(handedHost('a.example', [six], upstream), '2606:2800::1')
  assert.equal(handedHost('a.example', [four], { ...upstream, target: 'name' }), 'a.example')
  assert.throws(() => handedHost('a.example', [], upstream), { code: 'dns_error' })
})

test('the option follows the address of a provider, and bad ones are reported without being quoted', () => {
  const use = { country: 'FR', session: 's' }
  const read = (template: string) => proxyOf(template, use)
  const base = { protocol: 'http', host: 'proxy.test', port: 8000, credentials: { username: 'u', password: 'pw' } }
  assert.deepEqual(read('http://u:pw@proxy.test:8000'), base)
  assert.deepEqual(read('http://u:pw@proxy.test:8000?target=address'), { ...base, target: 'address' })
  assert.deepEqual(read('http://u:pw@proxy.test:8000/?http=tunnel&target=name'), {
    ...base,
    target: 'name',
    http: 'tunnel',
  })
  assert.deepEqual(read('socks5://[2001:db8::1]?target=address'), {
    protocol: 'socks5',
    host: '2001:db8::1',
    port: 1080,
    credentials: null,
    target: 'address',
  })
  for (const options of ['target=ip', 'targets=address', 'target=address&target=name', 'secret', 'http=connect']) {
    const problem = read(`http://proxy.test:8000?${options}`)
    assert.ok(typeof problem === 'string', options)
    assert.doesNotMatch(problem, /secret/)
  }
  assert.equal(typeof read('socks5://proxy.test?http=absolute'), 'string')
  const ways = [{}, { target: 'address' }, { http: 'tunnel' }, { target: 'address', http: 'absolute' }] as const
  const upstream: UpstreamProxy = { ...base, protocol: 'http' }
  assert.deepEqual(
    ways.map((way) => readsRequests({ ...upstream, ...way })),
    [true, false, false, true],
  )
})
