import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowNothing, AllowList } from '../../egress/policy/allow-list.ts'
import { vetUrl } from '../../egress/policy/target-policy.ts'
import { readCrawlRequest, type CrawlRequestResult } from './crawl-request.ts'
import type { CrawlJobInput } from '../../tasks/job-input.ts'
import { summaryCode } from '../schemas/problems.ts'
import { defaultBrowserOptions, defaultPageOptions } from '../testing/page-options.ts'

const identity = { id: 'crawl-1', tenant: 'acme', requestId: 'req-1', createdAt: '2026-01-01T00:00:00.000Z' }
const allowList = new AllowList({ entries: '127.0.0.1/32:8080' })
const policy = {
  vetUrl: (text: string) => vetUrl(text, allowList),
  vetPublicUrl: (text: string) => vetUrl(text, allowNothing),
}

const page = defaultPageOptions
const browser = defaultBrowserOptions

const read = (body: unknown): CrawlRequestResult => readCrawlRequest(body, identity, policy)
const withUrl = (fields: Record<string, unknown>) => ({ url: 'https://e.com/', ...fields })

function accepted(fields: Record<string, unknown>): CrawlJobInput {
  const result = read(withUrl(fields))
  assert.ok(result.ok, JSON.stringify(result))
  return result.input
}

/** Returns pointer and code of every problem. */
function refused(body: unknown): [pointer: string, code: string][] {
  const result = read(body)
  assert.equal(result.ok, false, `accepted: ${JSON.stringify(body)}`)
  return result.ok ? [] : result.errors.map(({ pointer, code }) => [pointer, code])
}

function messageOf(body: unknown): string {
  const result = read(body)
  return result.ok ? '' : (result.errors[0]?.message ?? '')
}

test('a request of a URL alone gets every default', () => {
  assert.deepEqual(accepted({}), {
    version: 1,
    kind: 'crawl',
    ...identity,
    url: 'https://e.com/',
    limit: 10_000,
    includePaths: [],
    excludePaths: [],
    maxDiscoveryDepth: null,
    sitemap: 'include',
    ignoreQueryParameters: false,
    crawlEntireDomain: false,
    allowSubdomains: false,
    output: ['markdown'],
    page: page(),
    tag: [],
    scheduleToCloseTimeoutSecs: 86_400,
    heartbeatTimeoutSecs: 30,
  })
})

test('the start URL is normalised and loses its fragment', () => {
  const result = read({ url: 'HTTPS://E.com:443/a/../b?q=1#part' })
  assert.equal(result.ok && result.input.url, 'https://e.com/b?q=1')
})

const good: readonly (readonly [fields: Record<string, unknown>, expected: Partial<CrawlJobInput>])[] = [
  [{ limit: 1 }, { limit: 1 }],
  [{ limit: 10_000 }, { limit: 10_000 }],
  [{ maxDiscoveryDepth: 0 }, { maxDiscoveryDepth: 0 }],
  [{ sitemap: 'only' }, { sitemap: 'only' }],
  [
    { includePaths: ['^/a', 'b'], excludePaths: ['c'] },
    { includePaths: ['^/a', 'b'], excludePaths: ['c'] },
  ],
  [{ ignoreQueryParameters: true }, { ignoreQueryParameters: true }],
  [{ crawlEntireDomain: true }, { crawlEntireDomain: true }],
  [{ allowSubdomains: true }, { allowSubdomains: true }],
  [{ scheduleToCloseTimeoutSecs: 604_800 }, { scheduleToCloseTimeoutSecs: 604_800 }],
  [{ heartbeatTimeoutSecs: 3_600 }, { heartbeatTimeoutSecs: 3_600 }],
  [{ priority: 5 }, { priority: 5 }],
  [{ priority: 3 }, {}],
  [{ output: ['links', 'html', 'links'] }, { output: ['links', 'html'] }],
  [{ output: { html: true, markdown: false, clean_html: true } }, { output: ['html', 'clean_html'] }],
  [{ scrape: { output: ['clean_html'] } }, { output: ['clean_html'] }],
  [{ scrape: { only_main_content: false } }, { page: page({ onlyMainContent: false }) }],
  [{ scrapeOptions: { onlyMainContent: false } }, { page: page({ onlyMainContent: false }) }],
  [{ scrape: { jsRender: false, proxyStrategy: 'auto', tag: [], max_age: 0 } }, { page: page({ render: 'never' }) }],
  [{ scrape: { timeout: 1_000 } }, { page: page({ timeoutMs: 1_000, browser: browser({ timeoutMs: 1_000 }) }) }],
  [{ scrape: { url: 5, method: 'PUT', body: { a: 1 } } }, { page: page() }],
  [{ scrape: { tag: 'a' } }, { tag: ['a'] }],
  [{ scrape: { tag: ['a', 'b'] } }, { tag: ['a', 'b'] }],
  [{ scrapeOptions: { wait_ms: 5 } }, { page: page({ browser: browser({ waitMs: 5 }) }) }],
  [{ scrape: { maxAge: 9, includeTags: ['a'] } }, { page: page({ maxAgeSecs: 9, includeTags: ['a'] }) }],
  [
    { scrape: { overrideParameter: { headers: { Cookie: 'a=b' }, disable_resources: ['image'] } } },
    { page: page({ browser: browser({ headers: { Cookie: 'a=b' }, disableResources: ['image'] }) }) },
  ],
]

