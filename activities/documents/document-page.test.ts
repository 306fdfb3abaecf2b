import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noProperties, documentPage, titledByHeading } from './office/document-page.ts'

suite('the page of a document', () => {
  test('escapes what the document says of itself', () => {
    const html = documentPage(
      { ...noProperties, title: 'a <b> & c', author: '"x"\n<y>' },
      '<p>z</p>',
      'https://example.com/',
    )
    assert.match(html, /<title>a &lt;b&gt; &amp; c<\/title><meta name="author" content="&quot;x&quot; &lt;y&gt;">/)
    assert.match(html, /<body>\n<p>z<\/p>\n<\/body>/)
  })

  test('leaves out times that no program can have written', () => {
    assert.doesNotMatch(
      documentPage({ ...noProperties, created: '1601-01-01T00:00:00Z' }, '', 'https://example.com/'),
      /published/,
    )
    assert.doesNotMatch(
      documentPage({ ...noProperties, created: 'yesterday' }, '', 'https://example.com/'),
      /published/,
    )
  })

  test('the first heading names a document without a title', () => {
    const body = '<p>x</p><h2>A <em>b</em> &amp; c</h2><h1>d</h1>'
    assert.equal(titledByHeading(noProperties, body).title?.replaceAll(/\s+/g, ' '), 'A b & c')
    assert.equal(titledByHeading({ ...noProperties, title: 'PowerPoint Presentation' }, '<h2>T</h2>').title, 'T')
    assert.equal(titledByHeading({ ...noProperties, title: 'Own' }, body).title, 'Own')
  })
})
