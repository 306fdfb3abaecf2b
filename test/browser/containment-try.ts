/** Tries a channel of a page against a listener that must not be reached. */
import assert from 'node:assert/strict'
import type { Page } from 'puppeteer'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import type { ForwardProxy } from '@seine/shared/egress/connections/proxy-contract.ts'
import { startForwardProxy } from '@seine/shared/egress/forward-proxy/forward-proxy.ts'
import type { ResolveName } from '@seine/shared/egress/connections/resolver.ts'
import { startTcpSentinel, startUdpSentinel } from '@seine/shared/egress/sentinels.ts'
import type { Channel } from './containment-channels.ts'
import { eventually } from './containment-lab.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'

const siteNames: ResolveName = async () => [{ address: '127.0.0.1', family: 4 }]

/** A proxy that allows only one port of 127.0.0.1, for any host name. */
export const allowing = (port: number, resolve: ResolveName = siteNames): Promise<ForwardProxy> =>
  startForwardProxy({ policy: { allowList: new AllowList({ entries: `127.0.0.1:${port}` }), resolve }, upstream: null })

/** The site whose pages try the channels. */
export const startChannelSite = (): Promise<Fixture> =>
  startFixture(
    {
      '/': html('<title>own page</title><p>site</p>'),
      '/nothing': (_request, response) => {
        response.writeHead(204).end()
      },
      '/count': (request, response) => {
        let bytes = 0
        request.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        request.on('end', () => response.end(String(bytes)))
      },
      '/events': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: told\n\n')
      },
      '/redirect': (request, response) => {
        const location = decodeURIComponent((request.url ?? '').replace(/^[^?]*\?/, ''))
        response.writeHead(302, { location }).end()
      },
      '/fetcher.js': (_request, response) => {
        const code = "fetch(decodeURIComponent(location.search.slice(1)), { mode: 'no-cors' })"
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(code)
      },
    },
    { onSocket: (socket) => socket.on('message', () => socket.send('there and back')) },
  )

const triesMax = 3

const rethrowIf =
  (isLast: boolean) =>
  (error: unknown): false => {
    if (isLast) throw error
    return false
  }

/**
 * Tries one channel and waits until the proxy has refused it.
 * @param port port of the site.
 * @throws when the listener was reached, or the proxy shows no sign that the browser tried.
 */
export async function tryChannel(channel: Channel, page: Page, proxy: ForwardProxy, port: number): Promise<void> {
  const sentinel = await (channel.udp === true ? startUdpSentinel() : startTcpSentinel())
  try {
    const host = channel.secure === true ? 'localhost' : 'site.test'
    const seenAs = channel.seenAs(sentinel.port)
    const isSeen = (): boolean => seenAs === null || proxy.denialOf(seenAs) !== null
    // The previous channel may still navigate the page; then this one is tried again.
    for (let tries = 1; tries <= triesMax; tries += 1) {
      await page.goto(`http://${host}:${port}/`).catch(() => {})
      // A script that leaves the page never returns.
      await page.evaluate(channel.script(sentinel.port)).catch(() => {})
      const isLast = tries === triesMax
      const waitMs = isLast ? 60_000 : 8_000
      if (await eventually(`${channel.name} at the proxy`, isSeen, waitMs).then(() => true, rethrowIf(isLast))) break
    }
    if (seenAs !== null) assert.equal(proxy.denialOf(seenAs)?.kind, 'unsafe_target')
    assert.equal(sentinel.hits(), 0)
  } finally {
    await sentinel.close()
  }
}
