import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AllowList, allowNothing } from '../../egress/policy/allow-list.ts'
import { hostProblem, vetUrl } from '../../egress/policy/target-policy.ts'
import { sessionLimits } from '../../config/session-limits.ts'
import { sessionDetail } from './session-answer.ts'
import { readCreateSession, readReplaceSession, type SessionPolicy } from './session-request.ts'
import type { SessionView } from '../../sessions/shapes.ts'

const allowance = new AllowList({ entries: '127.0.0.1:8080' })
const policy: SessionPolicy = {
  vetUrl: (text) => vetUrl(text, allowance),
  vetPublicUrl: (text) => vetUrl(text, allowNothing),
  hostProblem: (host) => hostProblem(host, null, allowance),
}

const create = (body: unknown) => readCreateSession(body, policy)

/** Returns the problems, each as `pointer code`. */
function problemsOf(body: unknown): string[] {
  const result = create(body)
  return result.ok ? [] : result.errors.map(({ pointer, code }) => `${pointer} ${code}`)
}

const withPlaybook = (playbook: unknown, domain = 'example.com') => ({ domain, playbook })

test('little is needed: the rest gets its default', () => {
  const result = create({ domain: 'www.Example.com' })
  assert.ok(result.ok)
  const { playbook, facts, ...others } = result.input
  assert.deepEqual(others, {
    sessionId: null,
    domain: 'example.com',
    ttlSecs: sessionLimits.ttlSecsDefault,
    maxUses: null,
    tag: [],
  })
  assert.deepEqual(facts, {
    runs: false,
    refreshEverySecs: null,
    refreshOnLogout: true,
    runMaxMs: sessionLimits.runMaxMs,
  })
  assert.deepEqual([playbook.startUrl, playbook.proxy, playbook.secrets], [null, 'auto', {}])
})

test('all of a playbook is read', () => {
  const result = create({
    session_id: 'shop.1',
    domain: 'example.com',
    ttl_seconds: 60,
    max_uses: 3,
    tag: 'a',
    playbook: {
      start_url: 'https://login.example.com/in#form',
      actions: [{ action: 'fill', selector: '#p', value: '{{secret.p}}' }],
      cookies: [
        { name: 'a', value: '1' },
        { name: 'b', value: '{{secret.p}}', domain: '.login.example.com', path: '/x', expires: 5, same_site: 'lax' },
      ],
      headers: { 'X-A': 'Bearer {{secret.p}}' },
      local_storage: { key: 'value' },
      geolocation: 'de',
      proxy_strategy: 'basic',
      user_agent: 'Own/1.0',
      secrets: { p: 'x' },
      success: { cookie: 'sid', status: 200 },
      logged_out: { url_pattern: '/login$', selector: '#login', text: 'Sign in' },
      refresh: { on_logged_out: false, interval_seconds: 600 },
    },
  })
  assert.ok(result.ok, JSON.stringify(result))
  const { playbook, facts, sessionId, tag } = result.input
  assert.deepEqual(
    [sessionId, tag, facts.runs, facts.refreshEverySecs, facts.refreshOnLogout],
    ['shop.1', ['a'], true, 600, false],
  )
  assert.deepEqual(
    playbook.cookies.map(({ domain, hostOnly, path, expiresMs }) => [domain, hostOnly, path, expiresMs]),
    [
      ['example.com', false, '/', null],
      ['login.example.com', false, '/x', 5_000],
    ],
  )
  assert.deepEqual(playbook.localStorage, { 'https://login.example.com': { key: 'value' } })
  assert.deepEqual([playbook.geolocation, playbook.proxy, playbook.userAgent], ['DE', 'basic', 'Own/1.0'])
  assert.equal(playbook.loggedOut?.urlPattern, '/login$')
})

test('local storage may name its origins', () => {
  const storage = { 'https://a.example.com/': { k: 'v' }, 'https://b.example.com': {} }
  const result = create(withPlaybook({ local_storage: storage }))
  assert.ok(result.ok)
  assert.deepEqual(result.input.playbook.localStorage, {
    'https://a.example.com': { k: 'v' },
    'https://b.example.com': {},
  })
})

