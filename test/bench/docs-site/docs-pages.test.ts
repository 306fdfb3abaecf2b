import assert from 'node:assert/strict'
import { test } from 'node:test'
import { docsPages, startPath } from './docs-pages.ts'

const pages = docsPages(40)

test('the site has as many pages as requested, all linked from the start page and none missing', () => {
  assert.equal(pages.size, 40)
  const linked = (path: string) =>
    [
      ...pages
        .get(path)!
        .toString()
        .matchAll(/<a href="([^"]*)"/g),
    ].map(([, href]) => href!)
  assert.deepEqual(new Set([startPath(40), ...linked(startPath(40))]), new Set(pages.keys()))
  for (const path of pages.keys()) for (const href of linked(path)) assert.ok(pages.has(href), `${path} links ${href}`)
})

test('pages are about 64 KB of finished markup, each different', () => {
  const bodies = [...pages].filter(([path]) => path !== startPath(40)).map(([, body]) => body)
  const mean = bodies.reduce((sum, body) => sum + body.length, 0) / bodies.length
  assert.ok(mean > 58_000 && mean < 72_000, `${mean} bytes`)
  assert.equal(new Set(bodies.map(String)).size, bodies.length)
  for (const body of bodies) assert.ok(!body.includes('{{'))
})
