import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import type { ConvertedDocument } from '@seine/shared/pages/documents.ts'
import { toMarkdown } from '../content/markdown/to-markdown.ts'
import { parseTree } from '../html/parse-tree.ts'
import { firstElement } from '../html/tree.ts'
import { createUrlResolver } from '../html/urls.ts'
import { convertCsv } from './csv.ts'

const convert = (text: string, mediaType = 'text/csv', deadlineMs = Infinity): Promise<ConvertedDocument> =>
  convertCsv({
    kind: 'csv',
    bytes: new Uint8Array(),
    text,
    url: 'https://example.org/my%20data.csv',
    mediaType,
    deadlineMs,
  })

async function markdownOf(text: string): Promise<string> {
  const { html } = await convert(text)
  const roots = [firstElement(parseTree(html).document, 'body')!]
  return toMarkdown({ roots, skip: new Set() }, createUrlResolver('https://example.org/data.csv', null)).trim()
}

/** Returns the rows of the table, cells separated by a bar. */
async function rows(text: string, mediaType?: string): Promise<string[]> {
  const { html } = await convert(text, mediaType)
  return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh]>(.*?)<\/t[dh]>/g)].map(([, cell = '']) => cell).join('|'),
  )
}

describe('convertCsv', () => {
  it('writes a table with the first row as its header', async () => {
    const { html, degraded } = await convert('name,price\nbolt,1.50\n')
    assert.match(html, /<thead><tr><th>name<\/th><th>price<\/th><\/tr><\/thead><tbody><tr><td>bolt<\/td><td>1.50</)
    assert.match(html, /<title>my data<\/title>/)
    assert.equal(degraded, null)
  })

  const read: [title: string, text: string, rows: string[], mediaType?: string][] = [
    ['finds semicolons', 'a;b\n1,5;2,5\n', ['a|b', '1,5|2,5']],
    ['finds tabs', 'a\tb\n1, x\t2\n', ['a|b', '1, x|2']],
    ['finds bars', 'a|b\n1|2\n', ['a|b', '1|2']],
    ['takes tabs where the type says so', 'a,b\tc\nd\te\n', ['a,b|c', 'd|e'], 'text/tab-separated-values'],
    ['follows a line that names the delimiter', 'sep=;\na,x;b\n1;2\n', ['a,x|b', '1|2']],
    ['reads quoted fields', 'a,b\n"x, ""y""","1\n2"\n', ['a|b', 'x, "y"|1<br>2']],
    ['reads any line ending', 'a,b\r\nc,d\re,f', ['a|b', 'c|d', 'e|f']],
    ['passes over empty lines', 'a,b\n\n\nc,d\n', ['a|b', 'c|d']],
    ['keeps empty fields', 'a,,b\n,,\n', ['a||b', '||']],
    ['takes a quote that is never closed for a character', 'a,b\n"c,d\ne,f\n', ['a|b', '"c|d', 'e|f']],
    ['keeps what follows a closing quote', 'a,b\n"c"d,e\n', ['a|b', 'cd|e']],
    ['escapes markup', 'a,b\n<b>,&\n', ['a|b', '&lt;b&gt;|&amp;']],
    [
      'makes addresses links',
      'a,b\nhttps://e.org/?q="1,x\n',
      ['a|b', '<a href="https://e.org/?q=&quot;1">https://e.org/?q="1</a>|x'],
    ],
  ]
  for (const [title, text, expected, mediaType] of read) {
    it(title, async () => assert.deepEqual(await rows(text, mediaType), expected))
  }

  it('takes a first row with figures for data', async () => {
    assert.doesNotMatch((await convert('1,2\n3,4\n')).html, /<th>/)
  })

  it('is a table in Markdown, however long its texts are and whether it has a header or not', async () => {
    const long = 'word '.repeat(180).trim()
    assert.deepEqual((await markdownOf(`,text,label\n0,${long},pos\n`)).split('\n'), [
      '|  | text | label |',
      '| --- | --- | --- |',
      `| 0 | ${long} | pos |`,
    ])
    assert.deepEqual((await markdownOf(`0,${long},pos\n1,short,neg\n`)).split('\n'), [
      `| 0 | ${long} | pos |`,
      '| --- | --- | --- |',
      '| 1 | short | neg |',
    ])
  })

  it('stops at the cap of rows', async () => {
    const { html, degraded } = await convert('a\n'.repeat(documentLimits.rowsMax + 1))
    assert.equal(degraded, 'row_cap')
    assert.equal(html.split('<tr>').length - 1, documentLimits.rowsMax)
  })

  it('stops when time is up', async () => {
    assert.equal((await convert('a,b\n'.repeat(2_000), 'text/csv', 0)).degraded, 'time_budget')
  })

  for (const [name, text] of [
    ['quotes', '"'.repeat(1_000_000)],
    ['delimiters', ','.repeat(1_000_000)],
    ['open quotes', '"a,'.repeat(500_000)],
    ['nothing', ''],
  ] as const) {
    it(`gets through a text of ${name}`, async () => assert.ok((await convert(text)).html.includes('<body>')))
  }
})
