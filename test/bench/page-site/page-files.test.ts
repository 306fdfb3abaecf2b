import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callsPerPage, pageFiles, pageHtml, picture, requestsPerPage } from './page-files.ts'

test('a page is 50 requests, each of which the site has', () => {
  const files = pageFiles()
  const html = pageHtml('7')
  const linked = [...html.matchAll(/(?:src|href)="(?<path>\/[^"?]+)/g)].map((match) => match.groups!['path']!)
  assert.equal(requestsPerPage, 50)
  assert.equal(1 + linked.length + callsPerPage, requestsPerPage)
  assert.deepEqual(
    linked.filter((path) => !files.has(path)),
    [],
  )
})

test('pictures are the same each time and differ from each other', () => {
  assert.deepEqual(picture(3, 16), picture(3, 16))
  assert.notDeepEqual(picture(3, 16), picture(4, 16))
  assert.ok(picture(3, 64).length > 10_000)
})
