import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowNothing, AllowList } from '../../egress/policy/allow-list.ts'
import { vetUrl } from '../../egress/policy/target-policy.ts'
import { summaryCode } from '../schemas/problems.ts'
import { readScrapeRequest, type ScrapeRequestInput, type ScrapeRequestResult } from './scrape-request.ts'
import { defaultBrowserOptions, defaultPageOptions } from '../testing/page-options.ts'

const allowList = new AllowList({ entries: '127.0.0.1/32:8080' })
const policy = {
  vetUrl: (text: string) => vetUrl(text, allowList),
  vetPublicUrl: (text: string) => vetUrl(text, allowNothing),
}

const read = (body: unknown): ScrapeRequestResult => readScrapeRequest(body, policy)
const withUrl = (fields: Record<string, unknown>) => ({ url: 'https://e.com/', ...fields })

function accepted(fields: Record<string, unknown>): ScrapeRequestInput {
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

function messageOf(fields: Record<string, unknown>): string {
  const result = read(withUrl(fields))
  return result.ok ? '' : (result.errors[0]?.message ?? '')
}

const page = defaultPageOptions
const browser = defaultBrowserOptions

test('a URL alone gets every default', () => {
  assert.deepEqual(accepted({}), {
    url: 'https://e.com/',
    requestedUrl: 'https://e.com/',
    tag: null,
    page: page(),
    formats: ['html'],
    screenshot: null,
  })
})

test('the URL is normalised with its fragment, and also kept as it was written', () => {
  const { url, requestedUrl } = accepted({ url: 'HTTPS://E.com:443/a/../b?q#/route' })
  assert.deepEqual([url, requestedUrl], ['https://e.com/b?q#/route', 'HTTPS://E.com:443/a/../b?q#/route'])
})

const json = (text: string) => ({ contentType: 'application/json', text })
const plain = (text: string) => ({ contentType: 'text/plain; charset=utf-8', text })

const good: readonly (readonly [fields: Record<string, unknown>, expected: Partial<ScrapeRequestInput>])[] = [
  [{ url: 'http://127.0.0.1:8080/' }, { url: 'http://127.0.0.1:8080/' }],
  [{ method: 'GET' }, { page: page() }],
  [{ method: 'DELETE' }, { page: page({ method: 'DELETE', render: 'never' }) }],
  [{ method: 'POST', body: { a: 'é' } }, { page: page({ method: 'POST', render: 'never', body: json('{"a":"é"}') }) }],
  [{ method: 'PUT', body: '[1]' }, { page: page({ method: 'PUT', render: 'never', body: json('[1]') }) }],
  [{ method: 'POST', body: 'a=1' }, { page: page({ method: 'POST', render: 'never', body: plain('a=1') }) }],
  [{ js_render: true }, { page: page({ render: 'always' }) }],
  [{ js_render: false }, { page: page({ render: 'never' }) }],
  [{ proxy_strategy: 'enhanced' }, { page: page({ browser: browser({ proxy: 'enhanced' }) }) }],
  [{ output: ['markdown', 'links', 'markdown'] }, { formats: ['markdown', 'links'], screenshot: null }],
  [{ output: ['clean_html', 'html'] }, { formats: ['clean_html', 'html'] }],
  [{ output: ['screenshot'] }, { formats: [], screenshot: 'screenshot', page: page({ render: 'always' }) }],
  [
    { output: ['screenshot_full_page', 'html'] },
    { formats: ['html'], screenshot: 'screenshot_full_page', page: page({ render: 'always' }) },
  ],
  [{ only_main_content: false }, { page: page({ onlyMainContent: false }) }],
  [{ geolocation: 'de' }, { page: page({ browser: browser({ geolocation: 'DE' }) }) }],
  [{ tag: 'a' }, { tag: 'a' }],
  [{ tag: ['a', 'b', 'a'] }, { tag: ['a', 'b', 'a'] }],
  [{ tag: [] }, { tag: [] }],
  [{ actions: [] }, { page: page() }],
  [{ timeout: 1_000 }, { page: page({ timeoutMs: 1_000, browser: browser({ timeoutMs: 1_000 }) }) }],
  [{ timeout: 60_000 }, { page: page({ timeoutMs: 60_000, browser: browser({ timeoutMs: 60_000 }) }) }],
  [{ wait_selector: 'a:hover' }, { page: page({ browser: browser({ waitSelector: 'a:hover' }) }) }],
  [{ wait_selector: '#a > b' }, { page: page({ browser: browser({ waitSelector: '#a > b' }) }) }],
  [{ wait_ms: 60_000 }, { page: page({ browser: browser({ waitMs: 60_000 }) }) }],
  [
    { override_parameter: { headers: { 'X-A': '1' }, proxy: 'premium', network_idle: true, load_dom: false } },
    {
      page: page({
        browser: browser({ headers: { 'X-A': '1' }, proxy: 'premium', networkIdle: true, loadDom: false }),
      }),
    },
  ],
  [
    { override_parameter: { disable_resources: ['script'] } },
    { page: page({ browser: browser({ disableResources: ['script'] }) }) },
  ],
  [
    { include_tags: ['main', '.post > p'], exclude_tags: ['nav', '[role=banner]'] },
    { page: page({ includeTags: ['main', '.post > p'], excludeTags: ['nav', '[role=banner]'] }) },
  ],
  [{ max_age: 3_600 }, { page: page({ maxAgeSecs: 3_600 }) }],
]

for (const [fields, expected] of good) {
  test(`${JSON.stringify(fields)} is accepted`, () => {
    const input = accepted(fields)
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(input[name as keyof typeof input], value)
  })
}

test('actions need a browser and keep their order', () => {
  const { page: asked } = accepted({ actions: [{ action: 'click', selector: 'a' }, { action: 'reload' }] })
  assert.equal(asked.render, 'always')
  assert.deepEqual(
    asked.browser.actions.map(({ action }) => action),
    ['click', 'reload'],
  )
})

test('null on an optional field means omitted, at every level', () => {
  const call = ['method', 'body', 'js_render', 'proxy_strategy', 'output', 'only_main_content', 'geolocation', 'tag']
  const rest = ['session_id', 'session', 'actions', 'timeout', 'wait_selector', 'wait_ms', 'prompt', 'schema']
  const names = [...call, ...rest, 'include_tags', 'exclude_tags', 'max_age']
  const nulls = (fields: readonly string[]) => Object.fromEntries(fields.map((name) => [name, null]))
  assert.deepEqual(accepted({ ...nulls(names), override_parameter: null }), accepted({}))
  const override = ['headers', 'proxy', 'network_idle', 'load_dom', 'disable_resources']
  assert.deepEqual(accepted({ override_parameter: nulls(override) }), accepted({}))
})

const long = (characters: number): string => 'a'.repeat(characters)
const post = { method: 'POST' }

const wrong: readonly (readonly [fields: Record<string, unknown>, pointer: string, code: string])[] = [
  [{ url: undefined }, '/url', 'validation_failed'],
  [{ url: null }, '/url', 'validation_failed'],
  [{ url: 5 }, '/url', 'validation_failed'],
  [{ url: 'e.com' }, '/url', 'invalid_url'],
  [{ url: `https://e.com/${long(2_100)}` }, '/url', 'invalid_url'],
  [{ url: 'https://user:secret@e.com/' }, '/url', 'invalid_url'],
  [{ url: 'file:///etc/passwd' }, '/url', 'url_not_allowed'],
  [{ url: 'http://127.0.0.1/' }, '/url', 'url_not_allowed'],
  [{ method: 'PATCH' }, '/method', 'validation_failed'],
  [{ method: 'get' }, '/method', 'validation_failed'],
  [{ body: 'a' }, '/body', 'invalid_combination'],
  [{ method: 'GET', body: {} }, '/body', 'invalid_combination'],
  [{ ...post, body: 5 }, '/body', 'validation_failed'],
  [{ ...post, body: [1] }, '/body', 'validation_failed'],
  [{ ...post, body: long(262_145) }, '/body', 'validation_failed'],
  [{ ...post, js_render: true }, '/method', 'invalid_combination'],
  [{ ...post, output: ['screenshot'] }, '/method', 'invalid_combination'],
  [{ ...post, actions: [{ action: 'reload' }] }, '/method', 'invalid_combination'],
  [{ js_render: 'yes' }, '/js_render', 'validation_failed'],
  [{ js_render: false, output: ['html', 'screenshot'] }, '/js_render', 'invalid_combination'],
  [{ js_render: false, output: ['screenshot_full_page'] }, '/js_render', 'invalid_combination'],
  [{ js_render: false, actions: [{ action: 'reload' }] }, '/js_render', 'invalid_combination'],
  [{ proxy_strategy: 'cheap' }, '/proxy_strategy', 'validation_failed'],
  [{ output: [] }, '/output', 'validation_failed'],
  [{ output: 'html' }, '/output', 'validation_failed'],
  [{ output: { html: true } }, '/output', 'validation_failed'],
  [{ output: ['html', 'pdf'] }, '/output/1', 'validation_failed'],
  [{ output: ['screenshot', 'screenshot_full_page'] }, '/output/1', 'invalid_combination'],
  [{ output: ['json'] }, '/output/0', 'invalid_combination'],
  [{ only_main_content: 1 }, '/only_main_content', 'validation_failed'],
  [{ geolocation: 'deu' }, '/geolocation', 'validation_failed'],
  [{ geolocation: 'UK' }, '/geolocation', 'validation_failed'],
  [{ geolocation: 'ZZ' }, '/geolocation', 'validation_failed'],
  [{ geolocation: 'xa' }, '/geolocation', 'validation_failed'],
  [{ session_id: '' }, '/session_id', 'validation_failed'],
  [{ session: 5 }, '/session', 'validation_failed'],
  [{ session_id: 'a', session: 'a' }, '/session', 'validation_failed'],
  [{ session: 'a', session_id: 'a' }, '/session_id', 'validation_failed'],
  [{ tag: 5 }, '/tag', 'validation_failed'],
  [{ tag: ['a', 5] }, '/tag/1', 'validation_failed'],
  [{ actions: {} }, '/actions', 'validation_failed'],
  [{ actions: [{ action: 'jump' }] }, '/actions/0/action', 'validation_failed'],
  [{ actions: [{ action: 'click' }] }, '/actions/0/selector', 'validation_failed'],
  [{ actions: Array.from({ length: 51 }, () => ({ action: 'reload' })) }, '/actions', 'validation_failed'],
  [{ timeout: 999 }, '/timeout', 'validation_failed'],
  [{ timeout: 60_001 }, '/timeout', 'validation_failed'],
  [{ wait_selector: '' }, '/wait_selector', 'validation_failed'],
  [{ wait_selector: '  ' }, '/wait_selector', 'validation_failed'],
  [{ wait_selector: '//div' }, '/wait_selector', 'validation_failed'],
  [{ wait_ms: -1 }, '/wait_ms', 'validation_failed'],
  [{ wait_ms: 60_001 }, '/wait_ms', 'validation_failed'],
  [{ override_parameter: { networkIdle: true } }, '/override_parameter/networkIdle', 'unknown_field'],
  [{ override_parameter: { proxy: 'http://p:1' } }, '/override_parameter/proxy', 'validation_failed'],
  [{ override_parameter: { headers: { Host: 'a' } } }, '/override_parameter/headers/Host', 'validation_failed'],
  [{ prompt: long(16_385) }, '/prompt', 'validation_failed'],
  [{ schema: 'a' }, '/schema', 'validation_failed'],
  [{ schema: { title: long(65_536) } }, '/schema', 'validation_failed'],
  [{ include_tags: 'main' }, '/include_tags', 'validation_failed'],
  [{ include_tags: ['main', ' '] }, '/include_tags/1', 'validation_failed'],
  [{ include_tags: ['a', 5] }, '/include_tags/1', 'validation_failed'],
  [{ exclude_tags: ['a:hover'] }, '/exclude_tags/0', 'validation_failed'],
  [{ exclude_tags: Array.from({ length: 101 }, () => 'a') }, '/exclude_tags', 'validation_failed'],
  [{ exclude_tags: [''] }, '/exclude_tags/0', 'validation_failed'],
  [{ max_age: -1 }, '/max_age', 'validation_failed'],
  [{ max_age: 1.5 }, '/max_age', 'validation_failed'],
  [{ urls: ['https://e.com/'] }, '/urls', 'unknown_field'],
  [{ webhook: {} }, '/webhook', 'unknown_field'],
  [{ scrape: {} }, '/scrape', 'unknown_field'],
]

for (const [fields, pointer, code] of wrong) {
  test(`${JSON.stringify(fields).slice(0, 100)} is refused as ${code} at ${pointer}`, () => {
    assert.deepEqual(refused(withUrl(fields)), [[pointer, code]])
  })
}

test('the json format has what it asks for; without the format a schema is checked and not used', () => {
  const schema = { title: 'string' }
  assert.deepEqual(accepted(withUrl({ output: ['html', 'json'], prompt: 'prices' })).page.json, {
    schema: null,
    prompt: 'prices',
  })
  assert.deepEqual(accepted(withUrl({ output: ['json'], schema })).formats, ['json'])
  assert.equal(accepted(withUrl({ schema })).page.json, null)
  assert.deepEqual(refused(withUrl({ schema: { title: 'strng' } })), [['/schema/title', 'validation_failed']])
  assert.deepEqual(refused(withUrl({ schema: {} })), [['/schema', 'validation_failed']])
})

test('a foreign spelling is refused with the one that this endpoint uses', () => {
  for (const [name, spelling] of [
    ['jsRender', 'js_render'],
    ['onlyMainContent', 'only_main_content'],
    ['waitFor', null],
    ['includeTags', 'include_tags'],
    ['maxAge', 'max_age'],
    ['URL', 'url'],
    ['sessionId', 'session_id'],
  ] as const) {
    assert.deepEqual(refused(withUrl({ [name]: true })), [[`/${name}`, 'unknown_field']])
    const hint = spelling === null ? /endpoint$/ : new RegExp(`; this endpoint spells it \`${spelling}\`$`)
    assert.match(messageOf({ [name]: true }), hint)
  }
})

test('all problems are reported at once, and their common code is that of the answer', () => {
  const problems = refused({ url: 'nope', body: 'a', timeout: 1, output: ['json'], depth: 2, include_tags: [''] })
  assert.deepEqual(Object.fromEntries(problems), {
    '/url': 'invalid_url',
    '/body': 'invalid_combination',
    '/timeout': 'validation_failed',
    '/output/0': 'invalid_combination',
    '/depth': 'unknown_field',
    '/include_tags/0': 'validation_failed',
  })
  const result = read(withUrl({ jsRender: true }))
  assert.equal(result.ok ? '' : summaryCode(result.errors), 'unknown_field')
})

test('an unsupported feature is only reported for a valid request', () => {
  assert.deepEqual(refused(withUrl({ session: 'a', timeout: 1 })), [['/timeout', 'validation_failed']])
})

test('secrets are not repeated in messages', () => {
  const result = read({
    url: 'https://me:secret@e.com/',
    method: 'POST',
    body: ['secret'],
    session_id: ['secret'],
    override_parameter: { proxy: 'http://secret@p', headers: { 'X-A': 'secret\n' } },
    actions: [{ action: 'scroll', value: 'secret' }],
  })
  assert.ok(!result.ok && result.errors.length === 7)
  assert.ok(!JSON.stringify(result).includes('secret'))
})

test('what is no object is refused, and so is what is nested too deep', () => {
  for (const body of [null, 5, 'a', [], undefined]) assert.deepEqual(refused(body), [['', 'validation_failed']])
  let deep: unknown = 1
  for (let level = 0; level < 100; level += 1) deep = { deep }
  assert.equal(refused(withUrl({ schema: deep })).length, 1)
})

test('fields named like a part of every object are unknown like others', () => {
  const body: unknown = JSON.parse('{"url":"https://e.com/","__proto__":{"timeout":5},"constructor":1}')
  assert.deepEqual(refused(body), [
    ['/__proto__', 'unknown_field'],
    ['/constructor', 'unknown_field'],
  ])
})
