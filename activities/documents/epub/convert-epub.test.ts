import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { toMarkdown } from '../../content/markdown/to-markdown.ts'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement } from '../../html/tree.ts'
import { createUrlResolver } from '../../html/urls.ts'
import { convertEpub } from './convert-epub.ts'
import { bodyOf, converted, zipOf } from '../testing/documents.ts'

const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'

const packageOf = (items: string, spine: string): string =>
  `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>A book</dc:title><dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator><dc:language>en</dc:language><dc:date>2020-05-01</dc:date><dc:description>&lt;p&gt;About&lt;/p&gt;</dc:description><meta property="dcterms:modified">2021-01-01T00:00:00Z</meta></metadata><manifest>${items}</manifest><spine>${spine}</spine></package>`

const chapter = (body: string): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>no</title></head><body>${body}</body></html>`

const item = (id: string, href: string, properties = ''): string =>
  `<item id="${id}" href="${href}" media-type="application/xhtml+xml" properties="${properties}"/>`

const book = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': container,
  'OEBPS/book.opf': packageOf(
    item('n', 'nav.xhtml', 'nav') + item('b', 'text/b%20b.xhtml') + item('a', 'text/a.xhtml'),
    '<itemref idref="n"/><itemref idref="a"/><itemref idref="b"/><itemref idref="lost"/>',
  ),
  'OEBPS/nav.xhtml': chapter('<nav>Contents</nav>'),
  'OEBPS/text/a.xhtml': chapter('<h1>One</h1><p>x<a id="p1"/>&nbsp;<em>y</em> &lt;&amp;</p><script>no()</script>'),
  'OEBPS/text/b b.xhtml': chapter(
    '<p>see <a href="a.xhtml#p1">one</a>, <a href="https://example.com/">out</a><span epub:type="pagebreak">12</span><img src="i.png"/><br/>z</p>',
  ),
}

suite('electronic books', () => {
  test('chapters come in reading order, without navigation, pictures and links inside the book', async () => {
    assert.equal(
      bodyOf(await converted(convertEpub, 'epub', await zipOf(book))),
      '<section><h1>One</h1><p>x\u00a0<em>y</em> &lt;&amp;</p></section><section><p>see one, <a href="https://example.com/">out</a><br>z</p></section>',
    )
  })

  test('lists keep the numbers of their items', async () => {
    const list = '<ol start="3" reversed="reversed"><li value="9">a</li></ol>'
    const { 'OEBPS/text/b b.xhtml': _, ...rest } = book
    const body = bodyOf(
      await converted(convertEpub, 'epub', await zipOf({ ...rest, 'OEBPS/text/a.xhtml': chapter(list) })),
    )
    assert.equal(body, '<section><ol start="3" reversed><li value="9">a</li></ol></section>')
  })

  test('formulas keep their structure', async () => {
    const formulas =
      '<p>Half: <m:math alttext="one half" xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mfrac><m:mn>1</m:mn><m:mn>2</m:mn></m:mfrac></m:math></p>' +
      '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation-xml encoding="MathML-Content"><apply/></annotation-xml><annotation encoding="application/x-tex">x^2</annotation></semantics></math>'
    const { 'OEBPS/text/b b.xhtml': _, ...rest } = book
    const { html } = await converted(
      convertEpub,
      'epub',
      await zipOf({ ...rest, 'OEBPS/text/a.xhtml': chapter(formulas) }),
    )
    const roots = [firstElement(parseTree(html).document, 'body')!]
    const markdown = toMarkdown({ roots, skip: new Set() }, createUrlResolver('https://example.com/book.epub', null))
    assert.equal(markdown.trim(), 'Half: $\\frac{1}{2}$\n\n$$x^2$$')
  })

  test('the package becomes metadata', async () => {
    const { html } = await converted(convertEpub, 'epub', await zipOf(book))
    assert.match(
      html,
      /<html lang="en"><head><meta charset="utf-8"><title>A book<\/title><meta name="author" content="Ann, Bob"><meta name="description" content="About">/,
    )
    assert.match(
      html,
      /published_time" content="2020-05-01"><meta property="article:modified_time" content="2021-01-01T00:00:00Z">/,
    )
  })

  test('dates of EPUB 2 are those of their events', async () => {
    const dates =
      '<dc:date opf:event="modification">2022-02-02</dc:date><dc:date opf:event="creation">2018-01-01</dc:date><dc:date opf:event="publication">2019-03-04</dc:date>'
    const old = book['OEBPS/book.opf']
      .replace(/<dc:date>.*?<\/dc:date>/, dates)
      .replace(/<meta property.*?<\/meta>/, '')
      .replace('xmlns=', 'xmlns:opf="http://www.idpf.org/2007/opf" xmlns=')
    const { html } = await converted(convertEpub, 'epub', await zipOf({ ...book, 'OEBPS/book.opf': old }))
    assert.match(
      html,
      /published_time" content="2019-03-04"><meta property="article:modified_time" content="2022-02-02">/,
    )
  })

  test('encrypted chapters are distinguished from encrypted fonts', async () => {
    const encryption = (algorithm: string, uri: string): string =>
      `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/><CipherData><CipherReference URI="${uri}"/></CipherData></EncryptedData></encryption>`
    const locked = {
      ...book,
      'META-INF/encryption.xml': encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'OEBPS/text/a.xhtml'),
    }
    await assert.rejects(converted(convertEpub, 'epub', await zipOf(locked)), { code: 'encrypted_document' })
    const font = {
      ...book,
      'META-INF/encryption.xml': encryption('http://www.idpf.org/2008/embedding', 'OEBPS/font.otf'),
    }
    assert.match(bodyOf(await converted(convertEpub, 'epub', await zipOf(font))), /One/)
  })

  test('a book without a package document is broken', async () => {
    await assert.rejects(converted(convertEpub, 'epub', await zipOf({ mimetype: 'application/epub+zip' })), {
      code: 'broken_document',
    })
  })
})
