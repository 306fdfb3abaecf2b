import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cataloguePages } from './catalogue.ts'

const pages = cataloguePages()
const links = (path: string) => [...pages.get(path)!.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!)

test('the catalogue has 221 pages, all of them reached from the first and no others linked', () => {
  const reached = new Set(['/'])
  for (const path of reached) for (const href of links(path)) reached.add(href)
  assert.deepEqual(reached, new Set(pages.keys()))
  assert.equal(pages.size, 221)
})

test('no two pages say the same', () => {
  assert.equal(new Set(pages.values()).size, pages.size)
})

test('what a lab hangs on a page is there', () => {
  const marked = cataloguePages({ shelves: 1, parts: 2, sheets: 0 }, (path) => `<!--${path}-->`)
  assert.deepEqual(
    [...marked.keys()],
    ['/', '/shelf.php?no=1', '/parts/bronze-bolt-1.html', '/parts/iron-bracket-2.html'],
  )
  for (const [path, markup] of marked) assert.ok(markup.includes(`<!--${path}-->`))
})