for (const [fields, expected] of good) {
  test(`${JSON.stringify(fields)} is accepted`, () => {
    const input = accepted(fields)
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(input[name as keyof CrawlJobInput], value)
  })
}

test('null on an optional field means omitted, at every level', () => {
  const names = ['email', 'includePaths', 'excludePaths', 'maxDiscoveryDepth', 'sitemap', 'limit', 'output', 'webhook']
  const nulls = Object.fromEntries(names.map((name) => [name, null]))
  const flags = { ignoreQueryParameters: null, crawlEntireDomain: null, allowSubdomains: null, scrapeOptions: null }
  const times = { scheduleToCloseTimeoutSecs: null, heartbeatTimeoutSecs: null }
  const scrape = { onlyMainContent: null, only_main_content: false, actions: null, sessionId: null, prompt: null }
  const input = accepted({ ...nulls, ...flags, ...times, scrape })
  assert.deepEqual(input, { ...accepted({}), page: page({ onlyMainContent: false }) })
  assert.deepEqual(accepted({ output: { html: true, screenshot: null } }).output, ['html'])
})

const wrong: readonly (readonly [fields: Record<string, unknown>, pointer: string, code: string])[] = [
  [{ url: null }, '/url', 'validation_failed'],
  [{ url: 5 }, '/url', 'validation_failed'],
  [{ url: '' }, '/url', 'invalid_url'],
  [{ url: '/docs' }, '/url', 'invalid_url'],
  [{ url: `https://e.com/${'a'.repeat(2_100)}` }, '/url', 'invalid_url'],
  [{ url: 'https://user:pw@e.com/' }, '/url', 'invalid_url'],
  [{ url: 'ftp://e.com/' }, '/url', 'url_not_allowed'],
  [{ url: 'http://127.0.0.1/' }, '/url', 'url_not_allowed'],
  [{ url: 'http://0x7f.1/' }, '/url', 'url_not_allowed'],
  [{ url: 'http://intranet/' }, '/url', 'url_not_allowed'],
  [{ limit: 0 }, '/limit', 'validation_failed'],
  [{ limit: 10_001 }, '/limit', 'validation_failed'],
  [{ limit: 1.5 }, '/limit', 'validation_failed'],
  [{ limit: '5' }, '/limit', 'validation_failed'],
  [{ maxDiscoveryDepth: -1 }, '/maxDiscoveryDepth', 'validation_failed'],
  [{ sitemap: 'maybe' }, '/sitemap', 'validation_failed'],
  [{ ignoreQueryParameters: 'true' }, '/ignoreQueryParameters', 'validation_failed'],
  [{ crawlEntireDomain: 1 }, '/crawlEntireDomain', 'validation_failed'],
  [{ allowSubdomains: [] }, '/allowSubdomains', 'validation_failed'],
  [{ scheduleToCloseTimeoutSecs: 0 }, '/scheduleToCloseTimeoutSecs', 'validation_failed'],
  [{ scheduleToCloseTimeoutSecs: 604_801 }, '/scheduleToCloseTimeoutSecs', 'validation_failed'],
  [{ heartbeatTimeoutSecs: 0 }, '/heartbeatTimeoutSecs', 'validation_failed'],
  [{ heartbeatTimeoutSecs: 3_601 }, '/heartbeatTimeoutSecs', 'validation_failed'],
  [{ priority: 0 }, '/priority', 'validation_failed'],
  [{ priority: 6 }, '/priority', 'validation_failed'],
  [{ priority: 1.5 }, '/priority', 'validation_failed'],
  [{ email: 'a@b' }, '/email', 'validation_failed'],
  [{ email: 5 }, '/email', 'validation_failed'],
  [{ includePaths: '^/a' }, '/includePaths', 'validation_failed'],
  [{ includePaths: [null] }, '/includePaths/0', 'validation_failed'],
  [{ includePaths: ['ok', 'a'.repeat(1_025)] }, '/includePaths/1', 'validation_failed'],
  [{ excludePaths: Array.from({ length: 101 }, () => 'a') }, '/excludePaths', 'validation_failed'],
  [{ includePaths: ['ok', '(?=a)'] }, '/includePaths/1', 'unsupported_pattern'],
  [{ excludePaths: ['['] }, '/excludePaths/0', 'validation_failed'],
  [{ output: [] }, '/output', 'validation_failed'],
  [{ output: {} }, '/output', 'validation_failed'],
  [{ output: { html: false } }, '/output', 'validation_failed'],
  [{ output: 'markdown' }, '/output', 'validation_failed'],
  [{ output: ['pdf'] }, '/output/0', 'validation_failed'],
  [{ output: { html: 'yes' } }, '/output/html', 'validation_failed'],
  [{ output: { screenshot_full_page: true, html: true } }, '/output/screenshot_full_page', 'unknown_field'],
  [{ output: { cleanHtml: true, html: true } }, '/output/cleanHtml', 'unknown_field'],
  [{ output: ['screenshot', 'screenshot_full_page'] }, '/output/1', 'invalid_combination'],
  [{ output: ['json'] }, '/output/0', 'invalid_combination'],
  [{ output: ['html'], scrape: { output: ['html'] } }, '/scrape/output', 'invalid_combination'],
  [{ scrape: 'fast' }, '/scrape', 'validation_failed'],
  [{ scrape: {}, scrapeOptions: {} }, '/scrapeOptions', 'validation_failed'],
  [{ scrape: { only_main_content: true, onlyMainContent: true } }, '/scrape/onlyMainContent', 'validation_failed'],
  [{ scrape: { sessionId: 'a', session: 'a' } }, '/scrape/session', 'validation_failed'],
  [{ scrapeOptions: { onlyMainContent: 1 } }, '/scrapeOptions/onlyMainContent', 'validation_failed'],
  [{ scrape: { timeout: 999 } }, '/scrape/timeout', 'validation_failed'],
  [{ scrape: { waitMs: 60_001 } }, '/scrape/waitMs', 'validation_failed'],
  [{ scrape: { geolocation: 'GER' } }, '/scrape/geolocation', 'validation_failed'],
  [{ scrape: { geolocation: 'UK' } }, '/scrape/geolocation', 'validation_failed'],
  [{ scrape: { geolocation: 'ZZ' } }, '/scrape/geolocation', 'validation_failed'],
  [{ scrape: { geolocation: 'xa' } }, '/scrape/geolocation', 'validation_failed'],
  [{ scrape: { proxyStrategy: 'cheap' } }, '/scrape/proxyStrategy', 'validation_failed'],
  [{ scrape: { tag: 5 } }, '/scrape/tag', 'validation_failed'],
  [{ scrape: { prompt: 'a'.repeat(16_385) } }, '/scrape/prompt', 'validation_failed'],
  [{ scrape: { schema: { title: 'a'.repeat(65_536) } } }, '/scrape/schema', 'validation_failed'],
  [{ scrape: { actions: [{ action: 'jump' }] } }, '/scrape/actions/0/action', 'validation_failed'],
  [{ scrape: { actions: [{ action: 'click' }] } }, '/scrape/actions/0/selector', 'validation_failed'],
  [{ scrape: { actions: [{ action: 'wait' }] } }, '/scrape/actions/0/duration_ms', 'validation_failed'],
  [{ scrape: { jsRender: false, output: ['screenshot'] } }, '/scrape/jsRender', 'invalid_combination'],
  [{ scrape: { js_render: false, actions: [{ action: 'reload' }] } }, '/scrape/js_render', 'invalid_combination'],
  [
    { scrape: { overrideParameter: { headers: { Host: 'a' } } } },
    '/scrape/overrideParameter/headers/Host',
    'validation_failed',
  ],
  [{ webhook: 'https://h.com/' }, '/webhook', 'validation_failed'],
  [{ webhook: {} }, '/webhook/url', 'validation_failed'],
  [{ webhook: { url: 'http://h.com/' } }, '/webhook/url', 'url_not_allowed'],
  [{ webhook: { url: 'https://10.0.0.1/' } }, '/webhook/url', 'url_not_allowed'],
  [{ webhook: { url: 'https://u:p@h.com/' } }, '/webhook/url', 'invalid_url'],
  [{ webhook: { url: 'https://h.com/', events: ['page', 'done'] } }, '/webhook/events/1', 'validation_failed'],
  [{ webhook: { url: 'https://h.com/', headers: { a: 1 } } }, '/webhook/headers/a', 'validation_failed'],
  [
    { webhook: { url: 'https://h.com/', headers: { 'Webhook-Id': 'a' } } },
    '/webhook/headers/Webhook-Id',
    'validation_failed',
  ],
]

