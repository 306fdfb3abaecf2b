import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowNothing, AllowList } from '../../egress/policy/allow-list.ts'
import { vetUrl } from '../../egress/policy/target-policy.ts'
import type { BrowserPageOptions } from '../../tasks/browser-page.ts'
import { readNetworkRequest, type NetworkRequestInput, type NetworkRequestResult } from './network-request.ts'
import { summaryCode } from '../schemas/problems.ts'

const allowList = new AllowList({ entries: '127.0.0.1/32:8080' })
const policy = {
  vetUrl: (text: string) => vetUrl(text, allowList),
  vetPublicUrl: (text: string) => vetUrl(text, allowNothing),
}

const read = (body: unknown): NetworkRequestResult => readNetworkRequest(body, policy)

function accepted(fields: Record<string, unknown>): NetworkRequestInput {
  const result = read({ url: 'https://e.com/', ...fields })
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
  const result = read({ url: 'https://e.com/', ...fields })
  return result.ok ? '' : (result.errors[0]?.message ?? '')
}

const defaults: BrowserPageOptions = {
  timeoutMs: 30_000,
  actions: [],
  waitSelector: null,
  waitMs: 0,
  networkIdle: false,
  loadDom: true,
  disableResources: [],
  headers: {},
  geolocation: null,
  proxy: 'auto',
}

test('a URL alone gets every default', () => {
  const input = {
    url: 'https://e.com/',
    requestedUrl: 'https://e.com/',
    tag: null,
    page: defaults,
    sessionId: null,
    showsSessionCredentials: false,
  }
  assert.deepEqual(accepted({}), input)
})

test('a session is named by its id', () => {
  assert.equal(accepted({ session_id: 'shop' }).sessionId, 'shop')
})

test('cookies and headers of a session are shown to those who ask, of a session alone', () => {
  const wish = { include_session_credentials: true }
  assert.equal(accepted({ session_id: 'shop', ...wish }).showsSessionCredentials, true)
  assert.equal(accepted({ session_id: 'shop' }).showsSessionCredentials, false)
  assert.equal(accepted({ include_session_credentials: false }).showsSessionCredentials, false)
  assert.deepEqual(refused({ url: 'https://e.com/', ...wish }), [
    ['/include_session_credentials', 'invalid_combination'],
  ])
  assert.deepEqual(refused({ url: 'https://e.com/', session_id: 'shop', include_session_credentials: 'yes' }), [
    ['/include_session_credentials', 'validation_failed'],
  ])
})

test('the URL is normalised with its fragment, and also kept as it was written', () => {
  const { url, requestedUrl } = accepted({ url: 'HTTPS://E.com:443/a/../b?q#/route' })
  assert.equal(url, 'https://e.com/b?q#/route')
  assert.equal(requestedUrl, 'HTTPS://E.com:443/a/../b?q#/route')
})

const good: readonly (readonly [fields: Record<string, unknown>, expected: Partial<BrowserPageOptions>])[] = [
  [{ url: 'http://127.0.0.1:8080/' }, {}],
  [{ method: 'GET' }, {}],
  [{ body: null }, {}],
  [{ geolocation: 'de' }, { geolocation: 'DE' }],
  [{ geolocation: 'Us' }, { geolocation: 'US' }],
  [{ timeout: 1_000 }, { timeoutMs: 1_000 }],
  [
    { timeout: 60_000, wait_ms: 60_000 },
    { timeoutMs: 60_000, waitMs: 60_000 },
  ],
  [{ wait_selector: '#a > b' }, { waitSelector: '#a > b' }],
  [{ actions: [] }, {}],
  [{ override_parameter: {} }, {}],
  [{ override_parameter: { headers: { 'X-A': '1' } } }, { headers: { 'X-A': '1' } }],
  [{ override_parameter: { proxy: 'premium' } }, { proxy: 'premium' }],
  [{ override_parameter: { network_idle: true, load_dom: false } }, { networkIdle: true, loadDom: false }],
  [{ override_parameter: { disable_resources: false } }, {}],
  [
    { override_parameter: { disable_resources: true } },
    { disableResources: ['image', 'media', 'font', 'texttrack', 'manifest', 'ping'] },
  ],
  [
    { override_parameter: { disable_resources: ['script', 'image', 'script'] } },
    { disableResources: ['script', 'image'] },
  ],
  [{ override_parameter: { disable_resources: [] } }, {}],
]

