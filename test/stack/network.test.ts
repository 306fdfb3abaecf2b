/** `POST /browser/network` through the whole stack: gateway, browser worker, real Chromium. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'
import type { Har } from '@seine/shared/api/schemas/har-schema.ts'
import { networkResultSchema, type NetworkResult } from '@seine/shared/api/schemas/network-result.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import { html, startFixture, type Fixture } from '../browser/fixture-server.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const slots = 2

let stack: TestStack
let fixture: Fixture
/** Functions that end the open responses of `/hang`. */
const held = new Set<() => void>()
let challenges = 0

before(async () => {
  fixture = await startFixture({
    '/': html('<title>Home</title><h1>Home</h1><img src="/a.png"><script>fetch("/api?b=1")</script>', {
      'set-cookie': 'a=1',
    }),
    '/api': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"greeting":"Grüße"}'),
    '/hang': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>begun</h1>')
      held.add(() => response.end())
    },
    '/to-forbidden': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1234/' }).end(),
    '/late-challenge': (_request, response) => {
      challenges += 1
      if (challenges > 1) return
      setTimeout(
        () => response.writeHead(403, { 'cf-mitigated': 'challenge' }).end('<title>Just a moment</title>'),
        3_000,
      )
    },
    '/form': html(
      '<input id="q" placeholder="Search"><button onclick="ask()">Go</button><script>const ask = async () => { await fetch(`/api?q=${q.value}`); document.body.insertAdjacentHTML("beforeend", "<p id=done>Done</p>") }</script>',
    ),
  })
  stack = await startTestStack({
    browser: true,
    egressAllow: [`127.0.0.1/32:${fixture.port}`],
    environment: {
      SEINE_BROWSER_SLOTS: String(slots),
      SEINE_BROWSER_PROCESSES: '1',
      SEINE_BROWSER_BUDGET_EXTRA_MS: '6000',
    },
  })
})

after(async () => {
  for (const end of held) end()
  await stack?.close()
  await fixture?.close()
})

const capture = async (
  body: Record<string, unknown>,
  path = '/browser/network',
  headers: Record<string, string> = {},
) => await stack.api.request('POST', path, body, headers)

describe('a capture through the API', () => {
  it('answers as its schema says, with tag and request id, at both paths', async () => {
    for (const path of ['/browser/network', '/v1/browser/network']) {
      const { status, headers, body } = await capture({ url: `${fixture.origin}/`, tag: ['a', 'b'] }, path)
      assert.equal(status, 200, JSON.stringify(body).slice(0, 500))
      assert.deepEqual(schemaErrors(networkResultSchema, body), [])
      const result = body as unknown as NetworkResult
      assert.equal(result.request_id, headers.get('x-request-id'))
      assert.deepEqual([result.tag, result.status, result.success], [['a', 'b'], 200, true])
      // A capture without a session id creates a session.
      assert.match(String(result.session_id), /^imp-/)
      const [attempt] = result.attempts
      assert.deepEqual(
        attempt?.network_calls.map((call) => [call.resource_type, call.response_body]),
        [
          ['document', '<title>Home</title><h1>Home</h1><img src="/a.png"><script>fetch("/api?b=1")</script>'],
          ['fetch', '{"greeting":"Grüße"}'],
        ],
      )
      assert.deepEqual(attempt?.network_calls[0]?.response_headers['set-cookie'], ['a=1'])
      assert.equal(attempt?.requests_total, 3)
    }
  })

  it('runs actions and lists what they set off', async () => {
    const { body } = await capture({
      url: `${fixture.origin}/form`,
      actions: [
        { action: 'fill', selector: 'Search', selector_type: 'placeholder', value: 'boats' },
        { action: 'click', selector: 'button[name="Go"]', selector_type: 'role' },
        { action: 'wait_for_selector', selector: '#done' },
        { action: 'click', selector: '#nowhere', if_present: true },
      ],
    })
    const result = body as unknown as NetworkResult
    assert.deepEqual(
      result.actions.map(({ action, status }) => [action, status]),
      [
        ['fill', 'ok'],
        ['click', 'ok'],
        ['wait_for_selector', 'ok'],
        ['click', 'skipped'],
      ],
    )
    assert.ok(result.attempts[0]?.network_calls.some(({ url }) => url.endsWith('/api?q=boats')))
  })

  it('narrows the calls by query parameters', async () => {
    const path = '/browser/network?resource_type=fetch&url_pattern=b%3D1'
    const { body } = await capture({ url: `${fixture.origin}/` }, path)
    const result = body as unknown as NetworkResult
    assert.deepEqual(
      result.attempts[0]?.network_calls.map(({ id, resource_type }) => [id, resource_type]),
      [['c2', 'fetch']],
    )
  })

  it('is a HAR for those who request one', async () => {
    const { status, headers, body } = await capture({ url: `${fixture.origin}/` }, undefined, {
      accept: 'application/har+json',
    })
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^application\/har\+json/)
    const { log } = body as unknown as Har
    assert.equal(log.version, '1.2')
    assert.deepEqual(
      log.entries.map(({ request, response }) => [new URL(request.url).pathname, response.status]),
      [
        ['/', 200],
        ['/a.png', 404],
        ['/api', 200],
      ],
    )
    const narrowed = await capture({ url: `${fixture.origin}/` }, '/browser/network?resource_type=fetch', {
      accept: 'application/har+json',
    })
    assert.deepEqual(
      (narrowed.body as unknown as Har).log.entries.map(({ request }) => new URL(request.url).pathname),
      ['/api'],
    )
  })

  it('refuses what the endpoint does not take, all of it at once', async () => {
    const { status, body } = await capture({
      url: 'ftp://a.com/',
      method: 'POST',
      js_render: true,
      prompt: 'x',
      timeout: 1,
    })
    assert.equal(status, 422)
    assert.deepEqual(
      new Set(body.errors?.map(({ pointer }) => pointer)),
      new Set(['/url', '/method', '/js_render', '/prompt', '/timeout']),
    )
  })

  it('refuses a forbidden address before any browser sees it, and with 502 and the attempts when a redirect leads there', async () => {
    const written = await capture({ url: 'http://127.0.0.1:1234/' })
    assert.deepEqual([written.status, written.body.code], [422, 'url_not_allowed'])
    const led = await capture({ url: `${fixture.origin}/to-forbidden` })
    assert.deepEqual([led.status, led.body.code], [502, 'unsafe_target'])
    const attempts = led.body['attempts'] as NetworkResult['attempts']
    assert.equal(attempts[0]?.outcome, 'unsafe_target')
    assert.equal(attempts[0]?.network_calls[0]?.failure_reason, 'blocked_by_policy')
  })

  it('answers 503 for a proxy that is not configured', async () => {
    const { status, body } = await capture({ url: `${fixture.origin}/`, override_parameter: { proxy: 'premium' } })
    assert.deepEqual([status, body.code], [503, 'proxy_not_configured'])
  })

  it('answers 200 when the time of the page ends, with what was captured', async () => {
    const short = await capture({ url: `${fixture.origin}/hang`, timeout: 8_000 })
    assert.equal(short.status, 200)
    const result = short.body as unknown as NetworkResult
    assert.deepEqual([result.success, result.attempts[0]?.outcome], [false, 'timeout'])
    assert.equal(result.attempts[0]?.network_calls[0]?.state, 'pending')
  })

  it('answers 504 when the budget of the call ends before an attempt has decided, with the attempts', async () => {
    const { status, body } = await capture({ url: `${fixture.origin}/late-challenge`, timeout: 12_000 })
    assert.deepEqual([status, body.code], [504, 'budget_exceeded'])
    const attempts = body['attempts'] as NetworkResult['attempts']
    assert.deepEqual(
      attempts.map(({ engine, outcome }) => [engine, outcome]),
      [
        ['headless_shell', 'blocked'],
        ['chrome', 'timeout'],
      ],
    )
  })
})

