import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { convertDocx } from './convert-docx.ts'
import { bodyOf, converted, relationshipsOf, zipOf } from '../testing/documents.ts'

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

const styles = `<w:styles ${namespaces}>
<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="My heading"/><w:basedOn w:val="H2"/></w:style>
<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="X"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Q"><w:name w:val="Quote"/></w:style>
<w:style w:type="paragraph" w:styleId="C"><w:name w:val="HTML Preformatted"/></w:style>
<w:style w:type="paragraph" w:styleId="T1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="character" w:styleId="S"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style></w:styles>`

const numbering = `<w:numbering ${namespaces}>
<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
<w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num></w:numbering>`

/** A list of sections and clauses. @param more properties of the level of the clauses, and of its sections. */
const contract = (more: string, format = 'decimal'): Record<string, string> => ({
  'word/numbering.xml': `<w:numbering ${namespaces}>
<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/>${more}</w:lvl></w:abstractNum>
<w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="6"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num><w:num w:numId="7"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/></w:lvl></w:lvlOverride></w:num></w:numbering>`,
})

const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const styled = (style: string, text: string): string => paragraph(run(text), `<w:pStyle w:val="${style}"/>`)
const item = (level: number, text: string, list = 5): string =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)
const numberedHeading = (text: string): string =>
  paragraph(run(text), `<w:pStyle w:val="H1"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="5"/></w:numPr>`)

