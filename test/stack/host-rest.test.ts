/** A host that has asked a job for a pause, as seen by calls: on a stack with a browser worker. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hostLimits } from '@seine/activities/hosts/host-limits.ts'
import { html, startFixture, type Fixture } from '../browser/fixture-server.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const restSecs = 120

const startHost = async (): Promise<Fixture> =>
  await startFixture({
    '/': html('<title>Home</title><main><h1>Home</h1><p>The words of a page that is there.</main>'),
    '/tired': (_request, response) => response.writeHead(429, { 'retry-after': String(restSecs) }).end(),
  })

const calls: [name: string, path: string, options: object][] = [
  ['/scrape', '/scrape', {}],
  ['/map', '/map', { sitemap: 'skip', ignoreCache: true }],
  ['a capture', '/browser/network', {}],
]

describe('a host that has asked a job for rest', () => {
  let t: TestStack
  let shared: Fixture
  let exempt: Fixture
  before(async () => {
    ;[shared, exempt] = await Promise.all([startHost(), startHost()])
    t = await startTestStack({
      browser: true,
      egressAllow: [shared, exempt].map(({ port }) => `127.0.0.1/32:${port}`),
      environment: { SEINE_HOSTS_EXEMPT: `default=127.0.0.1:${exempt.port}` },
    })
    await t.api.startBatch({ urls: [shared, exempt].map(({ origin }) => `${origin}/tired`) })
    while ([shared, exempt].some(({ seen }) => seen.length === 0)) await sleep(50)
    // The browser worker learns of the pause from the scrape worker.
    await sleep(4 * hostLimits.exchangeIntervalMs)
  })
  after(async () => {
    await t?.close()
    await Promise.all([shared?.close(), exempt?.close()])
  })

  for (const [name, path, options] of calls) {
    it(`is not asked by ${name}, which is answered at once with Retry-After`, async () => {
      const beganMs = performance.now()
      const { status, headers, body } = await t.api.request('POST', path, { url: `${shared.origin}/`, ...options })
      assert.deepEqual([status, body.code], [504, 'budget_exceeded'], JSON.stringify(body))
      assert.match(String(body.detail), /has asked for a pause, which lasts \d+ s more/)
      const retryAfterSecs = Number(headers.get('retry-after'))
      assert.ok(retryAfterSecs > restSecs - 60 && retryAfterSecs <= restSecs, `${retryAfterSecs} s`)
      assert.ok(performance.now() - beganMs < 10_000)
      assert.ok(!shared.seen.some((request) => request.path === '/'))
    })

    it(`is asked by ${name} of a tenant that is exempt there`, async () => {
      const { status, body } = await t.api.request('POST', path, { url: `${exempt.origin}/`, ...options })
      assert.equal(status, 200, JSON.stringify(body))
      assert.ok(exempt.seen.some((request) => request.path === '/'))
      exempt.seen.splice(0)
    })
  }
})