for (const [fields, pointer, code] of wrong) {
  test(`${JSON.stringify(fields).slice(0, 100)} is refused as ${code} at ${pointer}`, () => {
    assert.deepEqual(refused(withUrl(fields)), [[pointer, code]])
  })
}

test('a body that is no object is refused as a whole', () => {
  for (const body of [null, 5, 'text', [], true]) assert.deepEqual(refused(body), [['', 'validation_failed']])
})

test('a missing URL is named', () => {
  assert.deepEqual(refused({}), [['/url', 'validation_failed']])
})

test('unknown fields are refused by pointer, with the spelling this endpoint uses', () => {
  assert.deepEqual(refused(withUrl({ include_paths: [], 'a/b~c': 1, __proto__x: null })), [
    ['/include_paths', 'unknown_field'],
    ['/a~1b~0c', 'unknown_field'],
    ['/__proto__x', 'unknown_field'],
  ])
  assert.match(messageOf(withUrl({ include_paths: [] })), /this endpoint spells it `includePaths`/)
  assert.match(messageOf(withUrl({ scrape_options: {} })), /this endpoint spells it `scrapeOptions`/)
  assert.match(messageOf(withUrl({ scrape: { Session: 'a' } })), /this endpoint spells it `session`/)
  assert.match(messageOf(withUrl({ scrapeOptions: { WAIT_MS: 5 } })), /this endpoint spells it `wait_ms`/)
  assert.doesNotMatch(messageOf(withUrl({ depth: 1 })), /spells/)
  assert.deepEqual(refused(withUrl({ scrape: { ONLY_MAIN_CONTENT: 1 } })), [
    ['/scrape/ONLY_MAIN_CONTENT', 'unknown_field'],
  ])
  assert.deepEqual(refused(JSON.parse('{"url":"https://e.com/","__proto__":{"limit":5}}')), [
    ['/__proto__', 'unknown_field'],
  ])
})