describe('a worker that is full', () => {
  it('answers 429 with Retry-After at once, and takes calls again when callers go away', async () => {
    const gone = new AbortController()
    const worker = stack.browserWorker!
    const running = async (): Promise<{ running: number; queued: number }> => {
      const answer = await fetch(`${worker.url}/pressure`)
      return (await answer.json()) as { running: number; queued: number }
    }
    const hold = Array.from({ length: slots }, () =>
      fetch(`${stack.stack.file.gateway}/browser/network`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stack.stack.file.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: `${fixture.origin}/hang`, timeout: 60_000 }),
        signal: gone.signal,
      }).catch(() => null),
    )
    while ((await running()).running < slots) await sleep(20)
    // Queued calls wait for a short time; calls beyond the queue are refused at once.
    const crowd = await Promise.all(
      Array.from({ length: slots * 2 + 4 }, () => capture({ url: `${fixture.origin}/`, timeout: 1_000 })),
    )
    assert.deepEqual([...new Set(crowd.map(({ status }) => status))], [429])
    for (const { headers, body } of crowd) {
      assert.equal(body.code, 'concurrency_limit_reached')
      assert.match(headers.get('retry-after') ?? '', /^\d+$/)
    }
    gone.abort()
    await Promise.all(hold)
    const abortedAtMs = performance.now()
    while ((await running()).running > 0) await sleep(20)
    assert.ok(performance.now() - abortedAtMs < 120_000, 'the slots are free again')
    assert.equal((await capture({ url: `${fixture.origin}/` })).status, 200)
  })
})

describe('a browser that is killed', () => {
  it('costs the call an attempt at most', async () => {
    const { execFile } = await import('node:child_process')
    const workerPid = stack.stack.file.pids.browserWorker!
    const children = await new Promise<string>((resolve) => {
      execFile('ps', ['--ppid', String(workerPid), '-o', 'pid=,args='], (_error, stdout) => resolve(stdout))
    })
    const pids = children.split('\n').flatMap((line) => (/--type=/.test(line) ? [] : [Number.parseInt(line, 10)]))
    const asked = (): number => fixture.seen.filter(({ path }) => path.startsWith('/api')).length
    const askedBefore = asked()
    const call = capture({ url: `${fixture.origin}/`, wait_ms: 1_500 })
    // Waits until the script of the page runs, so that there is a page to lose.
    while (asked() === askedBefore) await sleep(20)
    for (const pid of pids) if (Number.isInteger(pid)) process.kill(pid, 'SIGKILL')
    const { status, body } = await call
    assert.equal(status, 200, JSON.stringify(body).slice(0, 500))
    const result = body as unknown as NetworkResult
    assert.equal(result.success, true)
    assert.equal((await capture({ url: `${fixture.origin}/` })).status, 200)
  })
})
