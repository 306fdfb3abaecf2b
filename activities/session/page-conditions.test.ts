import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageCondition } from '@seine/shared/sessions/state.ts'
import { evilPaths } from '@seine/shared/urls/testing/evil-patterns.ts'
import { extractTextPage } from '../extract/extract-page.ts'
import { holds, probesOf, type SeenPage } from './page-conditions.ts'

const nothing: PageCondition = {
  urlPattern: null,
  selector: null,
  selectorAbsent: null,
  text: null,
  cookie: null,
  status: null,
}

const markup = `<!doctype html><title>Please log in</title><body><form id="login"><p>Please <b>log</b>
in</p><p>here</p></form><script>var hidden = 'your account'</script><p hidden>Log out</p></body>`

/** Returns the page in the form in which conditions are checked. */
function seen(condition: PageCondition, html = markup, contentType = 'text/html'): SeenPage {
  const probes = probesOf(condition)
  const result = extractTextPage({
    url: 'https://example.com/login?next=a',
    bytes: new TextEncoder().encode(html),
    contentType,
    formats: [],
    onlyMainContent: true,
    compared: false,
    ...(probes === null ? {} : { probes }),
  })
  const cookie = { name: 'sid', value: 'x', domain: 'example.com', hostOnly: true, path: '/', expiresMs: 1_000 }
  return {
    finalUrl: 'https://example.com/login?next=a',
    status: 200,
    probed: result.probed ?? null,
    cookies: [{ ...cookie, secure: false, httpOnly: false, sameSite: null }],
  }
}

test('a URL pattern of an older release that is too costly is an error with a code and a message', () => {
  const [path] = evilPaths('ab', 1, 2_083)
  const condition = { ...nothing, urlPattern: '(?:a[ab]{900}|b[ab]{900}|a[ab]{901}|b[ab]{901})c' }
  const page = { finalUrl: `https://example.com${path}`, status: 200, probed: null, cookies: [] }
  assert.throws(() => holds(condition, page, 0), { name: 'SessionUseError', code: 'pattern_too_costly' })
})

test('a page is held against each part of a condition', () => {
  const cases: [Partial<PageCondition>, boolean][] = [
    [{}, true],
    [{ urlPattern: '/login' }, true],
    [{ urlPattern: '/login$' }, false],
    [{ selector: '#login' }, true],
    [{ selector: 'form > p > b' }, true],
    [{ selector: '.account' }, false],
    [{ selectorAbsent: '.account' }, true],
    [{ selectorAbsent: '#login' }, false],
    [{ text: 'please  LOG in' }, true],
    [{ text: 'in here' }, true],
    [{ text: 'inhere' }, false],
    [{ text: 'your account' }, false],
    [{ text: 'log out' }, false],
    [{ cookie: 'sid' }, true],
    [{ cookie: 'other' }, false],
    [{ status: 200 }, true],
    [{ status: 401 }, false],
    [{ status: 200, selector: '#login', text: 'here', urlPattern: 'login' }, true],
    [{ status: 200, selector: '#login', text: 'there' }, false],
  ]
  for (const [part, expected] of cases) {
    const condition = { ...nothing, ...part }
    assert.equal(holds(condition, seen(condition), 500), expected, JSON.stringify(part))
  }
})

test('an expired cookie does not count', () => {
  const condition = { ...nothing, cookie: 'sid' }
  assert.ok(!holds(condition, seen(condition), 1_000))
})

test('a condition that cannot be checked does not hold, and a text that is no page has no elements', () => {
  for (const part of [{ selector: '#login' }, { selectorAbsent: '#login' }, { text: 'here' }]) {
    const condition = { ...nothing, ...part }
    assert.ok(!holds(condition, { ...seen(condition), probed: null }, 0), JSON.stringify(part))
  }
  const json = { ...nothing, selectorAbsent: '#login', text: 'token expired' }
  assert.ok(holds(json, seen(json, '{"error": "Token expired"}', 'application/json'), 0))
})
