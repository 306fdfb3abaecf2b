/** `POST /scrape` through the whole stack: gateway, scrape worker, browser worker, real Chromium. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'
import { scrapeResultSchema, type ScrapeResult } from '@seine/shared/api/schemas/scrape-result.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import { html, startFixture, type Fixture } from '../browser/fixture-server.ts'
import { startSpaSite, type SpaSite } from '../spa/spa-site.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

let stack: TestStack
let spa: SpaSite
let fixture: Fixture
/** Open connections of `/hang`. */
const hanging = new Set<unknown>()

before(async () => {
  spa = await startSpaSite()
  fixture = await startFixture({
    '/echo': (request, response) => {
      const chunks: Buffer[] = []
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const told = { method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() }
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told))
        })
    },
    '/gone': (_request, response) =>
      response.writeHead(410, { 'content-type': 'text/html' }).end('<h1>Gone for good</h1><p>Nothing is here.</p>'),
    '/challenge': (_request, response) =>
      response
        .writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
        .end('<title>Just a moment...</title>'),
    '/browsers-only': (request, response) => {
      const isBrowser = request.headers['sec-fetch-mode'] === 'navigate'
      if (isBrowser) html('<h1>Welcome</h1><p>People may read this page.</p>')(request, response)
      else response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>')
    },
    '/needs-cookie': (request, response) => {
      if (request.headers.cookie?.includes('seen=1') === true) html('<h1>Cookie kept</h1>')(request, response)
      else response.writeHead(302, { location: '/needs-cookie', 'set-cookie': 'seen=1; Path=/' }).end()
    },
    '/article': html(
      `<title>Of rivers</title><meta property="og:type" content="article"><header>Site head</header>
       <main><h1>Of rivers</h1><p class="lead">${'Rivers run to the sea. '.repeat(20)}</p><aside class="ad">Buy a boat</aside></main>`,
    ),
    '/hang': (_request, response) => {
      hanging.add(response)
      response.once('close', () => hanging.delete(response))
    },
    '/to-forbidden': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    '/form': html(
      `<input id="name" placeholder="Name"><button onclick="document.body.append('Hello ' + document.getElementById('name').value)">Say</button>`,
    ),
  })
  stack = await startTestStack({
    browser: true,
    egressAllow: [`127.0.0.1/32:${spa.port}`, `127.0.0.1/32:${fixture.port}`],
  })
})

after(async () => {
  await stack?.close()
  await spa?.close()
  await fixture?.close()
})

const scrape = async (body: Record<string, unknown>, path = '/scrape') => await stack.api.request('POST', path, body)

/** Runs a scrape that succeeds and checks its result against the schema. */
async function scraped(body: Record<string, unknown>): Promise<ScrapeResult> {
  const answer = await scrape(body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body).slice(0, 1_000))
  assert.deepEqual(schemaErrors(scrapeResultSchema, answer.body), [])
  return answer.body as unknown as ScrapeResult
}

const askedOf = (path: string): number => spa.asked.get(path) ?? 0
const engines = ({ attempts }: ScrapeResult): string[] =>
  attempts.map(({ engine }) => (engine === 'http' ? 'http' : 'browser'))