for (const [fields, expected] of good) {
  test(`${JSON.stringify(fields)} is accepted`, () => {
    assert.deepEqual(accepted(fields).page, { ...defaults, ...expected })
  })
}

test('tags are kept as they were given', () => {
  for (const tag of ['a', ['a'], ['a', 'b', 'a'], []]) assert.deepEqual(accepted({ tag }).tag, tag)
})

test('null on an optional field means omitted, at every level', () => {
  const names = ['method', 'body', 'geolocation', 'session_id', 'tag', 'actions', 'timeout', 'wait_selector', 'wait_ms']
  const override = ['headers', 'proxy', 'network_idle', 'load_dom', 'disable_resources']
  const nulls = (fields: readonly string[]) => Object.fromEntries(fields.map((name) => [name, null]))
  assert.deepEqual(accepted({ ...nulls(names), override_parameter: null }), accepted({}))
  assert.deepEqual(accepted({ override_parameter: nulls(override) }), accepted({}))
  const action = { action: 'reload', ...nulls(['selector', 'selector_type', 'value', 'duration_ms', 'if_present']) }
  assert.deepEqual(accepted({ actions: [action] }), accepted({ actions: [{ action: 'reload' }] }))
})

const wrong: readonly (readonly [fields: Record<string, unknown>, pointer: string, code: string])[] = [
  [{ url: undefined }, '/url', 'validation_failed'],
  [{ url: null }, '/url', 'validation_failed'],
  [{ url: 5 }, '/url', 'validation_failed'],
  [{ url: '' }, '/url', 'invalid_url'],
  [{ url: 'e.com' }, '/url', 'invalid_url'],
  [{ url: 'https://user:secret@e.com/' }, '/url', 'invalid_url'],
  [{ url: 'file:///etc/passwd' }, '/url', 'url_not_allowed'],
  [{ url: 'view-source:https://e.com/' }, '/url', 'url_not_allowed'],
  [{ url: 'http://127.0.0.1/' }, '/url', 'url_not_allowed'],
  [{ url: 'http://169.254.169.254/' }, '/url', 'url_not_allowed'],
  [{ method: 'POST' }, '/method', 'validation_failed'],
  [{ method: 'get' }, '/method', 'validation_failed'],
  [{ body: {} }, '/body', 'validation_failed'],
  [{ body: '' }, '/body', 'validation_failed'],
  [{ geolocation: 'deu' }, '/geolocation', 'validation_failed'],
  [{ geolocation: 'd1' }, '/geolocation', 'validation_failed'],
  [{ geolocation: 'UK' }, '/geolocation', 'validation_failed'],
  [{ geolocation: 'ZZ' }, '/geolocation', 'validation_failed'],
  [{ geolocation: 'xa' }, '/geolocation', 'validation_failed'],
  [{ session_id: 5 }, '/session_id', 'validation_failed'],
  [{ tag: 5 }, '/tag', 'validation_failed'],
  [{ tag: [5] }, '/tag/0', 'validation_failed'],
  [{ timeout: 999 }, '/timeout', 'validation_failed'],
  [{ timeout: 60_001 }, '/timeout', 'validation_failed'],
  [{ timeout: '30000' }, '/timeout', 'validation_failed'],
  [{ wait_ms: -1 }, '/wait_ms', 'validation_failed'],
  [{ wait_ms: 60_001 }, '/wait_ms', 'validation_failed'],
  [{ wait_selector: '' }, '/wait_selector', 'validation_failed'],
  [{ actions: {} }, '/actions', 'validation_failed'],
  [{ actions: [{}] }, '/actions/0/action', 'validation_failed'],
  [{ actions: [{ action: 'click' }] }, '/actions/0/selector', 'validation_failed'],
  [{ actions: Array.from({ length: 51 }, () => ({ action: 'reload' })) }, '/actions', 'validation_failed'],
  [{ override_parameter: { js: 1 } }, '/override_parameter/js', 'unknown_field'],
  [{ override_parameter: { proxy: 'http://p:1' } }, '/override_parameter/proxy', 'validation_failed'],
  [{ override_parameter: { headers: { Host: 'x' } } }, '/override_parameter/headers/Host', 'validation_failed'],
  [{ override_parameter: { network_idle: 'yes' } }, '/override_parameter/network_idle', 'validation_failed'],
  [
    { override_parameter: { disable_resources: ['xhr'] } },
    '/override_parameter/disable_resources/0',
    'validation_failed',
  ],
  [
    { override_parameter: { disable_resources: 'image' } },
    '/override_parameter/disable_resources',
    'validation_failed',
  ],
  ...['js_render', 'jsRender', 'output', 'only_main_content', 'prompt', 'schema', 'proxy_strategy', 'waitMs', 'x'].map(
    (name) => [{ [name]: true }, `/${name}`, 'unknown_field'] as const,
  ),
]

