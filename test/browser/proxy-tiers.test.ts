/** Chromium through the proxy of a provider, as the tiers name it. */
import assert from 'node:assert/strict'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, before, describe, test, type TestContext } from 'node:test'
import { AllowList } from '@seine/shared/egress/allow-list.ts'
import type { ForwardProxy, UpstreamProxy } from '@seine/shared/egress/forward-proxy/contract.ts'
import { startForwardProxy } from '@seine/shared/egress/forward-proxy/forward-proxy.ts'
import { readProxyTiers } from '@seine/shared/egress/proxy-tiers.ts'
import type { ResolveName } from '@seine/shared/egress/resolver.ts'
import { executableOf, startBrowser, type BrowserLab } from './containment-lab.ts'

/** Public names for the gate; the provider itself decides where they lead. */
const publicNames: ResolveName = async (name) => [
  { address: name === 'inside.test' ? '10.0.0.1' : '93.184.216.34', family: 4 },
]

const page = '<title>by the provider</title>'

/** A provider's proxy: answers requests itself when the credentials are right. */
async function startProvider(context: TestContext, credentials: string) {
  const heads: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        const head = bytes.toString('latin1')
        heads.push(head)
        const given = /Proxy-Authorization: Basic (\S+)/.exec(head)?.[1] ?? ''
        if (Buffer.from(given, 'base64').toString() !== credentials) {
          socket.end(
            'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n',
          )
        } else if (head.startsWith('CONNECT')) socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
        else socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`)
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { heads, port: (server.address() as AddressInfo).port }
}

const tierOn = (port: number): UpstreamProxy => {
  const template = `http://u-{country}-{session}:p%40ss@127.0.0.1:${port}`
  const config = { SEINE_PROXY_BASIC: '', SEINE_PROXY_ENHANCED: '', SEINE_PROXY_PREMIUM: template }
  const upstream = readProxyTiers(config).upstream('premium', { country: 'FR', session: 's1' })
  assert.ok(upstream !== null)
  return upstream
}

const executable = await executableOf('headless_shell')
describe('a page through a tier', { skip: executable === null ? 'not installed' : false }, () => {
  let lab: BrowserLab
  before(async () => {
    lab = await startBrowser('headless_shell', executable ?? '')
  })
  after(() => lab?.close())

  const visit = async (upstream: UpstreamProxy, url: string): Promise<{ title: string; proxy: ForwardProxy }> => {
    const policy = { allowList: new AllowList({ entries: '' }), resolve: publicNames }
    const proxy = await startForwardProxy({ policy, upstream })
    const lease = await lab.open(proxy.url)
    try {
      const tab = await lease.context.newPage()
      const title = await tab.goto(url).then(
        () => tab.title(),
        (error: Error) => error.message,
      )
      return { title, proxy }
    } finally {
      await lease.release()
      await proxy.close()
    }
  }

  test('comes from the provider, which gets the credentials with country and session', async (context) => {
    const provider = await startProvider(context, 'u-fr-s1:p@ss')
    const { title, proxy } = await visit(tierOn(provider.port), 'http://shop.test/x')
    assert.equal(title, 'by the provider')
    assert.match(provider.heads[0] ?? '', /^GET http:\/\/shop\.test\/x HTTP\/1\.1\r\nHost: shop\.test\r\n/)
    assert.equal(proxy.failureOf('http://shop.test/x'), null)
  })

  test('that the policy refuses never reaches the provider', async (context) => {
    const provider = await startProvider(context, 'u-fr-s1:p@ss')
    const { title, proxy } = await visit(tierOn(provider.port), 'http://inside.test/')
    assert.match(title, /ERR_EMPTY_RESPONSE/)
    assert.equal(proxy.denialOf('http://inside.test/')?.kind, 'unsafe_target')
    assert.deepEqual(provider.heads, [])
  })

  for (const url of ['http://shop.test/', 'https://shop.test/']) {
    test(`fails as the proxy's fault when the provider refuses ${url}`, async (context) => {
      const provider = await startProvider(context, 'somebody else')
      const { title, proxy } = await visit(tierOn(provider.port), url)
      assert.match(title, /ERR_(?:EMPTY_RESPONSE|TUNNEL_CONNECTION_FAILED)/)
      assert.equal(proxy.failureOf(url), 'proxy_error')
    })
  }
})