test('the domain is a public host, an address, or what the operator allows', () => {
  for (const [domain, expected] of [
    ['shop.example.co.uk', 'example.co.uk'],
    ['93.184.216.34', '93.184.216.34'],
    ['2606:4700::1111', '[2606:4700::1111]'],
    ['[2606:4700::1111]', '[2606:4700::1111]'],
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', 'localhost'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ]) {
    const result = create({ domain })
    assert.ok(result.ok, `${domain}: ${JSON.stringify(result)}`)
    assert.equal(result.input.domain, expected)
  }
  for (const domain of ['10.0.0.1', '0x7f000002', '[::1]', '169.254.169.254', 'intranet', 'com', 'db.internal']) {
    assert.deepEqual(problemsOf({ domain }), ['/domain url_not_allowed'], domain)
  }
  for (const domain of [
    'co.uk',
    'github.io',
    'https://example.com',
    'example.com/x',
    'a b',
    'example.com:8080',
    'u@example.com',
  ]) {
    assert.deepEqual(problemsOf({ domain }), ['/domain validation_failed'], domain)
  }
})

test('all problems are reported at once, by field', () => {
  const body = {
    session_id: 'imp-1',
    domain: 'example.com',
    ttlSeconds: 5,
    max_uses: 0,
    playbook: {
      start_url: 'https://other.com/',
      js_render: false,
      actions: [{ action: 'click' }, { action: 'fill', selector: '#a', value: '{{secret.missing}}' }],
      cookies: [{ name: 'a b', value: 'x;y', domain: 'evil.org' }],
      headers: { Host: 'x', 'X-B': '{{ secret.p }}' },
      local_storage: { 'ftp://example.com': { a: 'b' }, 'https://evil.org': {} },
      user_agent: 'a\nb',
      secrets: { 'not a name': 'x', p: '' },
      success: {},
      logged_out: { url_pattern: '(?<=a)b', selector: '::nothing(' },
    },
  }
  const told = problemsOf(body)
  for (const expected of [
    '/session_id validation_failed',
    '/ttlSeconds unknown_field',
    '/max_uses validation_failed',
    '/playbook/start_url session_domain_mismatch',
    '/playbook/js_render invalid_combination',
    '/playbook/actions/0/selector validation_failed',
    '/playbook/actions/1/value validation_failed',
    '/playbook/cookies/0/name validation_failed',
    '/playbook/cookies/0/value validation_failed',
    '/playbook/cookies/0/domain session_domain_mismatch',
    '/playbook/headers/Host validation_failed',
    '/playbook/headers/X-B validation_failed',
    '/playbook/local_storage/ftp:~1~1example.com validation_failed',
    '/playbook/local_storage/https:~1~1evil.org session_domain_mismatch',
    '/playbook/user_agent validation_failed',
    '/playbook/secrets/not a name validation_failed',
    '/playbook/secrets/p validation_failed',
    '/playbook/success validation_failed',
    '/playbook/logged_out/url_pattern unsupported_pattern',
    '/playbook/logged_out/selector validation_failed',
  ]) {
    assert.ok(told.includes(expected), `${expected}\n${told.join('\n')}`)
  }
})

test('the country of a playbook must exist', () => {
  for (const geolocation of ['UK', 'ZZ', 'xa']) {
    const told = problemsOf(withPlaybook({ geolocation }))
    assert.deepEqual(told, ['/playbook/geolocation validation_failed'], geolocation)
  }
  assert.deepEqual(create(withPlaybook({ geolocation: 'gb' })).ok, true)
})

test('another spelling of a field is named', () => {
  const result = create({ domain: 'example.com', ttlSeconds: 60, playbook: { startUrl: 'https://example.com/' } })
  assert.ok(!result.ok)
  const messages = result.errors.map(({ message }) => message).join('\n')
  assert.match(messages, /`ttl_seconds`/)
  assert.match(messages, /`start_url`/)
})

test('no message repeats what may be a secret', () => {
  const mark = 'Qx7secret'
  const result = create(
    withPlaybook({
      start_url: `nothing ${mark}`,
      actions: [{ action: 'press', value: mark }],
      cookies: [{ name: 'a', value: `${mark};` }, mark, { name: 'b', value: 1, path: mark }],
      headers: { A: `${mark}\n`, B: 5 },
      local_storage: { [`https://example.com`]: mark, x: { y: mark } },
      secrets: { p: `${mark}${'x'.repeat(9_000)}`, q: { r: mark } },
    }),
  )
  assert.ok(!result.ok && result.errors.length > 6)
  assert.ok(!JSON.stringify(result.errors).includes(mark), JSON.stringify(result.errors, null, 1))
})

test('a secret is refused that cannot be sent where it is used', () => {
  const headers = { 'X-Key': 'a {{secret.k}}' }
  const cookies = [{ name: 'a', value: '{{secret.k}}' }]
  for (const k of ['a\r\nX: y', 'a\0', 'a\u20ac']) {
    assert.deepEqual(problemsOf(withPlaybook({ headers, secrets: { k } })), ['/playbook/secrets/k validation_failed'])
  }
  assert.deepEqual(problemsOf(withPlaybook({ cookies, secrets: { k: 'a;b' } })), [
    '/playbook/secrets/k validation_failed',
  ])
  const start_url = 'https://example.com/'
  const actions = [{ action: 'fill', selector: '#p', value: '{{secret.k}}' }]
  assert.deepEqual(problemsOf(withPlaybook({ start_url, actions, secrets: { k: 'pass \u20ac;' } })), [])
  assert.deepEqual(problemsOf(withPlaybook({ headers, secrets: { k: 'a;b' } })), [])
})

test('secrets of a playbook have a common bound, whose error does not quote them', () => {
  const max = sessionLimits.secretsMaxBytes
  const secretsOf = (bytes: number) => ({
    a: 'a'.repeat(8_000),
    b: '\u20ac'.repeat(2_000),
    c: 'c'.repeat(bytes - 14_000),
  })
  assert.deepEqual(problemsOf(withPlaybook({ secrets: secretsOf(max) })), [])
  const refused = create(withPlaybook({ secrets: secretsOf(max + 1) }))
  assert.ok(!refused.ok)
  const [problem] = refused.errors
  assert.deepEqual(
    [refused.errors.length, problem?.pointer, problem?.code],
    [1, '/playbook/secrets', 'validation_failed'],
  )
  assert.match(problem?.message ?? '', /must have at most 16384 bytes in all,.*it has 16385$/)
  assert.ok(!JSON.stringify(refused.errors).includes('aaaa'))
})

test('names with empty parts are no hosts', () => {
  for (const domain of ['.', '..', '.example.com', 'example..com', 'example.com..']) {
    assert.deepEqual(problemsOf({ domain }), ['/domain validation_failed'], domain)
  }
  assert.deepEqual(problemsOf({ domain: 'example.com.' }), [])
})

test('what has no place to run is refused', () => {
  assert.deepEqual(problemsOf(withPlaybook({ actions: [{ action: 'reload' }] })), [
    '/playbook/start_url validation_failed',
  ])
  assert.deepEqual(problemsOf(withPlaybook({ local_storage: { a: 'b' } })), [
    '/playbook/local_storage validation_failed',
  ])
  assert.deepEqual(problemsOf(withPlaybook({ start_url: 'https://example.com/{{secret.a}}', secrets: { a: 'b' } })), [
    '/playbook/start_url validation_failed',
  ])
})

test('a replacement keeps the domain, and the secrets where it gives none', () => {
  const session = { domain: 'example.com', secrets: { p: 'kept' } }
  const replace = (body: unknown) => readReplaceSession(body, session, policy)
  const kept = replace({ playbook: { headers: { A: '{{secret.p}}' } } })
  assert.ok(kept.ok)
  assert.deepEqual(kept.input.playbook.secrets, { p: 'kept' })
  const given = replace({ domain: 'www.example.com', playbook: { secrets: { q: 'new' } } })
  assert.ok(given.ok)
  assert.deepEqual(given.input.playbook.secrets, { q: 'new' })
  const lost = replace({ domain: 'example.org', playbook: { headers: { A: '{{secret.p}}' }, secrets: { q: 'new' } } })
  assert.ok(!lost.ok)
  assert.deepEqual(
    lost.errors.map(({ pointer, code }) => `${pointer} ${code}`),
    ['/domain session_domain_mismatch', '/playbook/headers/A validation_failed'],
  )
})

const view: SessionView = {
  tenant: 'acme',
  id: 'shop',
  incarnation: 'one',
  domain: 'example.com',
  implicit: false,
  status: 'ready',
  ttlSecs: 60,
  maxUses: null,
  tag: [],
  playbookVersion: 1,
  refresh: { onLogout: true, everySecs: null },
  createdAt: '2026-11-22T00:00:00.000Z',
  updatedAt: '2026-11-22T00:00:00.000Z',
  lastUsedAt: null,
  expiresAt: '2026-11-22T00:01:00.000Z',
  useCount: 0,
  lastRun: null,
}

test('an answer masks what may be a secret, but for references, and is refused as a request', () => {
  const mark = 'Qx7secret'
  const playbook = {
    start_url: 'https://example.com/in',
    actions: [
      { action: 'type', selector: '#a', value: mark },
      { action: 'fill', selector: '#b', value: '{{secret.p}}' },
      { action: 'press', value: 'Enter' },
    ],
    cookies: [{ name: 'c', value: mark }],
    headers: { 'X-A': mark, 'X-B': '{{secret.p}}' },
    local_storage: { 'https://example.com': { k: mark } },
    secrets: { p: mark },
  }
  const result = create(withPlaybook(playbook))
  assert.ok(result.ok)
  const { playbook: answered } = sessionDetail(view, result.input.playbook)
  assert.ok(!JSON.stringify(answered).includes(mark))
  assert.deepEqual(answered.headers, { 'X-A': '********', 'X-B': '{{secret.p}}' })
  assert.deepEqual(
    answered.actions.map(({ value }) => value),
    ['********', '{{secret.p}}', 'Enter'],
  )
  const { secrets: _secrets, ...others } = answered
  const again = readReplaceSession({ playbook: others }, { domain: 'example.com', secrets: { p: 'x' } }, policy)
  assert.ok(!again.ok)
  assert.deepEqual(
    again.errors.map(({ pointer }) => pointer),
    [
      '/playbook/actions/0/value',
      '/playbook/cookies/0/value',
      '/playbook/headers/X-A',
      '/playbook/local_storage/https:~1~1example.com/k',
    ],
  )
})