async function documentOf(body: string, more: Record<string, string> = {}): Promise<Uint8Array<ArrayBuffer>> {
  return await zipOf({
    '_rels/.rels': relationshipsOf([['r1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationshipsOf([
      ['s', 'styles', 'styles.xml'],
      ['n', 'numbering', 'numbering.xml'],
      ['f', 'footnotes', 'footnotes.xml'],
      ['link', 'hyperlink', 'https://example.com/?a=1&amp;b=2'],
    ]),
    'word/styles.xml': styles,
    'word/numbering.xml': numbering,
    ...more,
  })
}

const htmlOf = async (body: string, more?: Record<string, string>): Promise<string> =>
  bodyOf(await converted(convertDocx, 'docx', await documentOf(body, more)))

suite('Word documents', () => {
  test('headings come from style names and outline levels, inherited ones too', async () => {
    assert.equal(
      await htmlOf(styled('H1', 'One') + styled('Mine', 'Two') + paragraph(run('Text &lt;b&gt;'))),
      '<h1>One</h1><h2>Two</h2><p>Text &lt;b&gt;</p>',
    )
  })

  test('runs that look the same become one', async () => {
    const bold = '<w:b/>'
    assert.equal(
      await htmlOf(
        paragraph(
          run('a', bold) + run(' ') + run('b', '<w:rStyle w:val="S"/>') + run(' c') + run('d', '<w:b w:val="0"/>'),
        ),
      ),
      '<p><strong>a b</strong> cd</p>',
    )
  })

  test('list items become nested lists that continue counting', async () => {
    assert.equal(
      await htmlOf(item(0, 'a') + item(1, 'b') + item(0, 'c') + paragraph(run('between')) + item(0, 'd')),
      '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol><p>between</p><ol start="3"><li>d</li></ol>',
    )
  })

  test('the clauses below each numbered heading begin anew', async () => {
    const body = numberedHeading('A') + item(1, 'a') + item(1, 'b') + numberedHeading('B') + item(1, 'c')
    const anew = '<h1>A</h1><ol><li>a</li><li>b</li></ol><h1>B</h1><ol><li>c</li></ol>'
    assert.equal(await htmlOf(body, contract('')), anew)
    assert.equal(await htmlOf(body, contract('', 'none')), anew)
    assert.equal(await htmlOf(body + item(0, 'd'), contract('')), `${anew}<ol start="3"><li>d</li></ol>`)
  })

  test('clauses that count through are not begun anew', async () => {
    const body = numberedHeading('A') + item(1, 'a') + item(1, 'b') + numberedHeading('B') + item(1, 'c')
    assert.equal(
      await htmlOf(body, contract('<w:lvlRestart w:val="0"/>')),
      '<h1>A</h1><ol><li>a</li><li>b</li></ol><h1>B</h1><ol start="3"><li>c</li></ol>',
    )
  })

  test('a list directly behind another begins with its own number and its own marks', async () => {
    assert.equal(
      await htmlOf(item(0, 'a') + item(0, 'b') + item(0, 'c', 6) + item(0, 'd', 7), contract('')),
      '<ol><li>a</li><li>b</li></ol><ol><li>c</li></ol><ul><li>d</li></ul>',
    )
  })

  test('quotes and lines of code that follow each other become one', async () => {
    assert.equal(
      await htmlOf(styled('Q', 'a') + styled('Q', 'b') + styled('C', 'if (x)') + styled('C', '  y()')),
      '<blockquote><p>a</p><p>b</p></blockquote><pre><code>if (x)  y()</code></pre>',
    )
  })

  test('tables keep merged cells', async () => {
    const cell = (text: string, properties = ''): string =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(text))}</w:tc>`
    const head = `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('H', '<w:gridSpan w:val="2"/>')}</w:tr>`
    const first = `<w:tr>${cell('a', '<w:vMerge w:val="restart"/>')}${cell('b')}</w:tr>`
    const second = `<w:tr>${cell('', '<w:vMerge/>')}${cell('c')}</w:tr>`
    assert.equal(
      await htmlOf(`<w:tbl>${head}${first}${second}</w:tbl>`),
      '<table><thead><tr><th colspan="2">H</th></tr></thead><tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
    )
  })

  test('links come from relationships and from fields', async () => {
    const linked = `<w:hyperlink r:id="link">${run('x')}</w:hyperlink>`
    const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const field = `${mark('begin')}<w:r><w:instrText> HYPERLINK "https://example.org/" \\o "tip" </w:instrText></w:r>${mark('separate')}${run('y')}${mark('end')}`
    assert.equal(
      await htmlOf(paragraph(`${linked} ${run(' and ')}${field}${run('.')}`)),
      '<p><a href="https://example.com/?a=1&amp;b=2">x</a> and <a href="https://example.org/">y</a>.</p>',
    )
  })

  test('notes stand at the end', async () => {
    const notes = `<w:footnotes ${namespaces}><w:footnote w:type="separator" w:id="-1">${paragraph(run('line'))}</w:footnote><w:footnote w:id="2">${paragraph(run('Said so.'))}</w:footnote></w:footnotes>`
    const html = await htmlOf(paragraph(`${run('A')}<w:r><w:footnoteReference w:id="2"/></w:r>`), {
      'word/footnotes.xml': notes,
    })
    assert.match(html, /^<p>A<sup><a href="#fn1" id="fnref1" role="doc-noteref">1<\/a><\/sup><\/p><section /)
    assert.match(html, /<li id="fn1">Said so\. /)
    assert.doesNotMatch(html, /line/)
  })

  test('removed text, hidden text, field instructions and tables of contents are left out', async () => {
    const removed = `<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom>${run('moved')}</w:moveFrom>`
    const added = `<w:ins>${run('new')}</w:ins>`
    assert.equal(
      await htmlOf(styled('T1', 'Contents 3') + paragraph(removed + added + run('secret', '<w:vanish/>'))),
      '<p>new</p>',
    )
  })

  test('text boxes stand after their paragraph', async () => {
    const box = `<w:r><w:pict><w:txbxContent>${paragraph(run('box'))}</w:txbxContent></w:pict></w:r>`
    assert.equal(await htmlOf(paragraph(run('before ') + box + run('after'))), '<p>before after</p><p>box</p>')
  })

  test('core properties become metadata', async () => {
    const core =
      '<c:coreProperties xmlns:c="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>A &amp; B</dc:title><dc:creator>Ann</dc:creator><dc:language>en-GB</dc:language><dcterms:created>2024-03-01T09:30:00Z</dcterms:created></c:coreProperties>'
    const { html } = await converted(convertDocx, 'docx', await documentOf('', { 'docProps/core.xml': core }))
    assert.match(html, /<html lang="en-GB">/)
    assert.match(html, /<title>A &amp; B<\/title>/)
    assert.match(html, /<meta name="author" content="Ann">/)
    assert.match(html, /<meta property="article:published_time" content="2024-03-01T09:30:00Z">/)
  })

  test('the file names a document without a title', async () => {
    assert.match((await converted(convertDocx, 'docx', await documentOf(''))).html, /<title>my file<\/title>/)
  })

  test('very deep nesting is read in one go', async () => {
    const open = '<w:tbl><w:tr><w:tc>'.repeat(20_000)
    assert.match(await htmlOf(`${open}${paragraph(run('inside'))}`), /inside/)
  })

  test('an archive without a document is broken', async () => {
    await assert.rejects(converted(convertDocx, 'docx', await zipOf({ 'a.txt': 'x' })), { code: 'broken_document' })
  })

  test('what was read until the time was up is kept', async () => {
    const body = paragraph(run('text')).repeat(20_000)
    const result = await converted(convertDocx, 'docx', await documentOf(body), 0)
    assert.equal(result.degraded, 'time_budget')
    assert.match(bodyOf(result), /^<p>text<\/p><p>text/)
  })

  test('signs typed in place of a list make one', async () => {
    assert.equal(
      await htmlOf(paragraph(run('• one')) + paragraph(run('•\ttwo')) + paragraph(run('•'))),
      '<ul><li>one</li><li>two</li></ul><p>•</p>',
    )
  })

  test('the first row of short texts is the header of its table', async () => {
    const cell = (text: string): string => `<w:tc>${paragraph(run(text))}</w:tc>`
    const table = (first: string): string =>
      `<w:tbl><w:tr>${cell(first)}${cell('2024')}</w:tr><w:tr>${cell('x')}${cell('7')}</w:tr></w:tbl>`
    assert.equal(
      await htmlOf(table('Name')),
      '<table><thead><tr><th>Name</th><th>2024</th></tr></thead><tbody><tr><td>x</td><td>7</td></tr></tbody></table>',
    )
    assert.doesNotMatch(await htmlOf(table('12.50')), /<th>/)
    assert.doesNotMatch(await htmlOf(table('long '.repeat(50))), /<th>/)
  })
})
