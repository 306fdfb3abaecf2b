import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { allowNothing, AllowList } from '../../egress/policy/allow-list.ts'
import { vetUrl } from '../../egress/policy/target-policy.ts'
import { fetchUrl } from '../../urls/url-identity.ts'
import { readBatchRequest, type BatchRequestResult } from './batch-request.ts'
import type { BatchJobInput, PageBody, PageMethod } from '../../tasks/job-input.ts'
import { summaryCode } from '../schemas/problems.ts'
import { defaultBrowserOptions, defaultPageOptions } from '../testing/page-options.ts'

const identity = { id: 'batch-1', tenant: 'acme', requestId: 'req-1', createdAt: '2026-01-01T00:00:00.000Z' }
const allowList = new AllowList({ entries: '127.0.0.1/32:8080' })
const policy = {
  vetUrl: (text: string) => vetUrl(text, allowList),
  vetPublicUrl: (text: string) => vetUrl(text, allowNothing),
}

const read = async (body: unknown): Promise<BatchRequestResult> => await readBatchRequest(body, identity, policy)
const withUrls = (fields: Record<string, unknown>) => ({ urls: ['https://e.com/'], ...fields })

async function accepted(fields: Record<string, unknown>): Promise<BatchJobInput> {
  const result = await read(withUrls(fields))
  assert.ok(result.ok, JSON.stringify(result))
  return result.input
}

/** Returns pointer and code of every problem. */
async function refused(body: unknown): Promise<[pointer: string, code: string][]> {
  const result = await read(body)
  assert.equal(result.ok, false, `accepted: ${JSON.stringify(body)}`)
  return result.ok ? [] : result.errors.map(({ pointer, code }) => [pointer, code])
}