test('all problems of a request are reported at once', () => {
  const problems = refused({
    url: 'ftp://e.com/',
    limit: 0,
    depth: 1,
    includePaths: ['(?=a)', '['],
    email: 'x',
    output: [],
  })
  assert.deepEqual(
    new Set(problems.map(([pointer]) => pointer)),
    new Set(['/url', '/limit', '/depth', '/includePaths/0', '/includePaths/1', '/email', '/output']),
  )
})

const codeOf = (body: unknown): string => {
  const result = read(body)
  return result.ok ? '' : summaryCode(result.errors)
}

test('the code of the whole is the one all problems share, else validation_failed', () => {
  assert.equal(codeOf(withUrl({ a: 1, b: 2 })), 'unknown_field')
  assert.equal(codeOf({ url: 'nope' }), 'invalid_url')
  assert.equal(codeOf({ url: 'http://10.0.0.1/' }), 'url_not_allowed')
  assert.equal(codeOf(withUrl({ includePaths: ['(?=a)'] })), 'unsupported_pattern')
  assert.equal(codeOf(withUrl({ output: ['json'] })), 'invalid_combination')
  assert.equal(codeOf({ url: 'nope', a: 1 }), 'validation_failed')
  assert.equal(codeOf(withUrl({ limit: 0 })), 'validation_failed')
})