describe('a page that HTTP returns', () => {
  it('comes with everything that was requested, fetched once', async () => {
    const asked = askedOf('/ssr/3')
    const result = await scraped({
      url: `${spa.origin}/ssr/3`,
      output: ['html', 'clean_html', 'markdown', 'links'],
      tag: ['a', 'b'],
    })
    assert.deepEqual(engines(result), ['http'])
    assert.equal(askedOf('/ssr/3'), asked + 1)
    assert.equal(result.winning_attempt, 1)
    assert.deepEqual([result.success, result.status, result.final_url], [true, 200, `${spa.origin}/ssr/3`])
    assert.deepEqual(result.tag, ['a', 'b'])
    assert.match(result.data.html ?? '', /__NEXT_DATA__/)
    assert.match(result.data.markdown ?? '', /stands where the river turns/)
    assert.deepEqual(result.data.links, [`${spa.origin}/ssr/4`])
    assert.equal(result.attempts[0]?.requests_total, 1)
  })

  it("is a success with the status of the target's own error page", async () => {
    const result = await scraped({ url: `${fixture.origin}/gone`, output: ['markdown'] })
    assert.deepEqual([result.status, result.success], [410, true])
    assert.match(result.data.markdown ?? '', /Gone for good/)
  })

  it('is requested with method, body and headers of the caller', async () => {
    const result = await scraped({
      url: `${fixture.origin}/echo`,
      method: 'PUT',
      body: { a: 1 },
      geolocation: null,
      override_parameter: { headers: { 'X-Canary': 'seven', 'User-Agent': 'Robin/1' } },
    })
    const told = JSON.parse((result.data.html ?? '').replace(/^<pre>|<\/pre>$/g, '').replaceAll('&quot;', '"')) as {
      method: string
      body: string
      headers: Record<string, string>
    }
    assert.deepEqual(
      [told.method, told.body, told.headers['x-canary'], told.headers['user-agent']],
      ['PUT', '{"a":1}', 'seven', 'Robin/1'],
    )
  })

  it('keeps cookies along its redirects and forgets them after', async () => {
    for (const _round of [1, 2]) {
      const result = await scraped({ url: `${fixture.origin}/needs-cookie`, js_render: false, output: ['markdown'] })
      assert.match(result.data.markdown ?? '', /Cookie kept/)
    }
    const firsts = fixture.seen.filter(({ path, headers }) => path === '/needs-cookie' && headers.cookie === undefined)
    assert.equal(firsts.length, 2)
  })

  it('is narrowed by tags, and comes with its metadata', async () => {
    const whole = await scraped({ url: `${fixture.origin}/article`, output: ['markdown'], exclude_tags: ['.ad'] })
    assert.doesNotMatch(whole.data.markdown ?? '', /Buy a boat/)
    assert.match(whole.data.markdown ?? '', /Of rivers/)
    const lead = await scraped({ url: `${fixture.origin}/article`, output: ['markdown'], include_tags: ['p.lead'] })
    assert.doesNotMatch(lead.data.markdown ?? '', /Of rivers/)
    assert.match(lead.data.markdown ?? '', /Rivers run/)
    assert.equal(whole.metadata.title, 'Of rivers')
    assert.deepEqual(whole.metadata.og, { type: 'article' })
  })

  it('comes from the cache when it may be so old', async () => {
    const body = { url: `${spa.origin}/ssr/5`, output: ['markdown'], max_age: 3_600 }
    const first = await scraped(body)
    const asked = askedOf('/ssr/5')
    const second = await scraped({ ...body, output: ['clean_html'] })
    assert.equal(askedOf('/ssr/5'), asked)
    assert.equal(first.cached_at, null)
    assert.ok(second.cached_at !== null)
    assert.match(second.data.clean_html ?? '', /river turns/)
    await scraped({ ...body, max_age: 0 })
    assert.equal(askedOf('/ssr/5'), asked + 1)
  })
})

