import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageFileName } from './page-names.ts'

describe('pageFileName', () => {
  it('names files by rank and readable words of the URL', () => {
    assert.equal(pageFileName(1, 'https://a.test/', 'markdown'), 'pages/000001-index.md')
    assert.equal(
      pageFileName(12, 'https://a.test/Docs/Getting%20Started.html?v=2', 'html'),
      'pages/000012-docs-getting-started-v-2.html',
    )
    assert.equal(pageFileName(3, 'https://a.test/brücke', 'links'), 'pages/000003-bru-cke.json')
  })

  it('never lets a URL choose a path', () => {
    for (const path of ['/../../etc/passwd', '/%2e%2e/x', '/a\\b', '/%00', '/%ff%fe', '/CON.html']) {
      assert.match(pageFileName(1, `https://a.test${path}`, 'markdown'), /^pages\/000001-[a-z0-9-]+\.md$/)
    }
  })

  it('keeps names short by dropping the beginning', () => {
    const name = pageFileName(1, `https://a.test/${'long/'.repeat(50)}end`, 'markdown')
    assert.ok(name.length < 80)
    assert.ok(name.endsWith('-end.md'))
  })
})