test('messages name field, rule and the value received, cut at 200 characters', () => {
  assert.equal(messageOf(withUrl({ limit: 'many' })), '`limit` must be an integer from 1 to 10000, got "many"')
  const long = messageOf(withUrl({ sitemap: 'x'.repeat(5_000) }))
  assert.ok(long.length < 400 && long.endsWith('…'), long)
})

test('the limit is bounded by the operator, who may allow more pages than the default or fewer', () => {
  const limited = (limit: unknown, limitMax: number) =>
    readCrawlRequest(withUrl(limit === undefined ? {} : { limit }), identity, policy, limitMax)
  const limitOf = (limit: unknown, limitMax: number) => {
    const result = limited(limit, limitMax)
    return result.ok ? result.input.limit : result.errors[0]?.message
  }
  assert.equal(limitOf(250_000, 250_000), 250_000)
  assert.equal(limitOf(250_001, 250_000), '`limit` must be an integer from 1 to 250000, got 250001')
  assert.equal(limitOf(10_001, 10_000), '`limit` must be an integer from 1 to 10000, got 10001')
  assert.equal(limitOf(501, 500), '`limit` must be an integer from 1 to 500, got 501')
  assert.deepEqual(
    [limitOf(undefined, 250_000), limitOf(null, 250_000), limitOf(undefined, 500)],
    [10_000, 10_000, 500],
  )
})

test('secrets never come back in messages', () => {
  const canary = 'c4n4ry'
  const bodies = [
    { url: `https://me:${canary}@e.com/` },
    { url: `https:me:${canary}@e.com` },
    withUrl({ webhook: `https://h.com/${canary}` }),
    withUrl({ webhook: { url: `http://h.com/${canary}`, headers: { a: `${canary}\n`, b: [canary] } } }),
    withUrl({
      scrape: { sessionId: [canary], proxyStrategy: canary, overrideParameter: { proxy: `http://u:${canary}@p` } },
    }),
    withUrl({ scrape: { overrideParameter: { headers: { Cookie: `${canary}\r\n` } } } }),
    withUrl({ scrape: { actions: [{ action: 'fill', value: { password: canary } }, canary] } }),
    withUrl({ cookies: canary }),
  ]
  for (const body of bodies) {
    const result = read(body)
    assert.equal(result.ok, false)
    assert.ok(!JSON.stringify(result).includes(canary), JSON.stringify(result))
  }
})

test('the json format keeps the schema and the prompt of the job', () => {
  const schema = { title: 'string' }
  assert.deepEqual(accepted(withUrl({ output: ['json', 'links'], scrape: { prompt: 'prices', schema } })).page.json, {
    schema,
    prompt: 'prices',
  })
  assert.equal(accepted(withUrl({ scrape: { schema } })).page.json, null)
})

test('a browser loads the pages when one is requested or required', () => {
  const renderOf = (fields: Record<string, unknown>) => accepted(fields).page.render
  assert.equal(renderOf({}), 'auto')
  assert.equal(renderOf({ scrape: { jsRender: true } }), 'always')
  assert.equal(renderOf({ scrape: { jsRender: false } }), 'never')
  assert.equal(renderOf({ output: { screenshot: true } }), 'always')
  assert.equal(renderOf({ output: ['markdown', 'screenshot_full_page'] }), 'always')
  assert.equal(renderOf({ scrape: { actions: [{ action: 'click', selector: 'a' }] } }), 'always')
  assert.equal(renderOf({ scrape: { actions: [], wait_selector: 'a' } }), 'auto')
})

