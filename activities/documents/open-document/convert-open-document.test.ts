import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ConvertedDocument } from '@seine/shared/pages/documents.ts'
import { convertOpenDocument } from './convert-open-document.ts'
import { bodyOf, converted, zipOf } from '../testing/documents.ts'

const names = ['office', 'text', 'table', 'draw', 'style', 'presentation', 'meta', 'manifest']
const namespaces = [
  ...names.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`),
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ')

const styles = `<style:style style:name="Bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="P1" style:parent-style-name="Preformatted_20_Text"/><style:style style:name="P2" style:parent-style-name="Quotations"/>
<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>
<style:style style:name="dp2"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>
<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>
<text:list-style style:name="L2"><text:list-level-style-number text:level="1" style:num-format="1" text:start-value="4"/><text:list-level-style-number text:level="2" style:num-format="1"/></text:list-style>`

async function convertedOf(
  kind: 'odt' | 'ods' | 'odp',
  content: string,
  more: Record<string, string> = {},
): Promise<ConvertedDocument> {
  const family = { odt: 'text', ods: 'spreadsheet', odp: 'presentation' }[kind]
  const bytes = await zipOf({
    mimetype: `application/vnd.oasis.opendocument.${family}`,
    'content.xml': `<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${family}>${content}</office:${family}></office:body></office:document-content>`,
    ...more,
  })
  return await converted(convertOpenDocument, kind, bytes)
}

const htmlOf = async (kind: 'odt' | 'ods' | 'odp', content: string): Promise<string> =>
  bodyOf(await convertedOf(kind, content))

suite('OpenDocument texts', () => {
  test('headings, styled text, links and notes are kept', async () => {
    const note =
      '<text:note><text:note-citation>9</text:note-citation><text:note-body><text:p>Said.</text:p></text:note-body></text:note>'
    const html = await htmlOf(
      'odt',
      `<text:h text:outline-level="2">A &amp; B</text:h><text:p>x<text:s text:c="2"/><text:span text:style-name="Bold">y</text:span> <text:a xlink:href="https://example.com/">z</text:a>${note}</text:p>`,
    )
    assert.match(html, /^<h2>A &amp; B<\/h2><p>x {2}<strong>y<\/strong> <a href="https:\/\/example\.com\/">z<\/a><sup>/)
    assert.match(html, /<li id="fn1">Said\. /)
  })

  test('lists nest, and items keep their paragraphs', async () => {
    const inner = '<text:list><text:list-item><text:p>b</text:p></text:list-item></text:list>'
    assert.equal(
      await htmlOf(
        'odt',
        `<text:list text:style-name="L1"><text:list-item><text:p>a</text:p><text:p>more</text:p>${inner}</text:list-item><text:list-item><text:p>c</text:p></text:list-item></text:list><text:p>end</text:p>`,
      ),
      '<ol><li>a<p>more</p><ul><li>b</li></ul></li><li>c</li></ol><p>end</p>',
    )
  })

  const list = (attributes: string, ...items: string[]): string =>
    `<text:list ${attributes}>${items.map((item) => `<text:list-item>${item}</text:list-item>`).join('')}</text:list>`
  const paragraph = (text: string): string => `<text:p>${text}</text:p>`

  test('lists continue the numbers of one before them where they state so', async () => {
    const first = list('text:style-name="L1" xml:id="i1"', paragraph('a'), paragraph('b'))
    const rest = async (attributes: string): Promise<string> =>
      (
        await htmlOf('odt', `${first}${paragraph('x')}${list(`text:style-name="L1" ${attributes}`, paragraph('c'))}`)
      ).replace('<ol><li>a</li><li>b</li></ol><p>x</p>', '')
    assert.equal(await rest('text:continue-numbering="true"'), '<ol start="3"><li>c</li></ol>')
    assert.equal(await rest('text:continue-list="i1"'), '<ol start="3"><li>c</li></ol>')
    assert.equal(await rest('text:continue-list="lost"'), '<ol><li>c</li></ol>')
    assert.equal(await rest(''), '<ol><li>c</li></ol>')
    const between = list('text:style-name="L1"', paragraph('y'))
    const last = list('text:continue-list="i1" text:style-name="L1"', paragraph('c'))
    assert.match(await htmlOf('odt', `${first}${between}${paragraph('x')}${last}`), /<ol start="3"><li>c<\/li><\/ol>$/)
  })

  test('lists inside lists continue, and items without a paragraph have no number', async () => {
    const first = list('text:style-name="L2"', paragraph('a') + list('', paragraph('b')))
    const inner = list('text:continue-numbering="true"', paragraph('c'))
    const second = list(
      'text:style-name="L2" text:continue-numbering="true"',
      inner,
      paragraph('d') + list('', paragraph('e')),
    )
    assert.equal(
      await htmlOf('odt', `${first}${paragraph('x')}${second}`),
      '<ol start="4"><li>a<ol><li>b</li></ol></li></ol><p>x</p><ol start="2"><li>c</li></ol><ol start="5"><li>d<ol><li>e</li></ol></li></ol>',
    )
  })

  test('numbered headings count, headers of lists do not, and a stated number begins a new list', async () => {
    const heading = (text: string): string => `<text:h text:outline-level="1">${text}</text:h>`
    const clauses = list('', paragraph('a'), paragraph('b'))
    assert.equal(
      await htmlOf(
        'odt',
        list('text:style-name="L2"', heading('A') + clauses, heading('B') + list('', paragraph('c')), paragraph('d')),
      ),
      '<h1>A</h1><ol><li>a</li><li>b</li></ol><h1>B</h1><ol><li>c</li></ol><ol start="6"><li>d</li></ol>',
    )
    assert.equal(
      await htmlOf(
        'odt',
        `<text:list text:style-name="L1"><text:list-header>${paragraph('h')}</text:list-header><text:list-item>${paragraph('a')}</text:list-item><text:list-item text:start-value="7">${paragraph('b')}</text:list-item></text:list>`,
      ),
      '<p>h</p><ol><li>a</li></ol><ol start="7"><li>b</li></ol>',
    )
  })

  test('lines of code and quotes that follow each other become one', async () => {
    const line = (style: string, text: string): string => `<text:p text:style-name="${style}">${text}</text:p>`
    assert.equal(
      await htmlOf('odt', line('P1', 'a') + line('P1', '<text:s text:c="2"/>b') + line('P2', 'q')),
      '<pre><code>a  b</code></pre><blockquote><p>q</p></blockquote>',
    )
  })

  test('tables keep headings and merged cells', async () => {
    const cell = (text: string, attributes = ''): string =>
      `<table:table-cell${attributes}><text:p>${text}</text:p></table:table-cell>`
    const head = `<table:table-header-rows><table:table-row>${cell('h', ' table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row></table:table-header-rows>`
    assert.equal(
      await htmlOf(
        'odt',
        `<table:table>${head}<table:table-row>${cell('a')}${cell('b')}</table:table-row></table:table>`,
      ),
      '<table><thead><tr><th colspan="2">h</th></tr></thead><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    )
  })

  test('comments, removed text and indexes are left out', async () => {
    assert.equal(
      await htmlOf(
        'odt',
        '<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:table-of-content><text:p>Contents</text:p></text:table-of-content><text:p>a<office:annotation><text:p>hm</text:p></office:annotation>b</text:p>',
      ),
      '<p>ab</p>',
    )
  })

  test('properties become metadata', async () => {
    const meta = `<office:document-meta ${namespaces}><office:meta><dc:title>T</dc:title><meta:initial-creator>Ann</meta:initial-creator><dc:creator>Bob</dc:creator><meta:creation-date>2024-03-01T09:30:00</meta:creation-date></office:meta></office:document-meta>`
    const { html } = await convertedOf('odt', '', { 'meta.xml': meta })
    assert.match(
      html,
      /<title>T<\/title><meta name="author" content="Ann"><meta property="article:published_time" content="2024-03-01T09:30:00">/,
    )
  })

  test('an encrypted document fails with its own error', async () => {
    const manifest = `<manifest:manifest ${namespaces}><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`
    await assert.rejects(convertedOf('odt', '', { 'META-INF/manifest.xml': manifest }), { code: 'encrypted_document' })
  })
})

