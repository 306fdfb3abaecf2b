/** Checks that the same text is found as by mammoth, the usual converter of Word documents. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { decodeHTML } from 'entities'
import mammoth from 'mammoth'
import { bodyOf, converted, relationshipsOf, zipOf } from '../testing/documents.ts'
import { convertDocx } from './convert-docx.ts'

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'

const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const cell = (content: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`

const documents: Readonly<Record<string, string>> = {
  'runs, breaks, tabs and special characters':
    paragraph(
      run('Plain, ') + run('bold', '<w:b/>') + run(' and ') + run('ital', '<w:i/>') + run('ic &amp; &lt;more&gt;'),
    ) +
    paragraph(`${run('A')}<w:r><w:tab/></w:r>${run('tab')}<w:r><w:noBreakHyphen/></w:r>${run('free')}`) +
    paragraph(
      `${run('Greek ')}<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>${run(' and a mark ')}<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>`,
    ) +
    paragraph('') +
    paragraph(run('日本語 and العربية and 😀')),
  'headings, lists and links':
    paragraph(run('Heading'), '<w:outlineLvl w:val="0"/>') +
    paragraph(run('first'), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="5"/></w:numPr>') +
    paragraph(run('second'), '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="5"/></w:numPr>') +
    paragraph(`${run('To ')}<w:hyperlink r:id="link">${run('a page')}</w:hyperlink>${run('.')}`),
  'tables, nested and with merged cells':
    `<w:tbl>${row(cell(paragraph(run('Name'))), cell(paragraph(run('Value'))))}` +
    row(cell(paragraph(run('wide')), '<w:gridSpan w:val="2"/>')) +
    row(
      cell(paragraph(run('tall')), '<w:vMerge w:val="restart"/>'),
      cell(`<w:tbl>${row(cell(paragraph(run('inner'))))}</w:tbl>${paragraph(run('after it'))}`),
    ) +
    `${row(cell(paragraph(''), '<w:vMerge/>'), cell(paragraph(run('one')) + paragraph(run('two'))))}</w:tbl>${paragraph(run('End.'))}`,
  'changes, fields and content controls':
    paragraph(
      `${run('Kept ')}<w:ins w:id="1">${run('added ')}</w:ins><w:del w:id="2"><w:r><w:delText>removed</w:delText></w:r></w:del>${run('end')}`,
    ) +
    paragraph(
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> DATE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('3 March')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ) +
    `<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>${paragraph(run('Controlled'))}</w:sdtContent></w:sdt>`,
  'smart tags and text boxes':
    paragraph(`<w:smartTag w:uri="u" w:element="place">${run('Bern')}</w:smartTag>${run(' is a town')}`) +
    paragraph(
      `${run('Beside a box')}<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${paragraph(run('boxed'))}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`,
    ),
}

/** Returns the words in order, because the two converters separate blocks with different white space. */
const words = (text: string): string[] => text.split(/\s+/).filter((part) => part !== '')

suite('Word documents as mammoth reads them', () => {
  for (const [title, body] of Object.entries(documents)) {
    test(title, async () => {
      const bytes = await zipOf({
        '[Content_Types].xml':
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
        '_rels/.rels': relationshipsOf([['r1', 'officeDocument', 'word/document.xml']]),
        'word/document.xml': `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
        'word/_rels/document.xml.rels': relationshipsOf([['link', 'hyperlink', 'https://example.com/']]),
      })
      const expected = await mammoth.extractRawText({ buffer: Buffer.from(bytes) })
      const html = bodyOf(await converted(convertDocx, 'docx', bytes))
      const text = decodeHTML(
        html.replaceAll(/<\/?(?:p|h\d|li|td|th|tr|div|br|table)\b[^<>]*>/g, ' ').replaceAll(/<[^<>]*>/g, ''),
      )
      assert.deepEqual(words(text), words(expected.value))
    })
  }
})
