import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { forwardProxyLimits } from '../limits/forward-proxy-limits.ts'
import { AllowList } from '../policy/allow-list.ts'
import { listen, startSite, type Fixture } from '../testing/fixture-server.ts'
import { BrowserConnection } from './browser-connection.ts'
import { directDial } from './dialler.ts'
import { ConnectionLog } from './connection-log.ts'
import { openClient, siteTest } from '../testing/proxy-lab.ts'

/** Starts a proxy from its parts, so that a test can access them. */
async function startParts(context: TestContext, sites: readonly Fixture[], log = new ConnectionLog()) {
  const entries = sites.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const dial = directDial({ allowList: new AllowList({ entries }), resolve: siteTest })
  const server = createServer({ allowHalfOpen: true })
  const proxy = await listen(context, server)
  const parts = { log, dial, gate: async () => [], upstream: null, connections: () => 1 }
  server.on('connection', (socket: Socket) => new BrowserConnection(socket, parts))
  return { url: proxy.origin, server, log }
}

test('a context that has received all it may gets nothing more, and the reason is noted', async (context) => {
  const site = await startSite(context, (_request, response) => response.end(Buffer.alloc(100_000)))
  const { url, log } = await startParts(context, [site], new ConnectionLog(50_000))
  const request = `GET http://site.test:${site.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`
  const first = await openClient(context, url, request)
  assert.ok((await first.ended).length < 100_000)
  assert.equal(log.denialOf(`http://site.test:${site.port}/`)?.kind, 'limit')
  const second = await openClient(context, url, 'CONNECT other.test:443 HTTP/1.1\r\n\r\n')
  assert.match(await second.ended, /^HTTP\/1\.1 403 /)
  assert.equal(log.denialOf('https://other.test/')?.kind, 'limit')
})

test('a head that does not come in time costs the connection, the first and any later one', async (context) => {
  const site = await startSite(context, (_request, response) => response.end('ok'))
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { url, server } = await startParts(context, [site])
  const accepted = once(server, 'connection')
  const silent = await openClient(context, url, '')
  await accepted
  context.mock.timers.tick(forwardProxyLimits.headerTimeoutMs)
  assert.equal(await silent.ended, '')

  const request = `GET http://site.test:${site.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`
  const client = await openClient(context, url, request)
  await client.until(/ok$/)
  context.mock.timers.tick(forwardProxyLimits.headerTimeoutMs)
  client.socket.write(request)
  await client.until(/ok[^]*ok$/)
})

test('a connection log keeps the first refusal of a host and forgets a failure once a connection stands', () => {
  const log = new ConnectionLog()
  const there = { host: 'site.test', port: 443 }
  log.deny(there, 'unsafe_target', 'first')
  log.deny(there, 'limit', 'second')
  assert.deepEqual(log.denials, [{ ...there, kind: 'unsafe_target', reason: 'first' }])
  log.failed(there, 'dns_error')
  assert.equal(log.failureOf('wss://site.test/chat'), 'dns_error')
  assert.equal(log.failureOf('http://site.test/'), null)
  log.connected(there, { ip: '192.0.2.1', port: 443 })
  assert.deepEqual(log.addressOf('https://site.test/a'), { ip: '192.0.2.1', port: 443 })
  assert.equal(log.addressOf('https://other.test/'), null)
  assert.equal(log.failureOf('https://site.test/'), null)
  for (let port = 1; port <= forwardProxyLimits.hostsKept + 10; port += 1) {
    log.deny({ host: 'many.test', port }, 'unsafe_target', 'x')
  }
  assert.equal(log.denials.length, forwardProxyLimits.hostsKept)
})