async function messageOf(body: unknown): Promise<string> {
  const result = await read(body)
  return result.ok ? '' : (result.errors[0]?.message ?? '')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

test('a request of URLs alone gets every default', async () => {
  assert.deepEqual(await accepted({}), {
    version: 1,
    kind: 'batch',
    ...identity,
    url: 'https://e.com/',
    limit: 10_000,
    output: ['html'],
    page: page(),
    lines: 1,
    urlsSha256: sha256('["https://e.com/"]'),
    tag: [],
    scheduleToCloseTimeoutSecs: 86_400,
    heartbeatTimeoutSecs: 30,
  })
})

test('URLs keep their order, their repeats and the spelling of the caller; the first one names the job', async () => {
  const urls = ['HTTPS://E.com:443/a/../b?q=1#part', 'https://e.com/c', 'https://e.com/c', 'https://e.com/c#d']
  const result = await read({ urls })
  assert.ok(result.ok)
  assert.deepEqual(JSON.parse(Buffer.from(result.list.json).toString()), urls)
  assert.equal(result.input.url, 'https://e.com/b?q=1')
  assert.equal(result.input.lines, 4)
})

test('the hash of the list differs for lists that differ in order or spelling only', async () => {
  const lists = [
    ['https://e.com/a', 'https://e.com/b'],
    ['https://e.com/b', 'https://e.com/a'],
    ['https://e.com/a#', 'https://e.com/b'],
  ]
  const hashes: string[] = []
  for (const urls of lists) {
    const result = await read({ urls })
    hashes.push(result.ok ? result.input.urlsSha256 : '')
  }
  assert.equal(new Set(hashes).size, 3)
})

const page = defaultPageOptions
const browser = defaultBrowserOptions
/** Options of a page that cannot be loaded in a browser because of its method. */
const sent = (method: PageMethod, body: PageBody | null = null) => page({ method, body, render: 'never' })
const json = (text: string) => ({ contentType: 'application/json', text })
const plain = (text: string) => ({ contentType: 'text/plain; charset=utf-8', text })

const good: readonly (readonly [fields: Record<string, unknown>, expected: Partial<BatchJobInput>])[] = [
  [{ limit: 1 }, { limit: 1 }],
  [{ limit: 10_000 }, { limit: 10_000 }],
  [{ output: ['links', 'html', 'links'] }, { output: ['links', 'html'] }],
  [{ output: ['markdown', 'clean_html'] }, { output: ['markdown', 'clean_html'] }],
  [{}, { page: page() }],
  [{ onlyMainContent: false }, { page: page({ onlyMainContent: false }) }],
  [{ timeout: 1_000 }, { page: page({ timeoutMs: 1_000, browser: browser({ timeoutMs: 1_000 }) }) }],
  [{ jsRender: false }, { page: page({ render: 'never' }) }],
  [{ jsRender: true }, { page: page({ render: 'always' }) }],
  [{ output: ['screenshot'] }, { page: page({ render: 'always' }), output: ['screenshot'] }],
  [{ proxyStrategy: 'auto', waitMs: 0, actions: [] }, { page: page() }],
  [{ proxyStrategy: 'premium' }, { page: page({ browser: browser({ proxy: 'premium' }) }) }],
  [{ waitMs: 5, waitSelector: '#a' }, { page: page({ browser: browser({ waitMs: 5, waitSelector: '#a' }) }) }],
  [{ geolocation: 'de' }, { page: page({ browser: browser({ geolocation: 'DE' }) }) }],
  [{ geolocation: 'gb' }, { page: page({ browser: browser({ geolocation: 'GB' }) }) }],
  [
    { overrideParameter: { headers: { Cookie: 'a' }, proxy: 'basic', network_idle: true } },
    { page: page({ browser: browser({ headers: { Cookie: 'a' }, proxy: 'basic', networkIdle: true }) }) },
  ],
  [
    { includeTags: ['main', '.a'], excludeTags: ['nav'] },
    { page: page({ includeTags: ['main', '.a'], excludeTags: ['nav'] }) },
  ],
  [{ maxAge: 60 }, { page: page({ maxAgeSecs: 60 }) }],
  [{ tag: 'a' }, { tag: ['a'] }],
  [{ tag: ['a', 'b', 'a'] }, { tag: ['a', 'b', 'a'] }],
  [{ tag: [] }, { tag: [] }],
  [{ scheduleToCloseTimeoutSecs: 604_800 }, { scheduleToCloseTimeoutSecs: 604_800 }],
  [{ heartbeatTimeoutSecs: 3_600 }, { heartbeatTimeoutSecs: 3_600 }],
  [{ priority: 1 }, { priority: 1 }],
  [{ priority: 3 }, {}],
  [{ method: 'GET' }, { page: page() }],
  [{ method: 'DELETE' }, { page: sent('DELETE') }],
  [{ method: 'POST' }, { page: sent('POST') }],
  [{ method: 'PUT', body: { b: [1], a: 'é' } }, { page: sent('PUT', json('{"b":[1],"a":"é"}')) }],
  [{ method: 'POST', body: {} }, { page: sent('POST', json('{}')) }],
  [{ method: 'POST', body: ' {"a": 1}' }, { page: sent('POST', json(' {"a": 1}')) }],
  [{ method: 'POST', body: '[1]' }, { page: sent('POST', json('[1]')) }],
  [{ method: 'POST', body: '{a}' }, { page: sent('POST', plain('{a}')) }],
  [{ method: 'POST', body: 'a=1' }, { page: sent('POST', plain('a=1')) }],
  [{ method: 'POST', body: '5' }, { page: sent('POST', plain('5')) }],
  [{ method: 'DELETE', body: '' }, { page: sent('DELETE', plain('')) }],
]

for (const [fields, expected] of good) {
  test(`${JSON.stringify(fields)} is accepted`, async () => {
    const input = await accepted(fields)
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(input[name as keyof BatchJobInput], value)
  })
}

test('null on an optional field means omitted, at every level', async () => {
  const options = ['jsRender', 'proxyStrategy', 'onlyMainContent', 'geolocation', 'tag', 'actions', 'timeout', 'waitMs']
  const names = ['method', 'body', 'output', 'limit', 'email', 'webhook', 'waitSelector', 'prompt', 'schema']
  const rest = ['sessionId', 'session', 'session_id', 'overrideParameter', 'heartbeatTimeoutSecs']
  const nulls = Object.fromEntries([...options, ...names, ...rest].map((name) => [name, null]))
  assert.deepEqual(await accepted({ ...nulls, scheduleToCloseTimeoutSecs: null }), await accepted({}))
})

const long = (characters: number): string => 'a'.repeat(characters)
const post = { method: 'POST' }

const wrong: readonly (readonly [fields: Record<string, unknown>, pointer: string, code: string])[] = [
  [{ urls: null }, '/urls', 'validation_failed'],
  [{ urls: 'https://e.com/' }, '/urls', 'validation_failed'],
  [{ urls: { 0: 'https://e.com/' } }, '/urls', 'validation_failed'],
  [{ urls: [] }, '/urls', 'validation_failed'],
  [{ urls: ['https://e.com/', 'https://e.com/'], limit: 1 }, '/urls', 'limit_exceeded'],
  [{ urls: ['https://e.com/', 5] }, '/urls/1', 'validation_failed'],
  [{ urls: ['https://e.com/', null] }, '/urls/1', 'validation_failed'],
  [{ urls: ['https://e.com/', ''] }, '/urls/1', 'invalid_url'],
  [{ urls: ['https://e.com/', '/a'] }, '/urls/1', 'invalid_url'],
  [{ urls: ['https://e.com/', `https://e.com/${long(2_100)}`] }, '/urls/1', 'invalid_url'],
  [{ urls: [`https://e.com/?q=${'é'.repeat(400)}`] }, '/urls/0', 'invalid_url'],
  [{ urls: ['https://user:pw@e.com/'] }, '/urls/0', 'invalid_url'],
  [{ urls: ['ftp://e.com/'] }, '/urls/0', 'url_not_allowed'],
  [{ urls: ['http://10.0.0.1/'] }, '/urls/0', 'url_not_allowed'],
  [{ urls: ['http://0x7f.1/'] }, '/urls/0', 'url_not_allowed'],
  [{ urls: ['http://intranet/'] }, '/urls/0', 'url_not_allowed'],
  [{ limit: 0 }, '/limit', 'validation_failed'],
  [{ limit: 10_001 }, '/limit', 'validation_failed'],
  [{ limit: 1.5 }, '/limit', 'validation_failed'],
  [{ limit: '5' }, '/limit', 'validation_failed'],
  [{ method: 'PATCH' }, '/method', 'validation_failed'],
  [{ method: 'post' }, '/method', 'validation_failed'],
  [{ body: 'a' }, '/body', 'invalid_combination'],
  [{ body: {} }, '/body', 'invalid_combination'],
  [{ method: 'GET', body: '' }, '/body', 'invalid_combination'],
  [{ ...post, body: 5 }, '/body', 'validation_failed'],
  [{ ...post, body: [1] }, '/body', 'validation_failed'],
  [{ ...post, body: true }, '/body', 'validation_failed'],
  [{ ...post, body: long(262_145) }, '/body', 'validation_failed'],
  [{ ...post, body: 'é'.repeat(131_073) }, '/body', 'validation_failed'],
  [{ ...post, body: { a: long(262_144) } }, '/body', 'validation_failed'],
  [{ output: [] }, '/output', 'validation_failed'],
  [{ output: 'html' }, '/output', 'validation_failed'],
  [{ output: { html: true } }, '/output', 'validation_failed'],
  [{ output: ['html', 'pdf'] }, '/output/1', 'validation_failed'],
  [{ output: ['screenshot', 'screenshot_full_page'] }, '/output/1', 'invalid_combination'],
  [{ output: ['json'] }, '/output/0', 'invalid_combination'],
  [{ jsRender: 'no' }, '/jsRender', 'validation_failed'],
  [{ jsRender: false, output: ['screenshot'] }, '/jsRender', 'invalid_combination'],
  [{ jsRender: false, actions: [{ action: 'reload' }] }, '/jsRender', 'invalid_combination'],
  [{ proxyStrategy: 'cheap' }, '/proxyStrategy', 'validation_failed'],
  [{ onlyMainContent: 1 }, '/onlyMainContent', 'validation_failed'],
  [{ geolocation: 'GER' }, '/geolocation', 'validation_failed'],
  [{ geolocation: 'UK' }, '/geolocation', 'validation_failed'],
  [{ geolocation: 'ZZ' }, '/geolocation', 'validation_failed'],
  [{ geolocation: 'xa' }, '/geolocation', 'validation_failed'],
  [{ sessionId: '' }, '/sessionId', 'validation_failed'],
  [{ session: 5 }, '/session', 'validation_failed'],
  [{ session_id: 5 }, '/session_id', 'validation_failed'],
  [{ sessionId: 'a', session: 'a' }, '/session', 'validation_failed'],
  [{ session_id: 'a', sessionId: 'a' }, '/sessionId', 'validation_failed'],
  [{ tag: 5 }, '/tag', 'validation_failed'],
  [{ tag: '' }, '/tag', 'validation_failed'],
  [{ tag: ['a', 5] }, '/tag/1', 'validation_failed'],
  [{ tag: [long(257)] }, '/tag/0', 'validation_failed'],
  [{ tag: Array.from({ length: 51 }, () => 'a') }, '/tag', 'validation_failed'],
  [{ actions: {} }, '/actions', 'validation_failed'],
  [{ actions: [{ action: 'jump' }] }, '/actions/0/action', 'validation_failed'],
  [{ actions: [{ action: 'click' }] }, '/actions/0/selector', 'validation_failed'],
  [{ timeout: 999 }, '/timeout', 'validation_failed'],
  [{ timeout: 60_001 }, '/timeout', 'validation_failed'],
  [{ waitSelector: '' }, '/waitSelector', 'validation_failed'],
  [{ waitMs: -1 }, '/waitMs', 'validation_failed'],
  [{ waitMs: 60_001 }, '/waitMs', 'validation_failed'],
  [{ overrideParameter: 'fast' }, '/overrideParameter', 'validation_failed'],
  [{ overrideParameter: { networkIdle: true } }, '/overrideParameter/networkIdle', 'unknown_field'],
  [{ overrideParameter: { headers: { Host: 'a' } } }, '/overrideParameter/headers/Host', 'validation_failed'],
  [{ prompt: long(16_385) }, '/prompt', 'validation_failed'],
  [{ schema: 'a' }, '/schema', 'validation_failed'],
  [{ schema: { title: long(65_536) } }, '/schema', 'validation_failed'],
  [{ email: 'a@b' }, '/email', 'validation_failed'],
  [{ webhook: {} }, '/webhook/url', 'validation_failed'],
  [{ webhook: { url: 'http://h.com/' } }, '/webhook/url', 'url_not_allowed'],
  [{ webhook: { url: 'https://h.com/', events: ['done'] } }, '/webhook/events/0', 'validation_failed'],
  [{ scheduleToCloseTimeoutSecs: 0 }, '/scheduleToCloseTimeoutSecs', 'validation_failed'],
  [{ scheduleToCloseTimeoutSecs: 604_801 }, '/scheduleToCloseTimeoutSecs', 'validation_failed'],
  [{ heartbeatTimeoutSecs: 0 }, '/heartbeatTimeoutSecs', 'validation_failed'],
  [{ heartbeatTimeoutSecs: 3_601 }, '/heartbeatTimeoutSecs', 'validation_failed'],
  [{ priority: 0 }, '/priority', 'validation_failed'],
  [{ priority: 6 }, '/priority', 'validation_failed'],
  [{ priority: 1.5 }, '/priority', 'validation_failed'],
  [{ url: 'https://e.com/' }, '/url', 'unknown_field'],
  [{ scrape: {} }, '/scrape', 'unknown_field'],
  [{ crawlEntireDomain: true }, '/crawlEntireDomain', 'unknown_field'],
]

for (const [fields, pointer, code] of wrong) {
  test(`${JSON.stringify(fields).slice(0, 100)} is refused as ${code} at ${pointer}`, async () => {
    assert.deepEqual(await refused(withUrls(fields)), [[pointer, code]])
  })
}

test('a body that is no object is refused as a whole', async () => {
  for (const body of [null, 5, 'text', [], true]) assert.deepEqual(await refused(body), [['', 'validation_failed']])
})

test('missing URLs are named', async () => {
  assert.deepEqual(await refused({}), [['/urls', 'validation_failed']])
  assert.equal(await messageOf({}), '`urls` is required')
})

test('page options have one spelling here, and the message says which', async () => {
  for (const [name, spelling] of [
    ['only_main_content', 'onlyMainContent'],
    ['js_render', 'jsRender'],
    ['override_parameter', 'overrideParameter'],
    ['URLS', 'urls'],
    ['heartbeat_timeout_secs', 'heartbeatTimeoutSecs'],
  ] as const) {
    assert.deepEqual(await refused(withUrls({ [name]: true })), [[`/${name}`, 'unknown_field']])
    assert.match(await messageOf(withUrls({ [name]: true })), new RegExp(`this endpoint spells it \`${spelling}\``))
  }
  assert.doesNotMatch(await messageOf(withUrls({ depth: 1 })), /spells/)
  assert.deepEqual(await refused(withUrls({ jsRender: true, js_render: true })), [['/js_render', 'unknown_field']])
})

test('fields named like a part of every object are unknown like others', async () => {
  const body: unknown = JSON.parse('{"urls":["https://e.com/"],"__proto__":{"limit":5},"constructor":1,"a/b~c":null}')
  assert.deepEqual(await refused(body), [
    ['/__proto__', 'unknown_field'],
    ['/constructor', 'unknown_field'],
    ['/a~1b~0c', 'unknown_field'],
  ])
})

test('all problems of a request are reported at once', async () => {
  const problems = await refused({
    urls: ['nope', 'https://e.com/', 7, 'http://10.0.0.1/'],
    limit: 3,
    body: 'a',
    depth: 1,
    timeout: 5,
    email: 'x',
    output: ['json'],
  })
  assert.deepEqual(Object.fromEntries(problems), {
    '/body': 'invalid_combination',
    '/depth': 'unknown_field',
    '/email': 'validation_failed',
    '/output/0': 'invalid_combination',
    '/timeout': 'validation_failed',
    '/urls': 'limit_exceeded',
    '/urls/0': 'invalid_url',
    '/urls/2': 'validation_failed',
    '/urls/3': 'url_not_allowed',
  })
  assert.equal(problems.length, 9)
})

test('every accepted URL is one that a job fetches', async () => {
  const filled = (start: string, part: string, end: string, characters: number): string =>
    start + part.repeat(characters) + end
  const urls = ['a', 'é', '日', '😀', ' ', '%41', '"'].flatMap((part) =>
    ['https://e.com/', 'https://e.com/?q=', 'https://e.com/#', 'https://e.com/#/', 'https://e.com/?q=é#!'].flatMap(
      (start) => [170, 225, 340, 685, 1_030, 2_060].map((characters) => filled(start, part, '-', characters)),
    ),
  )
  const results = await Promise.all(urls.map(async (url) => (await read({ urls: [url] })).ok))
  const taken = urls.filter((_, at) => results[at])
  for (const hashRoutes of [true, false]) {
    assert.deepEqual(
      taken.filter((url) => fetchUrl(url, undefined, { hashRoutes }) === null),
      [],
    )
  }
  // A fragment that is not requested does not count as percent-encoded.
  assert.ok(taken.includes(filled('https://e.com/#', 'é', '-', 685)))
  assert.ok(taken.length < urls.length)
})

test('messages name field, rule and value', async () => {
  const list = ['https://e.com/', 'e.com/a']
  assert.equal(
    await messageOf({ urls: list }),
    '`urls[1]` is not a usable URL: it is not an absolute URL, got "e.com/a"',
  )
  assert.equal(await messageOf({ urls: [...list, 'x'], limit: 2 }), '`urls` has 3 entries, and `limit` allows 2')
  assert.equal(
    await messageOf(withUrls({ method: 'PATCH' })),
    '`method` must be one of `GET`, `POST`, `PUT`, `DELETE`, got "PATCH"',
  )
  assert.equal(await messageOf(withUrls({ body: 'a' })), '`body` must not be given with the method `GET`')
  assert.equal(await messageOf(withUrls({ output: ['json'] })), '`output[0]` needs `prompt` or `schema`')
})

test('secrets never come back in messages', async () => {
  const canary = 'c4n4ry'
  const bodies = [
    { urls: [`https://me:${canary}@e.com/`, `https:me:${canary}@e.com`] },
    withUrls({ ...post, body: [canary] }),
    withUrls({ body: canary }),
    withUrls({ webhook: `https://h.com/${canary}` }),
    withUrls({ sessionId: [canary], proxyStrategy: canary, overrideParameter: { proxy: `http://u:${canary}@p` } }),
    withUrls({ session: { a: canary }, overrideParameter: canary }),
    withUrls({ overrideParameter: { headers: { Cookie: `${canary}\r\n` } } }),
    withUrls({ actions: [{ action: 'fill', value: { password: canary } }, canary] }),
    withUrls({ cookies: canary }),
  ]
  for (const body of bodies) {
    const result = await read(body)
    assert.equal(result.ok, false)
    assert.ok(!JSON.stringify(result).includes(canary), JSON.stringify(result))
  }
})

test('the json format keeps the schema of the batch, which is still to be compiled', async () => {
  const schema = { type: 'object', properties: { title: { type: 'string' } } }
  assert.deepEqual((await accepted(withUrls({ output: ['json'], schema }))).page.json, { schema, prompt: null })
  assert.deepEqual((await read(withUrls({ output: ['json'], schema }))).schema, {
    pointer: '/schema',
    schema: JSON.stringify(schema),
  })
  assert.equal((await read(withUrls({}))).schema, null)
  assert.deepEqual(await refused(withUrls({ output: ['json'], schema: { a: 'strin', b: 'number' } })), [
    ['/schema/a', 'validation_failed'],
  ])
})

test('a browser goes to its pages with GET', async () => {
  assert.deepEqual(await refused(withUrls({ jsRender: true, method: 'POST', body: 'a' })), [
    ['/method', 'invalid_combination'],
  ])
  assert.deepEqual(await refused(withUrls({ output: ['screenshot'], method: 'PUT' })), [
    ['/method', 'invalid_combination'],
  ])
  assert.equal((await accepted({ method: 'POST' })).page.render, 'never')
})

test('receivers of a batch are part of it, with bounded metadata', async () => {
  const withMetadata = (metadata: string) => ({
    webhook: { url: 'https://h.com/', events: ['completed'], metadata },
    email: 'a@e.com',
  })
  const { notify, notifyPlan } = await accepted(withMetadata('x'.repeat(256 * 1024 - 2)))
  assert.equal(notify?.email, 'a@e.com')
  assert.deepEqual(notifyPlan?.webhook, { started: false, page: false, completed: true, failed: false })
  const over = await refused(withUrls(withMetadata('x'.repeat(256 * 1024 - 1))))
  assert.deepEqual(over, [['/webhook/metadata', 'limit_exceeded']])
})

test('an unsupported feature is only reported for a valid request', async () => {
  assert.deepEqual(await refused(withUrls({ session: 'a', limit: 0 })), [['/limit', 'validation_failed']])
})

test('the code of the whole is the one all problems share', async () => {
  const codeOf = async (body: unknown): Promise<string> => {
    const result = await read(body)
    return result.ok ? '' : summaryCode(result.errors)
  }
  assert.equal(await codeOf({ urls: ['a', 'b'] }), 'invalid_url')
  assert.equal(await codeOf({ urls: ['http://a.com/', 'http://b.com/'], limit: 1 }), 'limit_exceeded')
  assert.equal(await codeOf(withUrls({ only_main_content: true })), 'unknown_field')
})

test('a private target is accepted where the operator lists it', async () => {
  assert.equal((await read({ urls: ['http://127.0.0.1:8080/a', 'http://localhost:8080/b'] })).ok, true)
})

test('a job takes 10,000 URLs and not one more', async () => {
  const urls = Array.from({ length: 10_000 }, (_, index) => `https://h${index % 1_000}.example.com/p?n=${index}`)
  const result = await read({ urls })
  assert.ok(result.ok)
  assert.equal(result.input.lines, 10_000)
  assert.deepEqual(await refused({ urls: [...urls, 'https://e.com/'] }), [['/urls', 'limit_exceeded']])
  assert.match(await messageOf({ urls: [...urls, 'https://e.com/'] }), /has 10001 entries, and a job allows 10000/)
})

test('every bad index is reported, however many there are', async () => {
  const urls = Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? 'nope' : 'https://e.com/'))
  const problems = await refused({ urls, limit: 0 })
  assert.equal(problems.length, 5_001)
  assert.deepEqual(problems.at(-1), ['/urls/9998', 'invalid_url'])
})
