import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { afterHttp, isWorthHttp, leavesHttpStanding, classifyAnswer, classifyVerdict } from './lane-ladder.ts'

const answer = (status: number, headers: Record<string, string> = {}) => ({
  finalUrl: 'http://site.test/',
  status,
  headers: { 'content-type': 'text/html', ...headers },
  truncated: false,
})
const bytes = (text: string) => new TextEncoder().encode(text)

describe('what follows an answer by HTTP', () => {
  const rows = [
    // answerClass, render, tier left, error pages -> step
    ['page', 'auto', true, 'read', 'settle'],
    ['failed', 'auto', true, 'read', 'settle'],
    ['js_shell', 'auto', true, 'read', 'browser'],
    ['js_shell', 'never', true, 'read', 'settle'],
    ['js_shell', 'always', true, 'read', 'settle'],
    ['empty', 'auto', false, 'fail', 'browser'],
    ['empty', 'never', true, 'read', 'settle'],
    ['blocked', 'auto', true, 'read', 'browser'],
    ['blocked', 'never', true, 'read', 'next_tier'],
    ['blocked', 'never', false, 'read', 'settle'],
    ['refused', 'auto', false, 'read', 'browser'],
    ['refused', 'never', true, 'read', 'settle'],
    ['throttled', 'auto', true, 'read', 'next_tier'],
    ['throttled', 'auto', true, 'fail', 'settle'],
    ['throttled', 'never', false, 'read', 'settle'],
    ['proxy_error', 'auto', true, 'read', 'next_tier'],
    ['proxy_error', 'never', false, 'fail', 'settle'],
  ] as const
  for (const [answerClass, render, hasTierLeft, errorPages, step] of rows) {
    it(`is ${step} for ${answerClass}, ${render}, ${errorPages}, ${hasTierLeft ? 'with' : 'without'} a stronger tier`, () => {
      assert.equal(afterHttp(answerClass, { render, errorPages, hasTierLeft }), step)
    })
  }
})

describe('what an answer is by its status and its marks', () => {
  const challenge = '<title>Just a moment...</title><script>window._cf_chl_opt = {}</script>'
  const rows: [string, ReturnType<typeof answer>, string, string][] = [
    ['an ordinary page', answer(200), '<p>text', 'page'],
    ['a page that is not there', answer(404), '<p>gone', 'page'],
    ['a server that fails', answer(500), '<p>oh', 'page'],
    ['a bare 403', answer(403), '<h1>Forbidden</h1>', 'refused'],
    ['a bare 401', answer(401), '', 'refused'],
    ['a 401 that asks for credentials', answer(401, { 'www-authenticate': 'Basic' }), '', 'page'],
    ['a 403 of an interface', answer(403, { 'content-type': 'application/json' }), '{}', 'page'],
    ['a challenge', answer(403), challenge, 'blocked'],
    ['a challenge that comes with 429', answer(429, { 'cf-mitigated': 'challenge' }), '', 'blocked'],
    ['a challenge on 202', answer(202, { 'x-amzn-waf-action': 'challenge' }), '', 'blocked'],
    ['a plain 429', answer(429), '<p>slow down', 'throttled'],
    ['a 503 with a time', answer(503, { 'retry-after': '30' }), '', 'throttled'],
    ['a 503 with a time that cannot be read', answer(503, { 'retry-after': 'soon' }), '', 'throttled'],
    ['a 503 with an empty Retry-After', answer(503, { 'retry-after': ' ' }), '<p>busy', 'page'],
    ['a 503 without one', answer(503), '<p>busy', 'page'],
    ['an answer that came to nothing', answer(200), '', 'empty'],
    ['an answer without content', answer(204), '', 'page'],
    ['an error without a body', answer(500), '', 'page'],
  ]
  for (const [name, got, body, kind] of rows) {
    it(`is ${kind}: ${name}`, () => {
      assert.equal(classifyAnswer(got, bytes(body)).kind, kind)
    })
  }
})

describe('what a page is by its verdict', () => {
  const signal = { vendor: 'v', signal: 's' }
  it('goes by the verdict on pages, and on error pages by shells alone', () => {
    assert.equal(classifyVerdict(null, 200).kind, 'page')
    assert.equal(classifyVerdict({ kind: 'empty' }, 200).kind, 'empty')
    assert.equal(classifyVerdict({ kind: 'empty' }, 404).kind, 'page')
    assert.equal(classifyVerdict({ kind: 'js_shell', reasons: [] }, 404).kind, 'js_shell')
    assert.equal(classifyVerdict({ kind: 'blocked', signal: { ...signal, confidence: 'medium' } }, 200).kind, 'blocked')
    assert.equal(classifyVerdict({ kind: 'blocked', signal: { ...signal, confidence: 'low' } }, 200).kind, 'page')
  })
})

describe('a browser that has failed', () => {
  it('leaves the answer of HTTP standing, unless the fault is of the page', () => {
    for (const code of ['browser_crashed', 'browser_message_too_large', 'timeout', 'target_blocked'])
      assert.ok(leavesHttpStanding(code), code)
    for (const code of ['unsafe_target', 'wait_selector_timeout', 'http_status', 'redirect_out_of_scope']) {
      assert.ok(!leavesHttpStanding(code), code)
    }
  })

  it('is followed by HTTP only where that may fare better', () => {
    for (const code of ['browser_crashed', 'browser_message_too_large']) assert.ok(isWorthHttp(code), code)
    for (const code of ['target_blocked', 'dns_failure', 'unsafe_target', 'budget_exceeded'])
      assert.ok(!isWorthHttp(code), code)
  })
})
