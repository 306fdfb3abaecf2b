import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testGateway } from '../testing/test-gateway.ts'

/** Returns the paths of the page's own links, resolved against its URL. */
const linksOf = (html: string, base: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, link = '']) => new URL(link, base).href)

test('the page and all it links are served without a key, wherever it is mounted', async (t) => {
  const gateway = await testGateway(t)
  for (const path of ['/docs', '/docs/', '/v1/docs', '/v1/docs/']) {
    const page = await gateway.call('GET', path, { key: null })
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    const links = linksOf(page.text, gateway.url + path)
    assert.ok(links.length >= 6, page.text)
    for (const link of links) {
      assert.ok(link.startsWith(`${gateway.url}/`), link)
      const { status } = await fetch(link, { method: 'HEAD' })
      assert.equal(status, 200, link)
    }
  }
})

test('the page lets nothing from elsewhere in, and no inline script', async (t) => {
  const gateway = await testGateway(t)
  const { headers, text } = await gateway.call('GET', '/docs', { key: null })
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /)
  assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  assert.doesNotMatch(text, /<script(?![^>]* src=)|<style| on\w+=|https?:/)
})

test('files are kept by browsers for good, under a path that changes with their content', async (t) => {
  const gateway = await testGateway(t)
  const { text } = await gateway.call('GET', '/docs', { key: null })
  const style = /"(docs\/[0-9a-f]{12}\/docs-page\.css)"/.exec(text)?.[1] ?? ''
  const plain = await fetch(`${gateway.url}/${style}`, { headers: { 'accept-encoding': 'identity' } })
  assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(plain.headers.get('content-type'), 'text/css; charset=utf-8')
  assert.equal(plain.headers.get('content-encoding'), null)
  const packed = await fetch(`${gateway.url}/${style}`, { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(packed.headers.get('content-encoding'), 'gzip')
  assert.equal(await packed.text(), await plain.text())
})

test('what is no file of the page is not found', async (t) => {
  const gateway = await testGateway(t)
  const { text } = await gateway.call('GET', '/docs', { key: null })
  const version = /docs\/([0-9a-f]{12})\//.exec(text)?.[1] ?? ''
  for (const path of [`/docs/${version}/package.json`, `/docs/${version}/..%2fauth.ts`, '/docs/0123/docs-page.css']) {
    const { status, body } = await gateway.call('GET', path, { key: null })
    assert.deepEqual([status, body['code']], [404, 'not_found'], path)
  }
})