for (const [fields, pointer, code] of wrong) {
  test(`${JSON.stringify(fields).slice(0, 100)} is refused with ${code}`, () => {
    assert.deepEqual(refused({ url: 'https://e.com/', ...fields }), [[pointer, code]])
  })
}

test('a field of another endpoint is refused with the reason, another spelling with the right one', () => {
  assert.match(messageOf({ js_render: false }), /`js_render`.*always renders/)
  assert.match(messageOf({ onlyMainContent: true }), /captured traffic/)
  assert.match(messageOf({ proxy_strategy: 'auto' }), /override_parameter\.proxy/)
  assert.match(messageOf({ waitSelector: 'a' }), /spells it `wait_selector`/)
  assert.match(messageOf({ session: 'a' }), /spells it `session_id`/)
  assert.match(messageOf({ body: 'a' }), /`body` must be null$/)
  assert.match(messageOf({ override_parameter: { disable_resources: ['xhr'] } }), /must be one of `image`, `media`/)
})

test('all problems are reported at once', () => {
  const body = { url: 'nope', method: 'PUT', body: 1, timeout: 1, output: [], actions: [{ action: 'fill' }] }
  const codes = Object.fromEntries(refused(body))
  assert.deepEqual(codes, {
    '/url': 'invalid_url',
    '/method': 'validation_failed',
    '/body': 'validation_failed',
    '/timeout': 'validation_failed',
    '/output': 'unknown_field',
    '/actions/0/selector': 'validation_failed',
    '/actions/0/value': 'validation_failed',
  })
})

test('secrets are not repeated in messages', () => {
  const result = read({
    url: 'https://e.com/',
    session_id: { hidden: 'secret' },
    body: 'secret',
    override_parameter: { proxy: 'http://secret@p', headers: { 'X-A': 'secret\n' } },
    actions: [{ action: 'scroll', value: 'secret' }],
  })
  assert.ok(!result.ok && result.errors.length === 5)
  assert.ok(!JSON.stringify(result).includes('secret'))
})

test('what is no object is refused, and so is what is nested too deep', () => {
  for (const body of [null, 5, 'a', [], undefined]) assert.deepEqual(refused(body), [['', 'validation_failed']])
  let deep: unknown = 1
  for (let level = 0; level < 100; level += 1) deep = { deep }
  assert.equal(refused({ url: 'https://e.com/', tag: deep }).length, 1)
})

test('a request with an unknown field alone is summed up as such', () => {
  const result = read({ url: 'https://e.com/', output: ['html'] })
  assert.equal(result.ok ? '' : summaryCode(result.errors), 'unknown_field')
})
