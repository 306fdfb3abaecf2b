/** Captures of traffic that a browser reports only partly or not at all: handshakes, refusals, departures, crashes. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ContextLease } from '@seine/activities/browser/pool/contract.ts'
import { freshSession } from '@seine/shared/pages/page-session.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'
import { startWorkerLab, type WorkerLab } from './worker-lab.ts'

let fixture: Fixture
let gone: Fixture
let lab: WorkerLab
/** Requests that the site received, and headers of the socket handshakes. */
const asked: string[] = []
const sockets: Record<string, unknown>[] = []

before(async () => {
  gone = await startFixture({})
  await gone.close()
  fixture = await startFixture(
    {
      '/repeated': (_request, response) => {
        response.socket?.end(
          [
            'HTTP/1.1 200 OK',
            'Content-Type: text/html',
            'X-Dup: a',
            'x-dup: b',
            'X-Dup: c',
            'Set-Cookie: one=1; Max-Age=60',
            'set-cookie: two=2',
            'Content-Length: 2',
            'Connection: close',
            '',
            'ok',
          ].join('\r\n'),
        )
      },
      '/socket': (request, response) =>
        html(`<script>const s = new WebSocket('ws://${request.headers.host}/echo')</script>`)(request, response),
      '/refused': (request, response) =>
        html(`<script>fetch('${gone.origin}/').catch(() => {})</script>`)(request, response),
      '/leaving': html(`<script>
        addEventListener('pagehide', () => {
          navigator.sendBeacon('/bye?beacon', 'x')
          fetch('/bye?kept', { method: 'POST', body: 'y', keepalive: true })
        })
        setTimeout(() => { location = '/arrived' }, 100)
      </script>`),
      '/arrived': html('<p>there</p>'),
      '/bye': (request, response) => {
        asked.push(String(request.url))
        response.writeHead(204).end()
      },
      '/staying': html(`<script>addEventListener('pagehide', () => navigator.sendBeacon('/bye?late', 'x'))</script>`),
      '/ticking': html(`<script>
        let ticks = 0
        setTimeout(() => setInterval(() => fetch('/tick?' + ticks++).catch(() => {}), 25), 300)
      </script>`),
      '/tick': (_request, response) => response.writeHead(204).end(),
      '/framed': (request, response) =>
        html(`<iframe src="http://localhost:${String(request.headers.host).split(':')[1]}/arrived"></iframe>`)(
          request,
          response,
        ),
    },
    {
      onSocket: (socket, _path, headers) => {
        sockets.push(headers)
        socket.send('hello')
      },
    },
  )
  lab = await startWorkerLab({ ports: [fixture.port, gone.port] })
})

after(async () => {
  await lab?.close()
  await fixture?.close()
})

