/** Hosts that the operator denies are refused on every route, without dialling them or asking a proxy. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { AllowList, type AddressAllowance } from './allow-list.ts'
import { clientFor, faultOf, get, namesFrom, startSite, textOf, type Fixture } from '../testing/fixture-server.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import { startForwardProxy } from '../forward-proxy/forward-proxy.ts'
import { fetchThrough, openClient } from '../testing/proxy-lab.ts'
import { startHttpProvider, startSocksProvider } from '../testing/provider-lab.ts'
import { DenyList } from './deny-list.ts'

const resolve = namesFrom({ 'site.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] })

/** Returns rules that allow everything on loopback except what is denied. */
const rules = (denied: string): AllowList => new AllowList({ entries: '127.0.0.0/8', denied: new DenyList(denied) })

/** Returns deny entries that match a site, and the URLs of it that each entry refuses. */
const denials = (site: Fixture): readonly (readonly [denied: string, urls: readonly string[]])[] => {
  const at = (host: string): string => `http://${host}:${site.port}/`
  const all = ['127.0.0.1', '2130706433', '127.1', 'localhost', 'site.test', 'SITE.test.'].map(at)
  return [
    [`127.0.0.1/32:${site.port}`, all],
    ['127.0.0.0/8', all],
    [`:${site.port}`, all],
    [`*:${site.port}`, all],
    ['site.test', [at('site.test'), at('SITE.TEST.'), at('ｓｉｔｅ.test')]],
    ['*.test', [at('site.test'), at('other.test')]],
    [`site.test:${site.port}`, [at('site.test')]],
    ['localhost', [at('localhost'), at('LOCALHOST.')]],
  ]
}

const startPage = (context: TestContext): Promise<Fixture> =>
  startSite(context, (_request, response) => response.end('page'))

test('the HTTP client refuses it, straight and after a redirect', async (context) => {
  const site = await startPage(context)
  const hop = await startSite(context, (request, response) => {
    response.writeHead(302, { location: encodeURI(decodeURIComponent(request.url?.slice(2) ?? '')) }).end()
  })
  for (const [denied, urls] of denials(site)) {
    const client = clientFor(context, [], { allowList: rules(denied.replace('127.0.0.0/8', '127.0.0.1/32')), resolve })
    for (const url of urls) assert.equal((await faultOf(get(client, url))).code, 'unsafe_target', `${denied} ${url}`)
    if (!denied.includes('127.0.0')) {
      for (const url of urls) {
        const { code, redirects } = await faultOf(get(client, `${hop.origin}/?${encodeURIComponent(url)}`))
        assert.deepEqual([code, redirects.length], ['unsafe_target', 1], `${denied} ${url}`)
      }
    }
  }
  assert.equal(site.connections(), 0)
  const neighbour = clientFor(context, [], { allowList: rules('site.test:1,:1,10.0.0.0/8'), resolve })
  assert.equal(textOf(await get(neighbour, `http://site.test:${site.port}/`)), 'page')
})

test('the proxy of browsers refuses it, as a tunnel and as a request', async (context) => {
  const site = await startPage(context)
  for (const [denied, urls] of denials(site)) {
    const proxy = await startForwardProxy({ policy: { allowList: rules(denied), resolve }, upstream: null })
    context.after(() => proxy.close())
    for (const url of urls) {
      const { host } = new URL(url)
      assert.equal(await fetchThrough(context, proxy.url, url), '')
      const tunnel = await openClient(context, proxy.url, `CONNECT ${host} HTTP/1.1\r\n\r\n`)
      assert.match(await tunnel.ended, /^HTTP\/1\.1 403 /)
      assert.equal(proxy.denialOf(url)?.kind, 'unsafe_target', `${denied} ${url}`)
    }
  }
  assert.equal(site.connections(), 0)
})

test('no proxy of a provider receives it, from the client or a browser', async (context) => {
  const site = await startPage(context)
  const providers = [await startHttpProvider(context), await startSocksProvider(context)]
  const ways: UpstreamProxy[] = providers.flatMap(({ upstream }) => [upstream, { ...upstream, target: 'address' }])
  for (const upstream of ways) {
    for (const [denied, urls] of denials(site)) {
      const allowList: AddressAllowance = rules(denied)
      const client = clientFor(context, [], { allowList, resolve })
      const proxy = await startForwardProxy({ policy: { allowList, resolve }, upstream })
      context.after(() => proxy.close())
      for (const url of urls) {
        assert.equal((await faultOf(get(client, url, { proxy: upstream }))).code, 'unsafe_target', `${denied} ${url}`)
        assert.equal(await fetchThrough(context, proxy.url, url), '')
      }
    }
  }
  assert.deepEqual(
    providers.map(({ connections }) => connections()),
    [0, 0],
  )
})