suite('OpenDocument spreadsheets', () => {
  const cell = (text: string, attributes = ''): string =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`

  test('sheets show dates in ISO 8601 and other cells as they look', async () => {
    const date = 'office:value-type="date" office:date-value="2024-03-01T00:00:00"'
    const float = 'office:value-type="float" office:value="1234.5"'
    const rows = `<table:table-row>${cell('Day')}${cell('Paid')}</table:table-row><table:table-row>${cell('1/3/24', date)}${cell('1,234.50', float)}</table:table-row>`
    assert.equal(
      await htmlOf(
        'ods',
        `<table:table table:name="S &amp; T">${rows}</table:table><table:table table:style-name="ta2">${rows}</table:table>`,
      ),
      '<h2>S &amp; T</h2><table><thead><tr><th>Day</th><th>Paid</th></tr></thead><tbody><tr><td>2024-03-01</td><td>1,234.50</td></tr></tbody></table>',
    )
  })

  test('repeated cells and rows are repeated, empty ones cost nothing', async () => {
    const empty =
      '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    const row = `<table:table-row table:number-rows-repeated="2">${cell('7', 'office:value-type="float" table:number-columns-repeated="2"')}</table:table-row>`
    assert.equal(
      await htmlOf('ods', `<table:table table:name="S">${empty}${row}${empty}</table:table>`),
      '<h2>S</h2><table role="table"><tbody><tr><td>7</td><td>7</td></tr><tr><td>7</td><td>7</td></tr></tbody></table>',
    )
  })

  test('a cell repeated without end is cut and marked as degraded', async () => {
    const row = `<table:table-row table:number-rows-repeated="1000000">${cell('7', 'table:number-columns-repeated="16384"')}</table:table-row>`
    const result = await convertedOf('ods', `<table:table table:name="S">${row.repeat(3)}</table:table>`)
    assert.equal(result.degraded, 'row_cap')
    assert.ok(result.html.length < 5_000_000)
  })
})

suite('OpenDocument presentations', () => {
  test('slides have their title first and notes as a quote; hidden ones are left out', async () => {
    const frame = (content: string, attributes = ''): string =>
      `<draw:frame${attributes}><draw:text-box>${content}</draw:text-box></draw:frame>`
    const title = frame('<text:p>T</text:p>', ' presentation:class="title"')
    const list = frame('<text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>')
    const notes = `<presentation:notes>${frame('<text:p>Say it.</text:p>')}</presentation:notes>`
    const result = await convertedOf(
      'odp',
      `<draw:page>${title}${list}${notes}</draw:page><draw:page draw:style-name="dp2">${title}</draw:page>`,
    )
    assert.equal(bodyOf(result), '<h2>T</h2><ul><li>a</li></ul><blockquote><p>Say it.</p></blockquote>')
    assert.deepEqual([result.pages, result.warnings], [2, ['hidden_slides']])
  })
})