/** Crashes the renderer of a target of a context once the target has loaded something from the site. */
async function crash({ browser, contextId }: ContextLease, type: 'page' | 'iframe'): Promise<void> {
  const root = await browser.target().createCDPSession()
  for (;;) {
    const { targetInfos } = await root.send('Target.getTargets', { filter: [{}] })
    const found = targetInfos.find(
      (target) => target.type === type && target.browserContextId === contextId && target.url.endsWith('/arrived'),
    )
    if (found !== undefined) {
      // The URL of a target is known before its document is: an earlier crash would hit the renderer that is being
      // replaced.
      await new Promise((resolve) => setTimeout(resolve, 500))
      const { sessionId } = await root.send('Target.attachToTarget', { targetId: found.targetId, flatten: true })
      root
        .connection()
        ?.session(sessionId)
        ?.send('Page.crash')
        .catch(() => {})
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Calls `onLease` with each context that opens during a run. */
async function withLeases(onLease: (lease: ContextLease) => void, run: () => Promise<void>): Promise<void> {
  const { pool } = lab.ports
  lab.ports.pool = {
    ...pool,
    open: async (...given) => {
      const lease = await pool.open(...given)
      onLease(lease)
      return lease
    },
  }
  try {
    await run()
  } finally {
    lab.ports.pool = pool
  }
}

describe('a capture', () => {
  it('keeps every value of a repeated header in order, and reports when a cookie ends', async () => {
    const { last } = await lab.capture(`${fixture.origin}/repeated`)
    const headers = last.network_calls[0]?.response_headers
    assert.deepEqual([headers?.['x-dup'], headers?.['set-cookie']], ['a, b, c', ['one=1; Max-Age=60', 'two=2']])
    const reply = await lab.reply(`${fixture.origin}/repeated`, { format: 'har' })
    assert.ok(reply.kind === 'har')
    const [entry] = reply.har.log.entries
    const cookies = entry?.response.cookies ?? []
    assert.deepEqual(
      cookies.map(({ name }) => name),
      ['one', 'two'],
    )
    const lifeMs = Date.parse(String(cookies[0]?.expires)) - Date.parse(String(entry?.startedDateTime))
    assert.ok(lifeMs >= 60_000 && lifeMs < 90_000, String(lifeMs))
  })

  it('gives the headers of the caller to the handshake of a WebSocket of the site', async () => {
    const { last } = await lab.capture(`${fixture.origin}/socket`, { headers: { 'X-Mine': 'yes' }, waitMs: 300 })
    const call = last.network_calls.find(({ resource_type: type }) => type === 'websocket')
    assert.equal(sockets.at(-1)?.['x-mine'], 'yes')
    assert.deepEqual([call?.request_headers['x-mine'], call?.websocket?.frames[0]?.payload], ['yes', 'hello'])
    await lab.capture(`http://localhost:${fixture.port}/socket`, { waitMs: 300 })
    assert.equal(sockets.at(-1)?.['x-mine'], undefined)
  })

  it('says of a refused port what a browser says that has no proxy', async () => {
    const { last } = await lab.capture(`${fixture.origin}/refused`)
    const call = last.network_calls.find(({ url }) => url === `${gone.origin}/`)
    const text = 'net::ERR_CONNECTION_REFUSED'
    assert.deepEqual([call?.failure_reason, call?.failure?.error_text], [text, text])
  })

  it('counts what a page sends while it is left', async () => {
    asked.length = 0
    const { last } = await lab.capture(`${fixture.origin}/leaving`, { waitMs: 1_000 })
    assert.deepEqual(asked.toSorted(), ['/bye?beacon', '/bye?kept'])
    assert.deepEqual([last.requests_untracked, last.requests_total], [2, 4])
  })

  it('is over before its page is closed: what the page sends then does not leave', async () => {
    asked.length = 0
    const { last } = await lab.capture(`${fixture.origin}/staying`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    assert.deepEqual([asked, last.requests_untracked], [[], 0])
  })

  it('lists every request that left, also of a page that goes on while its session is read', async () => {
    const seenBefore = fixture.seen.length
    const slowDown = ({ context }: ContextLease): void => {
      const cookies = context.cookies.bind(context)
      // A slow machine.
      context.cookies = async () => {
        await new Promise((resolve) => setTimeout(resolve, 500))
        return await cookies()
      }
    }
    await withLeases(slowDown, async () => {
      const session = freshSession('127.0.0.1')
      const { last } = await lab.capture(`${fixture.origin}/ticking`, { waitMs: 700, session })
      const left = fixture.seen.slice(seenBefore).filter(({ path }) => path.startsWith('/tick?'))
      const listed = new Set(last.network_calls.map(({ url }) => url))
      assert.ok(left.length > 10, String(left.length))
      assert.deepEqual(
        left.map(({ path }) => path).filter((path) => !listed.has(fixture.origin + path)),
        [],
      )
    })
  })

  for (const [path, type] of [
    ['/arrived', 'page'],
    ['/framed', 'iframe'],
  ] as const) {
    it(`is no success when the renderer of its ${type} has crashed`, async () => {
      const onLease = (lease: ContextLease): void => void crash(lease, type)
      await withLeases(onLease, async () => {
        const { success, last } = await lab.capture(fixture.origin + path, { waitMs: 3_000 })
        assert.deepEqual([success, last.outcome], [false, 'browser_crashed'])
      })
    })
  }
})
