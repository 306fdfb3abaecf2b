import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judge, type JudgedPage } from './judge.ts'

const page = (html: string, rest: Partial<JudgedPage> = {}): JudgedPage => ({
  status: 200,
  headers: {},
  html,
  waitSelectorFound: null,
  ...rest,
})

const text = '<p>The ferry leaves the northern pier at seven and reaches the island before the shops open.</p>'
const app = '<div id="root"></div><script src="/static/js/main.js"></script>'
const challenge = '<body><script>window._cf_chl_opt={}</script></body>'

/** Returns the verdict in a word or two. */
const verdict = (judged: JudgedPage): string => {
  const given = judge(judged)
  return given.kind === 'js_shell' ? `js_shell ${given.reasons.join(' ')}` : given.kind
}

describe('the judge', () => {
  it('gives its reasons, strongest first', () => {
    assert.equal(
      verdict(page(`<noscript>You need to enable JavaScript to run this app.</noscript>${app}`)),
      'js_shell little_text mount_node_empty noscript',
    )
    assert.equal(verdict(page('<script>location.replace("/en")</script>')), 'js_shell script_redirect')
  })

  it('asks for a browser when the selector of the caller matches nothing', () => {
    assert.equal(verdict(page(text.repeat(30), { waitSelectorFound: false })), 'js_shell wait_selector')
    assert.equal(verdict(page(text.repeat(30), { waitSelectorFound: true })), 'success')
  })

  it('reports a block before a missing selector, and an empty page as empty', () => {
    assert.equal(verdict(page(challenge, { waitSelectorFound: false })), 'blocked')
    assert.equal(verdict(page('', { waitSelectorFound: false })), 'empty')
  })

  it("takes the website's own error pages for pages, whatever is missing in them", () => {
    for (const status of [400, 401, 403, 404, 410, 500, 503]) {
      assert.equal(verdict(page(app, { status, waitSelectorFound: false })), 'success', String(status))
      assert.equal(verdict(page('', { status })), 'success', String(status))
    }
  })

  it('does not take a refusal of low confidence for a block', () => {
    assert.equal(verdict(page('', { status: 503, headers: { 'retry-after': '9' } })), 'success')
    assert.equal(verdict(page(text, { status: 429 })), 'blocked')
  })

  it('reports an empty page only for statuses that may have a body', () => {
    for (const status of [204, 205, 304]) assert.equal(verdict(page('', { status })), 'success')
    assert.equal(verdict(page('', { status: 200 })), 'empty')
  })

  it('never calls a page with its text a shell, whatever else is on it', () => {
    const widgets = `${app}<div class="spinner">Loading…</div><noscript>Please enable JavaScript.</noscript><x-comments></x-comments><main></main>`
    assert.equal(verdict(page(`${text.repeat(12)}${widgets}`)), 'success')
    assert.equal(verdict(page(`${widgets}${text.repeat(30)}`)), 'success')
  })

  it('sees that sentences in the data of a page are its text', () => {
    const data = (strings: string[]): string => `<script type="application/json">${JSON.stringify(strings)}</script>`
    const sentence = 'The orchard was planted by hand after the flood, one row of apple trees in every spring since.'
    assert.equal(verdict(page(app + data(Array.from({ length: 6 }, () => sentence)))), 'success')
    assert.match(verdict(page(app + data(Array.from({ length: 60 }, () => 'Oak lamp')))), /^js_shell/)
    assert.match(verdict(page(app + data([`https://example.org/${'a1b2c3'.repeat(200)}`]))), /^js_shell/)
  })

  it('reads names and attributes in any case and spelling', () => {
    assert.match(verdict(page('<DIV ID=root></DIV><SCRIPT SRC=/static/js/main.js></SCRIPT>')), /^js_shell/)
    assert.match(verdict(page("<div class='x' id = 'root' ></div><script defer src='main.js'></script>")), /^js_shell/)
  })

  it('reads attributes that hold markup', () => {
    assert.equal(verdict(page(`<div x-data="{ a: () => b > c }" title='a > "b"'>${text}</div>`)), 'success')
  })

  it('takes a page that is too large for a tree for a page, and still sees a block', () => {
    assert.equal(verdict(page('<br>'.repeat(260_000))), 'success')
    assert.equal(verdict(page(`${'<i></i>'.repeat(50_000)}${text}`)), 'success')
    assert.equal(verdict(page(app, { tree: null })), 'success')
    assert.equal(verdict(page(challenge, { tree: null })), 'blocked')
  })

  it('comes to an end with broken markup', () => {
    const pieces = ['<', '<div', '<div class="', '<!--', '<script>', "<a href='", '</', '<svg>', '&#', '<p ', '<title>']
    for (const piece of pieces) assert.ok(judge(page(`${text}${piece.repeat(2_000)}`)).kind, piece)
  })
})
