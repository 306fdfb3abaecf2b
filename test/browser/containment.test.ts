/** Chromium cannot bypass the address policy by any action of a page, in both engines. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ContextLease } from '@seine/activities/browser/pool/contract.ts'
import { ContainmentError, selfTest } from '@seine/activities/browser/self-test.ts'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import type { ForwardProxy } from '@seine/shared/egress/connections/proxy-contract.ts'
import { startForwardProxy } from '@seine/shared/egress/forward-proxy/forward-proxy.ts'
import type { ResolveName } from '@seine/shared/egress/connections/resolver.ts'
import { browserWithoutFlags } from './browser-without-flags.ts'
import { channels } from './containment-channels.ts'
import { executableOf, startBrowser, type BrowserLab } from './containment-lab.ts'
import { allowing, startChannelSite, tryChannel } from './containment-try.ts'
import { startFixture, type Fixture } from './fixture-server.ts'

for (const engine of ['headless_shell', 'chrome'] as const) {
  const executable = await executableOf(engine)
  describe(engine, { skip: executable === null ? 'not installed' : false }, () => {
    let lab: BrowserLab
    let site: Fixture
    before(async () => {
      site = await startChannelSite()
      lab = await startBrowser(engine, executable ?? '')
    })
    after(async () => {
      await lab?.close()
      await site?.close()
    })

    /** Runs with a fresh context behind its own proxy. */
    const inContext = async (
      run: (lease: ContextLease, proxy: ForwardProxy) => Promise<void>,
      resolve?: ResolveName,
    ): Promise<void> => {
      const proxy = await allowing(site.port, resolve)
      const lease = await lab.open(proxy.url)
      try {
        await run(lease, proxy)
      } finally {
        await lease.release()
        await proxy.close()
      }
    }

    test('no channel of a page reaches a private address', (context) =>
      inContext(async (lease, proxy) => {
        const page = await lease.context.newPage()
        for (const channel of channels) {
          await context.test(channel.name, () => tryChannel(channel, page, proxy, site.port))
        }
      }))

    test('what is allowed works as without a proxy: uploads, empty answers, streams and sockets', () =>
      inContext(async (lease, proxy) => {
        const page = await lease.context.newPage()
        await page.goto(`http://site.test:${site.port}/`)
        const seen = await page.evaluate(`Promise.all([
          fetch('/nothing').then((answer) => answer.status),
          fetch('/count', { method: 'POST', body: new Uint8Array(3_000_000) }).then((answer) => answer.text()),
          new Promise((resolve) => { new EventSource('/events').onmessage = (event) => resolve(event.data) }),
          new Promise((resolve) => {
            const socket = new WebSocket('ws://site.test:${site.port}/')
            socket.onopen = () => socket.send('there and')
            socket.onmessage = (event) => resolve(event.data)
          }),
        ])`)
        assert.deepEqual(seen, [204, '3000000', 'told', 'there and back'])
        assert.deepEqual(proxy.denials, [])
        assert.ok(proxy.bytesSent > 3_000_000)
      }))

    test('a refused document is an error of the connection, never a page of ours', () =>
      inContext(async (lease, proxy) => {
        const page = await lease.context.newPage()
        for (const url of [
          'http://10.0.0.1/',
          'https://10.0.0.1/',
          `http://site.test:${site.port}/redirect?http%3A%2F%2F10.0.0.1%2F`,
        ]) {
          await assert.rejects(page.goto(url), /net::ERR_(?:EMPTY_RESPONSE|TUNNEL_CONNECTION_FAILED)/)
        }
        assert.equal(proxy.denialOf('http://10.0.0.1/')?.kind, 'unsafe_target')
        assert.equal(proxy.denialOf('https://10.0.0.1/')?.kind, 'unsafe_target')
      }))

    test('a name that turns private later is refused, one resolution for each connection', async () => {
      let asked = 0
      const rebinding: ResolveName = async (name) => {
        if (name !== 'rebind.test') return [{ address: '127.0.0.1', family: 4 }]
        asked += 1
        return [{ address: asked % 2 === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
      }
      const answering = await startFixture({
        '/': (_request, response) => {
          response.writeHead(200, { connection: 'close', 'access-control-allow-origin': '*' }).end('x')
        },
      })
      const proxy = await startForwardProxy({
        policy: {
          allowList: new AllowList({ entries: `127.0.0.1:${answering.port},127.0.0.1:${site.port}` }),
          resolve: rebinding,
        },
        upstream: null,
      })
      const lease = await lab.open(proxy.url)
      try {
        const page = await lease.context.newPage()
        await page.goto(`http://site.test:${site.port}/`)
        const outcomes = await page.evaluate(`(async () => {
          const outcomes = []
          for (let trial = 0; trial < 25; trial += 1) {
            outcomes.push(await fetch('http://rebind.test:${answering.port}/').then(() => 'ok', () => 'refused'))
          }
          return outcomes
        })()`)
        assert.ok((outcomes as string[]).includes('ok') && (outcomes as string[]).includes('refused'))
        assert.ok(asked >= 25)
        assert.equal(answering.seen.length, Math.ceil(asked / 2))
        assert.equal(proxy.denialOf(`http://rebind.test:${answering.port}/`)?.kind, 'unsafe_target')
      } finally {
        await lease.release()
        await proxy.close()
        await answering.close()
      }
    })

    for (const url of [
      'file:///etc/hostname',
      'view-source:http://site.test/',
      'chrome://version/',
      'devtools://devtools/',
    ]) {
      test(`a page cannot lead to ${url}`, () =>
        inContext(async (lease) => {
          const page = await lease.context.newPage()
          await page.goto(`http://site.test:${site.port}/`)
          const target = JSON.stringify(url)
          await page
            .evaluate(
              `(() => {
                document.body.append(Object.assign(document.createElement('iframe'), { src: ${target} }))
                try { window.open(${target}) } catch {}
                location.href = ${target}
              })()`,
            )
            .catch(() => {})
          await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))').catch(() => {})
          assert.equal(await page.title(), 'own page')
          for (const other of await lease.context.pages()) {
            assert.match(other.url(), /^(?:http:\/\/site\.test|about:blank)/)
          }
        }))
    }

    test('a redirect to a file is refused', () =>
      inContext(async (lease) => {
        const page = await lease.context.newPage()
        const location = encodeURIComponent('file:///etc/hostname')
        await assert.rejects(page.goto(`http://site.test:${site.port}/redirect?${location}`), /ERR_UNSAFE_REDIRECT/)
      }))

    test('the self-test passes', () => selfTest((proxyUrl) => lab.open(proxyUrl)))

    test('the self-test names a context that goes past its proxy', async () => {
      const lease = await lab.open('http://127.0.0.1:9')
      const withoutBypassRule = async (proxyServer: string): Promise<ContextLease> => {
        const context = await lease.browser.createBrowserContext({ proxyServer })
        return { ...lease, context, release: () => context.close() }
      }
      await assert.rejects(selfTest(withoutBypassRule), (error: unknown) => {
        assert.ok(error instanceof ContainmentError)
        assert.ok(error.channels.includes('fetch to loopback') && error.channels.includes('WebSocket to loopback'))
        return true
      })
      await lease.release()
    })

    test('the self-test names a browser that sends datagrams', async () => {
      const drop = ['--webrtc-ip-handling-policy', '--force-webrtc-ip-handling-policy']
      const { path: wrapper, remove } = await browserWithoutFlags(executable ?? '', drop)
      const leaky = await startBrowser(engine, wrapper)
      try {
        await assert.rejects(
          selfTest((proxyUrl) => leaky.open(proxyUrl)),
          (error: unknown) => error instanceof ContainmentError && error.channels.includes('WebRTC over UDP'),
        )
      } finally {
        await leaky.close()
        await remove()
      }
    })
  })
}
