import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement, type TreeNode } from '../../html/tree.ts'
import { createUrlResolver } from '../../html/urls.ts'
import { exactHtml } from './testing/exact-html.ts'
import { toMarkdown } from './to-markdown.ts'

const base = 'https://example.org/a/b'
const urls = createUrlResolver(base, null)

/** Returns the HTML that a reader of GFM makes of our Markdown. */
function readAgain(html: string): string {
  const roots = [firstElement(parseTree(html).document, 'body') as TreeNode]
  const markdown = toMarkdown({ roots, skip: new Set() }, urls)
  return exactHtml(
    micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true }),
    base,
  )
}

/** Writes a table of GFM: a header, and rows of cells as HTML. */
const table = (header: readonly string[], ...rows: readonly (readonly string[])[]): string => {
  const row = (cells: readonly string[], name: string): string =>
    `<tr>${cells.map((cell) => `<${name}>${cell}</${name}>`).join('')}</tr>`
  const body = rows.length === 0 ? '' : `<tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody>`
  return exactHtml(`<table><thead>${row(header, 'th')}</thead>${body}</table>`, base)
}

const cases: [title: string, html: string, expected: string][] = [
  [
    'a plain table comes back',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    table(['a', 'b'], ['1', '2']),
  ],
  [
    'a cell over several rows is repeated in each of them',
    '<table><tr><th>a<th>b<tr><td rowspan=3>1<td>2<tr><td>3<tr><td>4</table>',
    table(['a', 'b'], ['1', '2'], ['1', '3'], ['1', '4']),
  ],
  [
    'a cell over several columns stands in the first of them',
    '<table><tr><th>a<th>b<th>c<tr><td colspan=2>1<td>2<tr><td>3<td colspan=2>4</table>',
    table(['a', 'b', 'c'], ['1', '', '2'], ['3', '4', '']),
  ],
  [
    'a cell over rows and columns is repeated in the rows, in its first column',
    '<table><tr><th>a<th>b<th>c<tr><td rowspan=2 colspan=2>1<td>2<tr><td>3</table>',
    table(['a', 'b', 'c'], ['1', '', '2'], ['1', '', '3']),
  ],
  [
    'a span that ends beyond the table ends with it',
    '<table><tr><th>a<th>b<tr><td rowspan=9>1<td colspan=1>2</table>',
    table(['a', 'b'], ['1', '2']),
  ],
  [
    'a long text is not repeated',
    `<table><tr><th>a<th>b<tr><td rowspan=2>${'x'.repeat(201)}<td>2<tr><td>3</table>`,
    table(['a', 'b'], ['x'.repeat(201), '2'], ['', '3']),
  ],
  [
    'a second header row is a row',
    '<table><thead><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d</thead><tr><td>1<td>2<td>3</table>',
    table(['a', 'b', ''], ['a', 'c', 'd'], ['1', '2', '3']),
  ],
  [
    'a table with its header in the first column has an empty header row',
    '<table><tr><th>a<td>1<tr><th>b<td>2</table>',
    table(['', ''], ['a', '1'], ['b', '2']),
  ],
  [
    'short rows are filled, and a table without header cells has its first row as header',
    '<table><tr><td>a<td>b<tr><td>1</table>',
    table(['a', 'b'], ['1', '']),
  ],
  [
    'pipes, backslashes, code and marks stay what they are',
    '<table><tr><th>a|b<th>c\\|d<tr><td><code>e|f</code><td><b>g|h</b> i\\</table>',
    table(['a|b', 'c\\|d'], ['<code>e|f</code>', '<strong>g|h</strong> i\\']),
  ],
  [
    'paragraphs, breaks and lists in a cell are lines',
    '<table><tr><th>a<th>b<tr><td><p>1<p>2<td>3<br>4<ul><li>5<li>6<ol><li>7</ol></ul></table>',
    table(['a', 'b'], ['1<br>2', '3<br>4<br>- 5<br>- 6<br>1. 7']),
  ],
  [
    'headings in a cell are strong, code is a code span for each line, quotations are their text',
    '<table><tr><th>a<th>b<th>c<tr><td><h4>1</h4>2<td><pre>3\n  4</pre><td><blockquote>5</blockquote></table>',
    table(['a', 'b', 'c'], ['<strong>1</strong><br>2', '<code>3</code><br><code>  4</code>', '5']),
  ],
  [
    'links and pictures in a cell come back',
    '<table><tr><th>a<th>b<tr><td><a href="/c" title="e|f">g</a><td><img src="/h" alt="i|j"></table>',
    table(['a', 'b'], ['<a href="/c" title="e|f">g</a>', '<img src="/h" alt="i|j">']),
  ],
  [
    'a caption is a paragraph above',
    '<table><caption>a</caption><tr><th>b<th>c<tr><td>1<td>2</table>',
    `<p>a</p>${table(['b', 'c'], ['1', '2'])}`,
  ],
  [
    'a table around another is layout: its cells are blocks in order',
    '<table><tr><td>a<td><table><tr><th>b<th>c<tr><td>1<td>2</table></table>',
    `<p>a</p>${table(['b', 'c'], ['1', '2'])}`,
  ],
]

describe('tables read again as GFM', () => {
  for (const [title, html, expected] of cases) it(title, () => assert.equal(readAgain(html), expected))

  it('come back inside quotations and items', () => {
    const inner =
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>'
    const html = `<blockquote>${inner}</blockquote><ul><li><p>c</p>${inner}</li></ul>`
    assert.equal(readAgain(html), exactHtml(html, base))
  })

  it('keep the alignment of their columns', () => {
    const html =
      '<table><tr><th align=left>a<th align=right>b<th style="text-align:center">c<tr><td>1<td>2<td>3</table>'
    assert.match(readAgain(html), /<td align="left">1<\/td><td align="right">2<\/td><td align="center">3<\/td>/)
  })
})
