import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { AllowList } from './policy/allow-list.ts'
import { Deadline } from './deadline.ts'
import { discardBody, sendHop, type WayOut } from './exchange.ts'
import { startRaw, startSite, type Fixture } from './testing/fixture-server.ts'
import { createPinnedAgents } from './connections/pinned-agent.ts'
import type { Hop } from './redirects.ts'
import { systemResolve } from './connections/resolver.ts'

function wayFor(context: TestContext, site: Fixture): WayOut {
  const allowList = new AllowList({ entries: `127.0.0.1:${site.port}` })
  const agents = createPinnedAgents({ allowList, resolve: systemResolve })
  context.after(() => {
    agents.http.destroy()
  })
  return { agents, proxy: null }
}

const hopTo = (site: Fixture, more: Partial<Hop> = {}): Hop => ({
  url: new URL(site.origin),
  method: 'GET',
  headers: {},
  body: null,
  ...more,
})

function deadlineFor(context: TestContext): Deadline {
  const deadline = new Deadline(5_000)
  context.after(() => {
    deadline.clear()
  })
  return deadline
}

/** A site that answers the first request of each connection and resets the connection on the second one. */
const startForgetful = (context: TestContext, requests: string[]): Promise<Fixture> =>
  startRaw(context, (socket: Socket, head) => {
    requests.push(head.slice(0, head.indexOf('\r')))
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    socket.on('data', (bytes) => {
      requests.push(`${bytes.toString('latin1').slice(0, 4)} on a used socket`)
      socket.resetAndDestroy()
    })
  })

test('the head is there before the body', async (context) => {
  const site = await startSite(context, (_request, response) => response.writeHead(203, { 'X-A': '1' }).flushHeaders())
  const answer = await sendHop(hopTo(site), wayFor(context, site), deadlineFor(context))
  assert.equal(answer.status, 203)
  assert.equal(answer.headers['x-a'], '1')
  answer.body.destroy()
})

test('a GET that a kept-alive socket lost is sent again on a fresh one', async (context) => {
  const requests: string[] = []
  const site = await startForgetful(context, requests)
  const way = wayFor(context, site)
  for (let index = 0; index < 2; index += 1) {
    const answer = await sendHop(hopTo(site), way, deadlineFor(context))
    assert.equal(answer.status, 200)
    await discardBody(answer.body)
  }
  assert.deepEqual(requests, ['GET / HTTP/1.1', 'GET  on a used socket', 'GET / HTTP/1.1'])
})

test('a POST that a kept-alive socket lost is not sent again', async (context) => {
  const requests: string[] = []
  const site = await startForgetful(context, requests)
  const way = wayFor(context, site)
  const post = hopTo(site, { method: 'POST', body: 'x' })
  await discardBody((await sendHop(post, way, deadlineFor(context))).body)
  await assert.rejects(sendHop(post, way, deadlineFor(context)), { code: 'connection_reset' })
  assert.equal(requests.filter((line) => line.startsWith('POST')).length, 2)
})

test('a reset on a fresh socket is not repeated', async (context) => {
  let seen = 0
  const site = await startRaw(context, (socket) => {
    seen += 1
    socket.resetAndDestroy()
  })
  await assert.rejects(sendHop(hopTo(site), wayFor(context, site), deadlineFor(context)), {
    code: 'connection_reset',
  })
  assert.equal(seen, 1)
})

test('a body with GET or HEAD is refused', async (context) => {
  const site = await startSite(context, (_request, response) => response.end())
  for (const method of ['GET', 'HEAD'] as const) {
    const sent = sendHop(hopTo(site, { method, body: 'x' }), wayFor(context, site), deadlineFor(context))
    await assert.rejects(sent, { code: 'invalid_request' })
  }
})

test('a deadline that is over sends nothing', async (context) => {
  const site = await startSite(context, (_request, response) => response.end())
  const deadline = new Deadline(5_000, AbortSignal.abort())
  await assert.rejects(sendHop(hopTo(site), wayFor(context, site), deadline), { code: 'aborted' })
  assert.equal(site.connections(), 0)
})

test('a discarded short body gives its socket back, a long one loses it', async (context) => {
  const site = await startSite(context, (request, response) => {
    response.end('x'.repeat(request.url === '/long' ? 1_000_000 : 10))
  })
  const way = wayFor(context, site)
  const visit = async (path: string): Promise<void> => {
    const answer = await sendHop(hopTo(site, { url: new URL(path, site.origin) }), way, deadlineFor(context))
    await discardBody(answer.body)
  }
  await visit('/short')
  await visit('/long')
  assert.equal(site.connections(), 1)
  await visit('/short')
  assert.equal(site.connections(), 2)
})

test('a discarded body that fails or is slow is over nevertheless', async (context) => {
  const site = await startRaw(context, (socket, head) => {
    socket.write('HTTP/1.1 302 Found\r\nContent-Length: 100\r\n\r\npart')
    if (head.startsWith('GET /reset')) setTimeout(() => socket.resetAndDestroy(), 5)
  })
  const way = wayFor(context, site)
  for (const path of ['/reset', '/slow']) {
    const answer = await sendHop(hopTo(site, { url: new URL(path, site.origin) }), way, deadlineFor(context))
    const closed = new Promise((resolve) => answer.body.on('close', resolve))
    await discardBody(answer.body)
    await closed
  }
})
