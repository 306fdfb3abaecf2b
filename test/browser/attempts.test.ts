/** Whole attempts against real browsers: how each outcome of a page is reported, and how the ladder reacts. */
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { after, before, describe, it } from 'node:test'
import type { ServerResponse } from 'node:http'
import type { RenderReply } from '@seine/shared/pages/worker-reply.ts'
import type { ContextLease } from '@seine/activities/browser/pool/contract.ts'
import { attemptEnded } from '@seine/activities/browser/time/attempt-clock.ts'
import type { TargetHub } from '@seine/activities/browser/recorder/contract.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'
import { until } from './pool-lab.ts'
import { startWorkerLab, type WorkerLab } from './worker-lab.ts'

const hanging = (_request: unknown, response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>begun</h1>')
}

/** Makes the screenshots of the pages of a context fail. */
function withoutScreenshots(lease: ContextLease, failing: () => Error): ContextLease {
  const { context } = lease
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await newPage()
    const createSession = page.createCDPSession.bind(page)
    page.createCDPSession = async () => {
      const session = await createSession()
      const send = session.send.bind(session)
      session.send = async (method, ...rest) => {
        if (method === 'Page.captureScreenshot') throw failing()
        return await send(method, ...rest)
      }
      return session
    }
    return page
  }
  return lease
}

const player = '<h1>Player</h1><script>fetch("/segment").then((r) => r.text()).then(() => fetch("/data"))</script>'
const segment = 'x'.repeat(500)

let fixture: Fixture
let lab: WorkerLab
/** Number of attempts that the flaky pages have received. */
const asked = { challenge: 0, forbidden: 0 }

