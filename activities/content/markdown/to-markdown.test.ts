import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OutputBudget } from '../../html/output-budget.ts'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement, type TreeNode } from '../../html/tree.ts'
import { createUrlResolver } from '../../html/urls.ts'
import { toMarkdown } from './to-markdown.ts'

const urls = createUrlResolver('https://example.org/a/b', null)

function markdown(html: string): string {
  const body = firstElement(parseTree(html).document, 'body') as TreeNode
  return toMarkdown({ roots: [body], skip: new Set() }, urls)
}

type Case = [title: string, html: string, expected: string]

const groups: Record<string, Case[]> = {
  blocks: [
    ['separates paragraphs by a blank line', '<p>a</p><p>b</p>', 'a\n\nb'],
    ['collapses white space', '<p>  a \n\t b  </p>', 'a b'],
    ['treats text beside blocks as paragraphs', 'a<div>b</div>c', 'a\n\nb\n\nc'],
    ['drops empty blocks', '<p></p><div><p> </p></div><p>&nbsp;</p><p>a</p>', 'a'],
    [
      'keeps the place of headings and quotations that were written empty',
      '<h2></h2><p>a</p><blockquote>\n</blockquote><p>b</p>',
      '##\n\na\n\n>\n\nb',
    ],
    [
      'drops headings and quotations in which only nothing is shown',
      '<h2 class=x></h2><h3><i></i></h3><p>a</p><blockquote id=x> </blockquote><blockquote><p></p></blockquote>',
      'a',
    ],
    ['keeps the indentation of a first line', '<p>&nbsp;&nbsp;a</p><h2>&nbsp;b</h2>', '&nbsp;\u00a0a\n\n## b'],
    ['writes headings of every level', '<h1>a</h1><h6>b</h6>', '# a\n\n###### b'],
    ['keeps a heading on one line', '<h2>a<br>b<div>c</div></h2>', '## a b c'],
    ['escapes number signs at the end of a heading', '<h2>C #</h2><h2>C#</h2>', '## C \\#\n\n## C#'],
    ['writes rules', 'a<hr>b', 'a\n\n---\n\nb'],
    ['writes line breaks', '<p>a<br>b<br/>\n c</p>', 'a  \nb  \nc'],
    ['takes two line breaks for a new paragraph', 'a<br><br>b<br>&nbsp;<br>c', 'a\n\nb\n\nc'],
    ['drops line breaks at the edges', '<p><br>a<br></p>', 'a'],
    ['writes quotes', '<blockquote><p>a</p><p>b<br>c</p></blockquote>', '> a\n>\n> b  \n> c'],
    ['writes quotes in quotes', '<blockquote>a<blockquote>b</blockquote></blockquote>', '> a\n>\n> > b'],
    ['keeps two quotes apart', '<blockquote>a</blockquote><blockquote>b</blockquote>', '> a\n\n> b'],
    ['writes definition lists', '<dl><dt>a</dt><dd>b</dd><dd><p>c</p></dd></dl>', '**a**\n\n  b\n\n  c'],
    ['writes details', '<details><summary>a</summary><p>b</p></details>', '**a**\n\nb'],
    [
      'drops what is invisible',
      '<p hidden>a</p><p style="display:none">b</p><script>c</script><select><option>d</select><p>e</p>',
      'e',
    ],
    ['drops buttons, but not in headings', '<button>a</button><h3><button>b</button></h3>', '### b'],
  ],
  lists: [
    ['writes bullets', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['writes numbers from the start', '<ol start=9><li>a</li><li>b</li></ol>', '9. a\n10. b'],
    ['nests lists below their item', '<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>', '- a\n  - b\n    1. c\n- d'],
    ['indents by the width of the number', '<ol start=10><li>a<ul><li>b</ul></ol>', '10. a\n    - b'],
    ['keeps loose lists loose', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>', '- a\n\n  b\n\n- c'],
    ['keeps two lists apart', '<ul><li>a</ul><ul><li>b</ul>', '- a\n\n* b'],
    ['keeps two numbered lists apart', '<ol><li>a</ol><ol><li>b</ol>', '1. a\n\n1) b'],
    ['goes back to the first sign after a paragraph', '<ul><li>a</ul>b<ul><li>c</ul>', '- a\n\nb\n\n- c'],
    [
      'writes task lists',
      '<ul><li><input type=checkbox checked> a<li><label><input type=checkbox>b</label></ul>',
      '- [x] a\n- [ ] b',
    ],
    ['writes code inside an item', '<ul><li>a<pre><code>b\n\nc\n</code></pre></ul>', '- a\n  ```\n  b\n\n  c\n  ```'],
    ['writes a quote inside an item', '<ul><li><blockquote>a</blockquote></ul>', '- > a'],
    ['writes a list inside a quote', '<blockquote><ul><li>a<li>b</ul></blockquote>', '> - a\n> - b'],
    ['writes a heading inside an item', '<ul><li><h3>a</h3>b</ul>', '- ### a\n  b'],
    ['keeps blocks of a tight item apart where they would merge', '<ul><li>a<div>b</div></ul>', '- a\n\n  b'],
    ['writes a rule that is no item', '<ul><li><hr></ul>', '- ***'],
    ['drops items that show nothing', '<ul><li><a href=x><svg></svg></a></li><li>a</li></ul>', '- a'],
    ['takes an item outside a list for a bullet', '<div><li>a</div>', '- a'],
    ['separates a paragraph from a list', '<p>a</p><ul><li>b</ul><p>c</p>', 'a\n\n- b\n\nc'],
    [
      'does not begin a list after a paragraph with another number',
      '<ul><li>a<ol start=2><li>b</ol></ul>',
      '- a\n\n  2. b',
    ],
  ],
  inline: [
    ['writes emphasis', '<em>a</em> <i>b</i> <strong>c</strong> <b>d</b>', '*a* *b* **c** **d**'],
    ['writes deleted text', '<del>a</del> <s>b</s> <strike>c</strike>', '~~a~~ ~~b~~ ~~c~~'],
    ['moves white space out of emphasis', 'a<b> b </b>c', 'a **b** c'],
    ['drops empty emphasis', 'a<b></b><i> </i>b', 'a b'],
    ['joins emphasis that touches', '<b>a</b><b>b</b>', '**ab**'],
    ['nests emphasis', '<strong>a <em>b</em> c</strong>', '**a *b* c**'],
    ['nests emphasis at the edge', '<strong><em>a</em></strong>', '**_a_**'],
    ['nests the same mark', '<em>a <em>b</em> c</em>', '*a _b_ c*'],
    ['nests the same mark with the same ends', '<b><b><b><b>a</b></b></b></b>b', '******a******b'],
    ['emphasises inside a word', 'a<em>b</em>c', 'a*b*c'],
    ['uses tags where delimiters would not work', '<strong>a:</strong>b', '<strong>a:</strong>b'],
    ['closes and reopens emphasis around blocks', '<b>a<p>b</p></b>', '**a**\n\n**b**'],
    ['writes code', '<code>a*b</code> <kbd>c</kbd> <samp>d</samp>', '`a*b` `c` `d`'],
    ['fences code with backticks', '<code>a`b``c</code> <code>`</code>', '``` a`b``c ``` `` ` ``'],
    ['joins code that touches', '<code>a</code><code>b</code>', '`ab`'],
    [
      'writes links inside code around it',
      '<code>a&lt;<a href=/x>b</a>&gt;</code>',
      '`a<`[`b`](https://example.org/x)`>`',
    ],
    [
      'passes small marks through',
      'H<sub>2</sub>O <small>a</small> <u>b</u> <mark>c</mark> x<sup>2</sup>',
      'H<sub>2</sub>O a b c x<sup>2</sup>',
    ],
    ['quotes', '<q>a</q>', '"a"'],
    [
      'writes formulas by their source',
      '<math><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math>',
      '$x^2$',
    ],
    ['keeps no-break spaces', 'a&nbsp;b', 'a\u00a0b'],
  ],
  links: [
    [
      'makes links absolute',
      '<a href=../c#d title="e &quot;f&quot;">g</a>',
      '[g](https://example.org/c#d "e \\"f\\"")',
    ],
    ['keeps mail links', '<a href="mailto:a@b.example">a</a>', '[a](mailto:a@b.example)'],
    ['keeps only the text of script links', '<a href="javascript:x()">a</a>', 'a'],
    ['keeps only the text of links to nowhere', '<a href="#">a</a> <a>b</a>', 'a b'],
    ['keeps the place of links that were written empty', '<p>a<a href=/x></a></p>', 'a[](https://example.org/x)'],
    ['drops links that show nothing', '<p>a<a class=b href=/x></a> <a href=/y><i></i></a></p>', 'a'],
    [
      'keeps the lines of a title, except those of indented markup',
      '<a href=/x title="b\n- c\n\nd">a</a> <a href=/x title="b\n   c">a</a><h2><a href=/x title="b\nc">a</a></h2>',
      '[a](https://example.org/x "b\n\\- c\nd") [a](https://example.org/x "b c")\n\n## [a](https://example.org/x "b c")',
    ],
    [
      'keeps text that looks like an address text',
      '<p>https://a.example, www.a.example; b@c.example (HTTP://d) <code>http://e</code></p>',
      'https\\://a.example, www\\.a.example; b\\@c.example (HTTP\\://d) `http://e`',
    ],
    [
      'leaves alone what GFM does not read as an address',
      '<p>a: //b c://d xhttp://e @f g@h i @ j.k awww.l.m www. http:// <a href=/x>http://n o@p.q</a></p>',
      'a: //b c://d xhttp://e @f g@h i @ j.k awww.l.m www. http:// [http://n o@p.q](https://example.org/x)',
    ],
    [
      'balances parentheses in targets',
      '<a href="/a(b)">c</a> <a href="/a)b">d</a>',
      '[c](https://example.org/a(b)) [d](https://example.org/a\\)b)',
    ],
    ['escapes brackets that do not pair up', '<a href=/x>a]b</a>', '[a\\]b](https://example.org/x)'],
    [
      'puts links inside the blocks they contain',
      '<a href=/x><h2>a</h2><p>b</p></a>',
      '## [a](https://example.org/x)\n\n[b](https://example.org/x)',
    ],
    [
      'drops heading anchors',
      '<h2 id=x>a<a class=headerlink href="#x">¶</a></h2><h3><a href="#y" aria-hidden=true>#</a> b</h3>',
      '## a\n\n### b',
    ],
    ['drops anchors with nothing but invisible characters', '<h2>a<a href="#x">\u200b</a></h2>', '## a'],
    [
      'takes no link for an anchor whose text stands behind an icon of many parts',
      `<p><a href="#"><svg>${'<g></g>'.repeat(30)}</svg>a</a></p>`,
      'a',
    ],
    [
      'writes no brackets around a footnote reference twice',
      '<p>a<sup>[<a href="#n">1</a>]</sup> b</p><ol><li id=n>c</ol>',
      'a[^1] b\n\n[^1]: c',
    ],
    [
      'drops the sign in front of several links back',
      '<p>a<sup id=r1><a href="#n">1</a></sup> b<sup id=r2><a href="#n">1</a></sup></p><ol><li id=n>^ <a href="#r1">a</a> <a href="#r2">b</a> c</ol>',
      'a[^1] b[^1]\n\n[^1]: c',
    ],
    ['unwraps headings that link to themselves', '<h2><a href="#x">a</a></h2>', '## a'],
    ['keeps other links within the page', '<p><a href="#x">a</a></p>', '[a](https://example.org/a/b#x)'],
    ['writes pictures', '<img src=/i.png alt="a [b]" title=c>', '![a \\[b\\]](https://example.org/i.png "c")'],
    [
      'writes pictures inside links',
      '<a href=/x><img src=/i alt=a></a>',
      '[![a](https://example.org/i)](https://example.org/x)',
    ],
    ['drops pictures inside the page', '<p>a <img src="data:image/png;base64,xx" alt=b></p>', 'a'],
    [
      'keeps the description of a picture without an address that is all of its link',
      '<a href=/x><img src="data:image/png;base64,xx" alt=a></a>',
      '[a](https://example.org/x)',
    ],
    ['writes lazy pictures', '<img src="data:image/gif,x" data-src=/i alt=a>', '![a](https://example.org/i)'],
    ['drops counting pixels', '<p>a<img src=/i width=1 height=1></p>', 'a'],
    [
      'writes players as links',
      '<iframe src="https://www.youtube.com/embed/x" title=a></iframe>',
      '[a](https://www.youtube.com/embed/x)',
    ],
  ],
  code: [
    ['fences code', '<pre>a\n  b</pre>', '```\na\n  b\n```'],
    ['drops one line feed at the end', '<pre><code>a\n</code></pre>', '```\na\n```'],
    ['fences with more than the longest run', '<pre>````\n```</pre>', '`````\n````\n```\n`````'],
    ['writes breaks and blocks as lines', '<pre><div>a</div><div>b</div>c<br>d</pre>', '```\na\nb\nc\nd\n```'],
    [
      'leaves out line numbers and buttons',
      '<pre><span class=lineno>1</span><button>Copy</button>a</pre>',
      '```\na\n```',
    ],
    [
      'flattens a table of line numbers',
      '<table><tr><td class=gutter><pre>1\n2</pre></td><td class=code><pre>a\nb</pre></td></table>',
      '```\na\nb\n```',
    ],
    ['takes language-x', '<pre><code class="hljs language-ts">a</code></pre>', '```ts\na\n```'],
    ['takes lang-x', '<pre class=lang-py>a</pre>', '```py\na\n```'],
    [
      'takes highlight-source-x of a wrapper',
      '<div class="highlight highlight-source-js"><pre>a</pre></div>',
      '```js\na\n```',
    ],
    [
      'takes highlight-x of an outer wrapper',
      '<div class="highlight-python notranslate"><div class=highlight><pre>a</pre></div></div>',
      '```python\na\n```',
    ],
    ['takes brush: x', '<pre class="brush: css; gutter: false">a</pre>', '```css\na\n```'],
    ['takes data-lang', '<pre data-lang=rust>a</pre>', '```rust\na\n```'],
    ['names no language for plain text', '<pre class=language-none>a</pre>', '```\na\n```'],
  ],
  tables: [
    ['writes tables', '<table><tr><th>a<th>b<tr><td>1<td>2</table>', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    [
      'takes the first row for the header',
      '<table><tr><td>a<td>b<tr><td>1<td>2</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'writes alignment',
      '<table><tr><th align=left>a<th align=right>b<th style="text-align: center">c</table>',
      '| a | b | c |\n| :--- | ---: | :---: |',
    ],
    ['escapes pipes', '<table><tr><th>a|b<th><code>c|d</code></table>', '| a\\|b | `c\\|d` |\n| --- | --- |'],
    [
      'puts blocks of a cell on one line',
      '<table><tr><th>a<td><p>b</p><ul><li>c<li>d</ul>e<br>f</table>',
      '| a | b<br>- c<br>- d<br>e<br>f |\n| --- | --- |',
    ],
    [
      'writes code and headings in cells',
      '<table><tr><th><h3>a</h3><td><pre>b\nc</pre></table>',
      '| **a** | `b`<br>`c` |\n| --- | --- |',
    ],
    ['spreads column spans', '<table><tr><th colspan=2>a<tr><td>1<td>2</table>', '| a |  |\n| --- | --- |\n| 1 | 2 |'],
    [
      'spreads row spans',
      '<table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |',
    ],
    [
      'writes the caption above',
      '<table><caption>a <b>b</b></caption><tr><th>c<th>d</table>',
      'a **b**\n\n| c | d |\n| --- | --- |',
    ],
    ['drops empty rows', '<table><tr><td><td><tr><td>a<td>b</table>', '| a | b |\n| --- | --- |'],
    ['flattens a table of one column', '<table><tr><td>a<tr><td>b</table>', 'a\n\nb'],
    ['flattens a table that says it is layout', '<table role=presentation><tr><td>a<td>b</table>', 'a\n\nb'],
    [
      'flattens a table around another',
      '<table><tr><td><table><tr><th>a<th>b</table><td>c</table>',
      '| a | b |\n| --- | --- |\n\nc',
    ],
    [
      'writes links and pictures in cells',
      '<table><tr><th><a href=/x>a</a><th><img src=/i alt=b></table>',
      '| [a](https://example.org/x) | ![b](https://example.org/i) |\n| --- | --- |',
    ],
  ],
}

for (const [group, cases] of Object.entries(groups)) {
  describe(`toMarkdown: ${group}`, () => {
    for (const [title, html, expected] of cases) it(title, () => assert.equal(markdown(html), expected))
  })
}

describe('toMarkdown', () => {
  it('passes over what the selection skips', () => {
    const { document } = parseTree('<p>a</p><nav>b</nav>')
    const nav = firstElement(document, 'nav') as TreeNode
    assert.equal(toMarkdown({ roots: [document], skip: new Set([nav]) }, urls), 'a')
  })

  it('writes several roots one below the other', () => {
    const { document } = parseTree('<p>a</p><h2>b</h2>')
    const roots = [firstElement(document, 'h2'), firstElement(document, 'p')] as TreeNode[]
    assert.equal(toMarkdown({ roots, skip: new Set() }, urls), '## b\n\na')
  })

  it('distinguishes 16 levels of nesting and writes deeper ones at the last', () => {
    const quotes = markdown(`${'<blockquote>'.repeat(40)}x`)
    assert.equal(quotes, `${'> '.repeat(16)}x`)
    const lists = markdown('<ul><li>x'.repeat(40)).split('\n')
    assert.equal(Math.max(...lists.map((line) => line.search(/\S/))), 2 * 16)
    assert.equal(lists.filter((line) => line.includes('x')).length, 40)
  })

  const cutAt = (characters: number, html: string): string => {
    const budget = new OutputBudget(characters)
    const text = toMarkdown({ roots: [parseTree(html).document], skip: new Set() }, urls, budget)
    assert.ok(budget.isFull)
    return text
  }

  it('ends where there is no more room', () => {
    assert.equal(cutAt(7, '<p>abc<p>defg<p>h'), 'abc\n\nde')
    assert.equal(cutAt(10, '<ul><li>abc<li>def<li>ghi</ul>x'), '- abc\n- de')
    assert.equal(cutAt(14, '<ol><li><pre>a\nb\nc\nd</pre></ol>'), '1. ```\n   a\n  ')
  })

  it('keeps the beginning of a table that has no room', () => {
    const table = cutAt(40, `<table><tr><th>a<th>b</tr>${'<tr><td>cc<td>dd</tr>'.repeat(100)}</table>x`)
    assert.equal(table, '| a | b |\n| --- | --- |\n| cc | dd |\n| cc')
  })

  it('makes no more than there is room for, however much the page requests', () => {
    const long = 'x'.repeat(2_000)
    for (const html of [
      `${'<ol start=999999999><li>'.repeat(30)}${'x<br>'.repeat(60_000)}`,
      `${'<ol start=999999999><li>'.repeat(30)}<pre>${'\n'.repeat(5_000_000)}</pre>`,
      `<a href="/${long}">${'<p>x'.repeat(60_000)}`,
      `<a href="/${long}"><table>${'<tr><th>x<td>y'.repeat(30_000)}</table>`,
      `<p>${Array.from({ length: 60_000 }, (_, i) => `<a href="/${long}?${i % 9}">x</a>`)
        .join('')
        .slice(0, 9_000_000)}`,
      `<p>${`<img src="/${long}">`.repeat(3_000)}`,
    ]) {
      assert.ok(cutAt(1_000_000, html).length <= 1_000_000)
    }
  })

  const hostile: [title: string, html: string][] = [
    ['nested elements', '<div>'.repeat(100_000)],
    ['nested lists', '<ul><li>x'.repeat(20_000)],
    ['nested quotes', '<blockquote>x'.repeat(20_000)],
    ['nested tables', '<table><tr><td>x'.repeat(20_000)],
    ['formatting never closed', '<b><i><p>x'.repeat(20_000)],
    ['table rows', `<table>${'<tr><td>a<td>b<td>c'.repeat(20_000)}`],
    ['spans of cells', `<table><tr>${'<td rowspan=60000 colspan=1000>x'.repeat(100)}${'<tr><td>y'.repeat(3_000)}`],
    ['line breaks', 'x<br>'.repeat(100_000)],
    ['no-break spaces', `<p>x${'&nbsp;'.repeat(100_000)}`],
    ['asterisks', `<p>${'*a '.repeat(100_000)}`],
    ['brackets', `<p>${'['.repeat(200_000)}](`],
    ['backticks', `<p>${'`'.repeat(100_000)}${'<code>`</code>'.repeat(20_000)}`],
    ['touching emphasis', '<em>a</em><b>c</b>'.repeat(30_000)],
    ['columns', `<table><tr>${'<td>a'.repeat(10_000)}<tr>${'<td>b'.repeat(10_000)}</table>`],
    ['links', `<div>${Array.from({ length: 50_000 }, (_, i) => `<a href=/${i}>x</a>`).join('')}`],
    [
      'references to one note',
      `${'<sup><a href=#n id=r>1</a></sup>'.repeat(20_000)}<ol><li id=n>a <a href=#r>^</a></ol>`,
    ],
    ['notes', Array.from({ length: 4_000 }, (_, i) => `<sup><a href=#n${i}>1</a></sup><li id=n${i}>a</li>`).join('')],
    ['nested lists without items', '<ul><li>x</li>'.repeat(20_000)],
    ['nested formulas', `<math>${'<mrow>'.repeat(20_000)}<mi>x</mi></math>`],
    ['numbered lines', '<div class=gutter>1 2 3</div>'.repeat(30_000)],
    ['raised text', `<p>${'x<sup>2</sup>'.repeat(50_000)}`],
    ['white space', `<p>a${' '.repeat(1_000_000)}b`],
  ]
  for (const [title, html] of hostile) {
    it(`reads to the end of ${title}`, () => {
      const text = markdown(`${html}end`)
      assert.ok(text.includes('end'))
      assert.ok(text.length < 60 * html.length)
    })
  }
})
