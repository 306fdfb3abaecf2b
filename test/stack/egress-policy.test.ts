/** The operator's egress rules on a whole stack, with a name server of the test. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { egressLimits } from '@seine/shared/config/limits.ts'
import { openNameServer, type NameServer } from '@seine/shared/egress/testing/name-server.ts'
import { html, startFixture, type Fixture } from '../browser/fixture-server.ts'
import { downloadLines } from './api-client.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

/** Records of the name server: an internal name, a public name with an internal address, a denied name. */
const names: Readonly<Record<string, readonly string[]>> = {
  'db.team.acme': ['10.0.0.5'],
  'wiki.team.acme': ['127.0.0.1'],
  'shop.example': ['127.0.0.1'],
  'leads-inside.example': ['10.0.0.5'],
  'denied.example': ['127.0.0.1'],
}

let stack: TestStack
let site: Fixture
let denied: Fixture
let server: NameServer

before(async () => {
  server = await openNameServer((name) => names[name] ?? null)
  denied = await startFixture({ '/': html('<title>Denied</title><p>Nobody reads this.') })
  site = await startFixture({
    '/': html(
      `<title>Start</title><p>Here.<a href="${denied.origin}/">no</a><a href="/moved">moved</a><a href="/b">b</a>`,
    ),
    '/b': html('<title>B</title><p>There.'),
    '/moved': (_request, response) => response.writeHead(302, { location: `${denied.origin}/` }).end(),
    '/loads': html(
      `<title>Loads</title><p>Here.<img src="${denied.origin}/x.png"><img src="http://db.team.acme/x.png">`,
    ),
  })
  stack = await startTestStack({
    browser: true,
    egressAllow: ['127.0.0.1/32'],
    environment: {
      SEINE_EGRESS_DNS: server.address,
      SEINE_EGRESS_DENY: `:${denied.port},denied.example,*.denied.example`,
    },
  })
})

after(async () => {
  await stack?.close()
  await site?.close()
  await denied?.close()
  await server?.close()
})

interface Told {
  status: number
  code: string | undefined
  message: unknown
  attempts: unknown
}

async function told(path: string, url: string): Promise<Told & { elapsedMs: number }> {
  const startedMs = performance.now()
  const { status, body } = await stack.api.request('POST', path, { url })
  const attempts = (body['attempts'] ?? []) as { outcome: string; strategy: string; error?: unknown }[]
  return {
    status,
    code: body.code,
    message: body['message'],
    attempts: attempts.map(({ outcome, strategy, error }) => [outcome, strategy, error]),
    elapsedMs: performance.now() - startedMs,
  }
}

test('denied targets are refused when requested, on a redirect and as a link, by HTTP and in a browser', async () => {
  for (const path of ['/scrape', '/browser/network', '/map']) {
    for (const url of [
      `${denied.origin}/`,
      `http://localhost:${denied.port}/`,
      'http://denied.example/',
      'http://a.denied.example/',
    ]) {
      const { status, code } = await told(path, url)
      assert.deepEqual([status, code], [422, 'url_not_allowed'], `${path} ${url}`)
    }
  }
  for (const path of ['/scrape', '/browser/network']) {
    const { status, code } = await told(path, `${site.origin}/moved`)
    assert.deepEqual([status, code], [502, 'unsafe_target'], path)
  }
  const started = await stack.api.request('POST', '/crawl', { url: `${site.origin}/`, limit: 10 })
  assert.equal(started.status, 202, JSON.stringify(started.body))
  const ended = await stack.api.watch(started.body.id)
  assert.equal(ended.status, 'completed')
  assert.ok(site.seen.some(({ path }) => path === '/b'))
  assert.deepEqual(denied.seen, [])
  assert.ok(!server.asked.some((name) => name.endsWith('denied.example')), server.asked.join(' '))
})

test('an allowed target beside it is reached by name, and its denied images are not', async () => {
  const page = await stack.api.request('POST', '/scrape', { url: `http://shop.example:${site.port}/b` })
  assert.equal(page.status, 200, JSON.stringify(page.body))
  const capture = await stack.api.request('POST', '/browser/network', { url: `${site.origin}/loads` })
  assert.equal(capture.status, 200, JSON.stringify(capture.body))
  assert.deepEqual(denied.seen, [])
})

test('internal names that exist and that do not get the same answer after the same time', async () => {
  for (const path of ['/scrape', '/browser/network']) {
    const [there, absent] = await Promise.all([
      told(path, 'http://db.team.acme/'),
      told(path, 'http://nope.team.acme/'),
    ])
    const { elapsedMs: thereMs, ...thereTold } = there
    const { elapsedMs: absentMs, ...absentTold } = absent
    assert.deepEqual(thereTold, absentTold)
    // A capture of a page that does not load still succeeds and lists its attempts.
    const expected = path === '/scrape' ? [502, 'dns_failure'] : [200, undefined]
    assert.deepEqual([thereTold.status, thereTold.code], expected, JSON.stringify(thereTold))
    assert.match(JSON.stringify(thereTold.attempts), /"dns_error"/)
    assert.ok(Math.min(thereMs, absentMs) >= egressLimits.insideAnswerMs, `${thereMs} ${absentMs}`)
  }
  assert.ok(server.asked.includes('db.team.acme') && server.asked.includes('nope.team.acme'))
})

test('public names keep their codes: one that leads inside is unsafe, one that does not exist is not resolved', async () => {
  for (const path of ['/scrape', '/browser/network']) {
    assert.equal((await told(path, 'http://leads-inside.example/')).code, 'unsafe_target', path)
    assert.match(JSON.stringify((await told(path, 'http://nope.example/')).attempts), /"dns_error"/, path)
  }
})

test('a line of a batch has the code that a call has for the same page', async () => {
  const url = 'http://nope.example/'
  const call = await told('/scrape', url)
  const [attempt] = call.attempts as [outcome: string, strategy: string, error: { code: string }][]
  assert.deepEqual([call.code, attempt?.[0], attempt?.[2].code], ['dns_failure', 'dns_error', 'dns_failure'])
  const { s3PresignedUrls } = await stack.api.watch(await stack.api.startBatch({ urls: [url], output: ['markdown'] }))
  const [line] = await downloadLines(String(s3PresignedUrls?.['markdown']))
  assert.equal(line?.['errorCode'], 'dns_failure', JSON.stringify(line))
})