before(async () => {
  fixture = await startFixture({
    '/': html('<title>Home</title><h1>Home</h1><script>fetch("/data")</script>'),
    '/data': (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'),
    '/player': html(player),
    '/segment': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(segment),
    '/empty': (_request, response) => response.writeHead(204).end(),
    '/error': (_request, response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>sorry</h1>'),
    '/download': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename=a' })
        .end('bytes'),
    '/pdf': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4\n%%EOF'),
    '/hang': hanging,
    '/late-head': (_request, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>at last</h1>'), 16_000)
    },
    '/reset': (request) => request.socket.destroy(),
    '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/forbidden-redirect': (_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1234/admin' }).end(),
    '/challenge': (_request, response) => {
      asked.challenge += 1
      const blocked = asked.challenge === 1
      response
        .writeHead(blocked ? 403 : 200, {
          'content-type': 'text/html',
          ...(blocked ? { 'cf-mitigated': 'challenge' } : {}),
        })
        .end(blocked ? '<title>Just a moment...</title>' : '<h1>let in</h1>')
    },
    '/always-challenge': (_request, response) =>
      response.writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }).end('<title>no</title>'),
    '/crash': html(`<script>
      let node = document.body ?? document.documentElement
      for (let depth = 0; depth < 60000; depth += 1) node = node.appendChild(document.createElement('div'))
    </script>`),
    '/busy': html('<h1>busy</h1><script>addEventListener("load", () => { for (;;) {} })</script>'),
    '/alert': html('<script>alert(1); confirm(2); prompt(3)</script><h1>after</h1>'),
    '/late': html(
      '<script>setTimeout(() => { const p = document.createElement("p"); p.id = "late"; document.body.append(p) }, 200)</script>',
    ),
    '/forbidden-later': html(
      '<script>setTimeout(() => { location.href = "http://127.0.0.1:1234/" }, 50)</script><h1>first</h1>',
    ),
    '/to-download': html('<h1>here</h1><script>onload = () => { location.href = "/download" }</script>'),
    '/to-empty': html('<h1>here</h1><script>onload = () => { location.href = "/empty" }</script>'),
    '/never': () => {},
    '/calling': html('<h1>calling</h1><script>fetch("/never")</script>'),
    '/forbidden-while-loading': html(
      '<img src=/never><script>setTimeout(() => { location.href = "http://127.0.0.1:1234/" }, 50)</script>',
    ),
    '/forbidden-fetch': html(
      '<script>fetch("http://127.0.0.1:1234/meta").catch(() => { document.title = "refused" })</script>',
    ),
  })
  lab = await startWorkerLab({ ports: [fixture.port] })
})

after(async () => {
  await lab?.close()
  await fixture?.close()
})

describe('a capture', () => {
  let late: ReturnType<WorkerLab['capture']>
  before(() => {
    // Waits beside the other captures.
    late = lab.capture(`${fixture.origin}/late-head`, { timeoutMs: 40_000 })
    late.catch(() => {})
  })

  it('of a page reports status, calls and counters, and that its first attempt won', async () => {
    const { status, success, winning_attempt, final_url, last } = await lab.capture(`${fixture.origin}/`)
    assert.deepEqual([status, success, winning_attempt, final_url], [200, true, 1, `${fixture.origin}/`])
    assert.deepEqual(
      last.network_calls.map((call) => [call.resource_type, call.status, call.response_body === null]),
      [
        ['document', 200, false],
        ['fetch', 200, false],
      ],
    )
    assert.equal(last.requests_total, 2)
    const [document] = last.network_calls
    assert.deepEqual([document?.server_ip, document?.server_port], ['127.0.0.1', fixture.port])
    assert.equal(document?.request_headers['proxy-connection'], undefined)
    assert.equal(document?.request_headers['connection'], 'keep-alive')
    assert.equal(last.strategy, 'browser_basic')
  })

  it('of an error page of the target is a success with its status', async () => {
    for (const [path, status] of [
      ['/error', 500],
      ['/nowhere', 404],
      ['/empty', 204],
    ] as const) {
      const captured = await lab.capture(fixture.origin + path)
      assert.deepEqual([captured.status, captured.success, captured.last.outcome], [status, true, 'success'], path)
    }
  })

  it('of a download or a PDF has an outcome of that name', async () => {
    assert.equal((await lab.capture(`${fixture.origin}/download`)).last.outcome, 'download')
    assert.equal((await lab.capture(`${fixture.origin}/pdf`)).last.outcome, 'pdf')
  })

  it('of a page that never ends is a timeout with what was captured so far', async () => {
    const captured = await lab.capture(`${fixture.origin}/hang`, { timeoutMs: 6_000 })
    assert.equal(captured.success, false)
    assert.equal(captured.last.outcome, 'timeout')
    assert.equal(captured.last.network_calls[0]?.state, 'pending')
  })

  it('reports the document that the page shows, not what it has requested since', async () => {
    for (const path of ['/to-download', '/to-empty', '/forbidden-while-loading']) {
      const { status, success, final_url } = await lab.capture(fixture.origin + path, { waitMs: 1_000 })
      assert.deepEqual([status, success, final_url], [200, true, fixture.origin + path], path)
    }
  })

  it('of a broken connection and of a redirect loop names the fault', async () => {
    for (const path of ['/reset', '/loop']) {
      const captured = await lab.capture(fixture.origin + path)
      assert.equal(captured.success, false, path)
      assert.equal(captured.last.outcome, 'network_error', path)
      assert.match(captured.last.error?.message ?? '', /\S/, path)
    }
  })

  it('of a port without a listener is a network error, not a refusal by the proxy', async () => {
    const gone = await startFixture({})
    const open = await startWorkerLab({ ports: [gone.port] })
    await gone.close()
    try {
      const captured = await open.capture(`${gone.origin}/`)
      assert.equal(captured.last.outcome, 'network_error')
      assert.match(captured.last.network_calls[0]?.failure_reason ?? '', /^net::ERR_CONNECTION_/)
    } finally {
      await open.close()
    }
  })

  it('reads the bodies of the calls that its filter asks for, whatever else the page loads', async () => {
    const { bounds } = lab.ports
    // Room for all bodies but the last, if all were read.
    lab.ports.bounds = { ...bounds, bodiesMaxBytes: player.length + segment.length }
    try {
      const { last } = await lab.capture(`${fixture.origin}/player`, { filter: { urlPattern: '/data$' } })
      assert.deepEqual(
        last.network_calls.map((call) => [call.resource_type, call.response_body]),
        [['fetch', '{"a":1}']],
      )
    } finally {
      lab.ports.bounds = bounds
    }
  })

  it('of a document whose head takes longer than any other command of the browser is a success', async () => {
    const { status, success, last } = await late
    assert.deepEqual([status, success, last.outcome], [200, true, 'success'])
  })
})

describe('the address policy', () => {
  it('refuses a forbidden page, directly and after a redirect', async () => {
    for (const url of ['http://127.0.0.1:1234/', 'http://169.254.169.254/', `${fixture.origin}/forbidden-redirect`]) {
      const reply = await lab.reply(url)
      assert.ok(reply.kind === 'problem', url)
      assert.equal(reply.code, 'unsafe_target', url)
      assert.equal(reply.attempts.at(-1)?.outcome, 'unsafe_target', url)
    }
  })

  it('lists a refused sub-request as blocked by policy and lets the page stand', async () => {
    const captured = await lab.capture(`${fixture.origin}/forbidden-fetch`)
    assert.equal(captured.success, true)
    const refused = captured.last.network_calls.find(({ url }) => url.includes(':1234'))
    assert.equal(refused?.failure_reason, 'blocked_by_policy')
    assert.equal(captured.last.requests_blocked, 1)
  })

  it('does not fail a page that later sends itself somewhere forbidden', async () => {
    const captured = await lab.capture(`${fixture.origin}/forbidden-later`, { waitMs: 3_000 })
    assert.equal(captured.success, true)
    assert.equal(captured.status, 200)
    assert.equal(captured.last.network_calls.at(-1)?.failure_reason, 'blocked_by_policy')
  })
})

describe('the ladder', () => {
  it('climbs to the next engine when a challenge keeps it out', async () => {
    const captured = await lab.capture(`${fixture.origin}/challenge`)
    assert.deepEqual(
      captured.attempts.map(({ engine, outcome, success }) => [engine, outcome, success]),
      [
        ['headless_shell', 'blocked', false],
        ['chrome', 'success', true],
      ],
    )
    assert.equal(captured.winning_attempt, 2)
    assert.equal(captured.attempts[0]?.blocked_by?.vendor, 'cloudflare')
  })

  it('ends without a winner when every rung is blocked', async () => {
    const captured = await lab.capture(`${fixture.origin}/always-challenge`)
    assert.equal(captured.success, false)
    assert.equal(captured.winning_attempt, null)
    assert.ok(captured.attempts.length >= 2)
    assert.equal(captured.status, 403)
  })

  it('tries a crashing page again and then elsewhere, within its budget', async () => {
    const captured = await lab.capture(`${fixture.origin}/crash`, { timeoutMs: 15_000 })
    assert.ok(captured.attempts.length >= 1)
    if (captured.success) return
    // A slow machine may take longer than that to crash.
    assert.ok(['browser_crashed', 'timeout'].includes(captured.last.outcome), captured.last.outcome)
    // It would crash in the same way each time: twice in each engine are enough.
    for (const [engine, attempts] of Map.groupBy(captured.attempts, (attempt) => attempt.engine)) {
      assert.ok(attempts.length <= 2, `${attempts.length} in ${engine}`)
    }
  })

  it('fails with the attempts so far when the budget of the call ends first', async () => {
    const reply = await lab.reply(`${fixture.origin}/hang`, { timeoutMs: 20_000, budgetMs: 10_000 })
    assert.ok(reply.kind === 'problem')
    assert.equal(reply.code, 'budget_exceeded')
    assert.equal(reply.attempts[0]?.outcome, 'timeout')
    assert.ok((reply.attempts[0]?.network_calls.length ?? 0) > 0)
  })
})

describe('waits and actions', () => {
  it('a selector that appears late is waited for, one that never appears is a timeout that names it', async () => {
    const found = await lab.capture(`${fixture.origin}/late`, { waitSelector: '#late' })
    assert.equal(found.success, true)
    const missing = await lab.capture(`${fixture.origin}/late`, { waitSelector: '#never', timeoutMs: 6_000 })
    assert.equal(missing.success, false)
    assert.equal(missing.last.error?.code, 'wait_selector_timeout')
    assert.equal(missing.last.network_calls.length, 1)
  })

  it('the end of the time while the network is not idle fails a capture, and no rendered page', async () => {
    const page = { networkIdle: true, timeoutMs: 5_000 }
    const [captured, rendered] = await Promise.all([
      lab.capture(`${fixture.origin}/calling`, page),
      lab.render(`${fixture.origin}/calling`, {}, page),
    ])
    assert.deepEqual([captured.success, captured.last.outcome], [false, 'timeout'])
    assert.ok(rendered.kind === 'rendered')
    assert.deepEqual([rendered.fault, rendered.warnings], [null, ['the network did not become idle']])
    assert.match(rendered.html?.text ?? '', /calling/)
  })

  it('an invalid selector is reported as such', async () => {
    const captured = await lab.capture(`${fixture.origin}/`, { waitSelector: 'p[' })
    assert.equal(captured.last.error?.code, 'invalid_selector')
  })

  it('dialogs never hold a page', async () => {
    assert.equal((await lab.capture(`${fixture.origin}/alert`)).success, true)
  })

  it('a page in an endless loop ends within its own time', async () => {
    const captured = await lab.capture(`${fixture.origin}/busy`, { timeoutMs: 8_000, waitSelector: '#never' })
    assert.equal(captured.success, false)
    assert.equal(captured.last.network_calls[0]?.status, 200)
  })

  it('a caller that goes away ends the attempt and frees the browser', async () => {
    const gone = new AbortController()
    const capture = lab.capture(`${fixture.origin}/hang`, { signal: gone.signal })
    setTimeout(() => gone.abort(new Error('gone')), 300)
    await assert.rejects(capture, /gone/)
  })

  it('a caller that is gone before the browser is asked ends the attempt too', async () => {
    const gone = new AbortController()
    const seen = fixture.seen.length
    const capture = lab.capture(`${fixture.origin}/`, { signal: gone.signal })
    gone.abort(new Error('gone at once'))
    await assert.rejects(capture, /gone at once/)
    assert.equal(fixture.seen.length, seen)
  })

  it('an attempt that is over leaves nothing with its browser, given up or not', async () => {
    const leases: ContextLease[] = []
    let watches = 0
    const { pool } = lab.ports
    const countWatches = (hub: TargetHub): TargetHub => ({
      watch: (...given) => {
        const end = hub.watch(...given)
        watches += 1
        return () => {
          watches -= 1
          end()
        }
      },
      close: async () => await hub.close(),
    })
    lab.ports.pool = {
      engines: pool.engines,
      open: async (...given) => {
        const lease = await pool.open(...given)
        leases.push(lease)
        return { ...lease, hub: countWatches(lease.hub) }
      },
    }
    const listeners = (): number => getEventListeners(leases[0]!.lost, 'abort').length
    try {
      await lab.capture(`${fixture.origin}/`)
      const atFirst = listeners()
      await lab.capture(`${fixture.origin}/`)
      const gone = new AbortController()
      const givenUp = lab.capture(`${fixture.origin}/hang`, { signal: gone.signal })
      setTimeout(() => gone.abort(new Error('gone')), 300)
      await assert.rejects(givenUp, /gone/)
      assert.deepEqual([...new Set(leases.map(({ lost }) => lost === leases[0]?.lost))], [true], 'one browser')
      await until('the attempt listens no more', () => listeners() === atFirst)
      await until('nobody watches a context any more', () => watches === 0)
    } finally {
      lab.ports.pool = pool
    }
  })
})

describe('rendering', () => {
  it('sends the other cookies of the caller when the browser refuses one, and says how many it refuses', async () => {
    const headers = { Cookie: `sid=abc; big=${'x'.repeat(4_100)}; __Secure-a=1; last=b` }
    const seen = fixture.seen.length
    const reply = await lab.render(`${fixture.origin}/`, {}, { headers })
    assert.ok(reply.kind === 'rendered')
    assert.equal(fixture.seen[seen]?.headers.cookie, 'sid=abc; last=b')
    assert.deepEqual(reply.warnings, [
      'cookies_refused: the browser does not accept 2 of the cookies in the header Cookie',
    ])
  })

  it('gives the document as the browser has it, and a picture of it', async () => {
    const reply = await lab.render(`${fixture.origin}/late`, { screenshot: 'viewport' }, { waitSelector: '#late' })
    assert.ok(reply.kind === 'rendered')
    assert.match(reply.html?.text ?? '', /<p id="late">/)
    const png = Buffer.from(reply.screenshotBase64 ?? '', 'base64')
    assert.deepEqual([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)], ['PNG', 1_280, 720])
  })

  it('gives the document without a picture when the screenshot fails or takes too long', async () => {
    const gone = new AbortController()
    const refused = new Error('Protocol error (Page.captureScreenshot): Unable to capture screenshot')
    const { pool } = lab.ports
    const rendered = async (failing: () => Error, signal?: AbortSignal): Promise<RenderReply> => {
      lab.ports.pool = {
        engines: pool.engines,
        open: async (...given) => withoutScreenshots(await pool.open(...given), failing),
      }
      return await lab.render(`${fixture.origin}/`, { screenshot: 'viewport' }, signal === undefined ? {} : { signal })
    }
    try {
      for (const error of [refused, attemptEnded('timeout')]) {
        const reply = await rendered(() => error)
        assert.ok(reply.kind === 'rendered')
        assert.deepEqual([reply.fault, reply.screenshotBase64, reply.attempts.length], [null, null, 1], error.message)
        assert.match(reply.html?.text ?? '', /Home/)
      }
      const leaving = rendered(() => {
        gone.abort(new Error('gone'))
        return refused
      }, gone.signal)
      await assert.rejects(leaving, /gone/)
    } finally {
      lab.ports.pool = pool
    }
  })

  it('gives the document that the page shows after a download or an answer without content', async () => {
    for (const path of ['/to-download', '/to-empty']) {
      const reply = await lab.render(fixture.origin + path, {}, { waitMs: 1_000 })
      assert.ok(reply.kind === 'rendered', path)
      assert.deepEqual([reply.status, reply.finalUrl, reply.fault], [200, fixture.origin + path, null], path)
      assert.match(reply.html?.text ?? '', /here/, path)
    }
  })

  it('of a page that has sent itself somewhere forbidden has a fault, not an empty document', async () => {
    const reply = await lab.render(`${fixture.origin}/forbidden-later`, {}, { waitMs: 1_000 })
    assert.ok(reply.kind === 'rendered')
    assert.deepEqual([reply.fault?.code, reply.html], ['unsafe_target', null])
  })
})