describe('a page that needs a browser', () => {
  it('is taken there after one look, and comes with what its scripts made of late data', async () => {
    const asked = askedOf('/app/item/4')
    const result = await scraped({ url: `${spa.origin}/app/item/4`, output: ['markdown', 'links'] })
    assert.deepEqual(engines(result), ['http', 'browser'])
    assert.deepEqual(
      result.attempts.map(({ outcome }) => outcome),
      ['js_shell', 'success'],
    )
    assert.equal(result.winning_attempt, 2)
    assert.equal(askedOf('/app/item/4'), asked + 2)
    assert.match(result.data.markdown ?? '', /stands where the river turns/)
    assert.deepEqual(result.data.links, [`${spa.origin}/app/`, `${spa.origin}/app/about`])
    assert.equal(result.metadata.title, 'early anchor 4')
  })

  it('is found behind its fragment', async () => {
    const result = await scraped({ url: `${spa.origin}/hash/#!/item/7`, output: ['markdown'] })
    assert.match(result.data.markdown ?? '', /hollow anchor 7/)
  })

  it('stays what the server sent when no browser is allowed, with a warning', async () => {
    const result = await scraped({ url: `${spa.origin}/app/item/4`, js_render: false, output: ['html'] })
    assert.deepEqual(engines(result), ['http'])
    assert.match(result.data.html ?? '', /<div id="root"><\/div>/)
    assert.match(result.warnings.join(), /js_shell/)
  })

  it('may be refused to all clients but browsers', async () => {
    const result = await scraped({ url: `${fixture.origin}/browsers-only`, output: ['markdown'] })
    assert.deepEqual([result.status, engines(result)], [200, ['http', 'browser']])
    assert.match(result.data.markdown ?? '', /People may read/)
  })

  it('is acted on, and shown in a picture behind a link', async () => {
    const result = await scraped({
      url: `${fixture.origin}/form`,
      output: ['markdown', 'screenshot'],
      actions: [
        { action: 'fill', selector: '#name', value: 'Ada' },
        { action: 'click', selector: 'button' },
      ],
    })
    assert.match(result.data.markdown ?? '', /Hello Ada/)
    assert.deepEqual(
      result.actions?.map(({ status }) => status),
      ['ok', 'ok'],
    )
    const picture = await fetch(result.data.screenshot ?? '')
    assert.equal(picture.headers.get('content-type'), 'image/png')
    assert.equal(
      Buffer.from(await picture.arrayBuffer())
        .subarray(1, 4)
        .toString(),
      'PNG',
    )
  })

  it('yields to HTTP for a document that a browser only shows', async () => {
    const result = await scraped({ url: `${fixture.origin}/echo`, js_render: true, output: ['markdown'] })
    assert.match(result.data.markdown ?? '', /```json/)
  })
})

describe('a page that is unavailable', () => {
  it('is a problem with every attempt', async () => {
    const { status, body } = await scrape({ url: `${fixture.origin}/challenge` })
    assert.deepEqual([status, body.code], [502, 'target_blocked'])
    const attempts = body['attempts'] as ScrapeResult['attempts']
    assert.ok(attempts.length >= 2)
    assert.deepEqual(
      attempts.map(({ blocked_by: by }) => by?.vendor),
      attempts.map(() => 'cloudflare'),
    )
  })

  it('names what is wrong with its address', async () => {
    const forbidden = await scrape({ url: `${fixture.origin}/to-forbidden` })
    assert.deepEqual([forbidden.status, forbidden.body.code], [502, 'unsafe_target'])
    const unknown = await scrape({ url: 'http://nowhere.invalid/' })
    assert.deepEqual([unknown.status, unknown.body.code], [502, 'dns_failure'])
    const pinned = await scrape({ url: `${spa.origin}/`, proxy_strategy: 'premium' })
    assert.deepEqual([pinned.status, pinned.body.code], [503, 'proxy_not_configured'])
    const batch = { urls: [`${spa.origin}/`], proxyStrategy: 'premium' }
    const job = await stack.api.request('POST', '/batch/scrape', batch)
    assert.deepEqual([job.status, job.body.code], [503, 'proxy_not_configured'], 'a job at its start')
  })

  it('reports every problem of a request at once', async () => {
    const { status, body } = await scrape({
      url: 'ftp://x',
      jsRender: true,
      output: ['screenshot', 'screenshot_full_page'],
      timeout: 5,
    })
    assert.equal(status, 422)
    const pointers = body.errors?.map(({ pointer }) => pointer) ?? []
    for (const pointer of ['/url', '/jsRender', '/timeout']) assert.ok(pointers.includes(pointer), pointers.join())
    assert.match(body.errors?.find(({ pointer }) => pointer === '/jsRender')?.message ?? '', /js_render/)
  })

  it('is abandoned within a second when its caller goes away', async () => {
    const gone = new AbortController()
    const asked = fetch(`${stack.stack.file.gateway}/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.stack.file.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${fixture.origin}/hang` }),
      signal: gone.signal,
    })
    while (hanging.size === 0) await sleep(20)
    gone.abort()
    await assert.rejects(asked)
    const endsAt = performance.now() + 60_000
    while (hanging.size > 0 && performance.now() < endsAt) await sleep(20)
    assert.equal(hanging.size, 0)
  })
})