test('the start URL keeps a route in its fragment where a browser may go there', () => {
  const urlOf = (url: string, scrape: Record<string, unknown> = {}) => accepted({ url, scrape }).url
  assert.equal(urlOf('https://e.com/app#/list?a=1'), 'https://e.com/app#/list?a=1')
  assert.equal(urlOf('https://e.com/app#!list', { js_render: true }), 'https://e.com/app#!list')
  assert.equal(urlOf('https://e.com/app#/list', { js_render: false }), 'https://e.com/app')
  assert.equal(urlOf('https://e.com/app#part'), 'https://e.com/app')
})

const plan = { started: true, page: true, completed: true, failed: true }

test('receivers of a job are part of it, and workflows get the plan of its notices', () => {
  const metadata = { a: null, b: [1, { c: 'd' }] }
  const headers = { Authorization: 'x' }
  const { notify, notifyPlan } = accepted({
    webhook: { url: 'https://h.com/?k=1', events: [], metadata, headers },
    email: 'a@e.com',
  })
  assert.deepEqual(notify, {
    webhook: { url: 'https://h.com/?k=1', headers, metadata, events: plan },
    email: 'a@e.com',
  })
  assert.deepEqual(notifyPlan, { webhook: plan, email: true })
  const { notify: mailed, notifyPlan: mailPlan } = accepted({ email: 'a@e.com', webhook: null })
  assert.deepEqual(
    [mailed, mailPlan],
    [
      { webhook: null, email: 'a@e.com' },
      { webhook: null, email: true },
    ],
  )
  const nobody = accepted({ email: null, webhook: null })
  assert.ok(!('notify' in nobody) && !('notifyPlan' in nobody))
})

test('a webhook has the events it names, once each, and all of them when it names none', () => {
  const planOf = (events: unknown) =>
    accepted({ webhook: { url: 'https://h.com/', events } }).notifyPlan?.webhook ?? null
  const none = { started: false, page: false, completed: false, failed: false }
  assert.deepEqual(planOf(null), plan)
  assert.deepEqual(planOf([]), plan)
  assert.deepEqual(planOf(['failed', 'completed', 'failed']), { ...none, completed: true, failed: true })
  assert.deepEqual(planOf(['page']), { ...none, page: true })
})

test('metadata of a webhook is any JSON, and null is no metadata', () => {
  const metadataOf = (metadata: unknown) =>
    accepted({ webhook: { url: 'https://h.com/', metadata } }).notify?.webhook?.metadata
  for (const metadata of ['text', 0, false, [], {}, [null], null]) assert.deepEqual(metadataOf(metadata), metadata)
  assert.equal(metadataOf(undefined), null)
})

test('a listed receiver in the network of the operator may be called without TLS', () => {
  const url = 'http://127.0.0.1:8080/hook'
  assert.equal(accepted({ webhook: { url } }).notify?.webhook?.url, url)
  for (const other of [
    'http://127.0.0.1:8081/',
    'https://127.0.0.1/',
    'http://e.com/',
    'https://hook/',
    'ftp://e.com/',
  ]) {
    assert.deepEqual(refused(withUrl({ webhook: { url: other } })), [['/webhook/url', 'url_not_allowed']], other)
  }
})

test('the key that a job is started under is part of it', () => {
  const result = readCrawlRequest(withUrl({}), { ...identity, keyId: 'k-1' }, policy)
  assert.equal(result.ok && result.input.keyId, 'k-1')
})

test('an unsupported feature is only reported for a valid request', () => {
  assert.deepEqual(refused(withUrl({ scrape: { session: 'a' }, limit: 0 })), [['/limit', 'validation_failed']])
})

test('a private target is accepted where the operator lists it, whatever its spelling', () => {
  for (const url of ['http://127.0.0.1:8080/', 'http://localhost:8080/', 'http://0x7f000001:8080/']) {
    assert.equal(read({ url }).ok, true, url)
  }
})

test('a flood of problems is capped', () => {
  const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, 1]))
  assert.equal(refused(withUrl(fields)).length, 1_000)
})
