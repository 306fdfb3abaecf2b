import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCleanHtml } from './clean-html.ts'
import { wholePage } from './main-content.ts'
import { OutputBudget } from '../html/output-budget.ts'
import { parseTree } from '../html/parse-tree.ts'
import { firstElement, type TreeNode } from '../html/tree.ts'
import { createUrlResolver } from '../html/urls.ts'

const urls = createUrlResolver('https://example.org/a/b', null)

function clean(html: string): string {
  const body = firstElement(parseTree(html).document, 'body') as TreeNode
  const roots: TreeNode[] = []
  for (let child = body.first; child !== null; child = child.next) roots.push(child)
  return toCleanHtml({ roots, skip: new Set() }, urls)
}

describe('toCleanHtml', () => {
  const cases: [title: string, html: string, expected: string][] = [
    [
      'keeps structure and drops attributes',
      '<p class=x id=y style=z>a <em data-b=c>b</em></p>',
      '<p>a <em>b</em></p>',
    ],
    ['leaves out unknown elements but not their content', '<x-card><font>a</font></x-card>', 'a'],
    [
      'drops handlers',
      '<p onclick="x()"><img src=i onerror=x() alt=a></p>',
      '<p><img src="https://example.org/a/i" alt="a"></p>',
    ],
    ['drops script URLs', '<a href="javascript:x()">a</a>', 'a'],
    ['drops script URLs in disguise', '<a href=" jav&#x09;ascript:x()">a</a>', 'a'],
    ['drops unknown schemes', '<a href="intent:x">a</a>', 'a'],
    ['unwraps links that lead nowhere', '<p><a>a</a> <a name=x>b</a></p>', '<p>a b</p>'],
    [
      'keeps a link that is only led to',
      '<a href="#x">a</a><p><a name=x>b</a></p><p><a id=x>c</a></p>',
      '<a href="https://example.org/a/b#x">a</a><p><a id="x">b</a></p><p>c</p>',
    ],
    [
      'puts a space between links that only their style keeps apart',
      '<div><a href=/x>ab</a><a href=/y>cd</a></div>',
      '<div><a href="https://example.org/x">ab</a> <a href="https://example.org/y">cd</a></div>',
    ],
    [
      'puts none between links inside running text',
      '<p><a href=/x>a</a><a href=/y>b</a></p>',
      '<p><a href="https://example.org/x">a</a><a href="https://example.org/y">b</a></p>',
    ],
    [
      'puts a space between words that only left-out elements kept apart',
      '<div><span class=x>ab</span><span>cd</span><a href=/x>ef</a><span>gh</span></div>',
      '<div>ab cd<a href="https://example.org/x">ef</a> gh</div>',
    ],
    [
      'keeps the text of a button that is all of a heading',
      '<h3><button>a</button></h3><details><summary><button>b</button></summary>c</details><button>d</button>',
      '<h3>a</h3><details><summary>b</summary>c</details>',
    ],
    [
      'describes a picture without address that is all of its link',
      '<a href=/x><img src="data:x" alt=a></a><img alt=b>',
      '<a href="https://example.org/x">a</a>',
    ],
    [
      'keeps no id for links that a base takes elsewhere',
      '<p id=x>a</p><a href="/other#x">b</a>',
      '<p>a</p><a href="https://example.org/other#x">b</a>',
    ],
    ['ends what a ruby text ends', '<ruby>a<marquee><li>b<marquee><rt>c', '<ruby>a<li>b</li><rt>c</rt></ruby>'],
    ['drops heading anchors', '<h2 id=x>a<a href="#x">\u200b</a><a href="#x">#</a></h2>', '<h2>a</h2>'],
    [
      'keeps the alignment of cells that their style states',
      '<table><tr><td style="text-align: right">a</table>',
      '<table><tbody><tr><td align="right">a</td></tr></tbody></table>',
    ],
    ['keeps mail links', '<a href="mailto:a@b.example">a</a>', '<a href="mailto:a@b.example">a</a>'],
    ['makes URLs absolute', '<a href=../c?d=1&amp;e>a</a>', '<a href="https://example.org/c?d=1&amp;e">a</a>'],
    [
      'resolves lazy pictures',
      '<img src="data:image/gif,x" data-src=/i.png alt=i>',
      '<img src="https://example.org/i.png" alt="i">',
    ],
    ['drops pictures inside the page', '<p>a<img src="data:image/png,x"></p>', '<p>a</p>'],
    [
      'drops what is invisible',
      '<p hidden>a</p><p style="display: none">b</p><template>c</template><p>d</p>',
      '<p>d</p>',
    ],
    [
      'drops scripts, styles, frames and forms fields',
      '<script>a</script><style>b</style><iframe src=c></iframe><input value=d><button>e</button>f',
      'f',
    ],
    [
      'escapes text and values',
      '<p title="x">&lt;script&gt; &amp; <a href="?a=&quot;" title="&quot;>">b</a></p>',
      '<p>&lt;script&gt; &amp; <a href="https://example.org/a/b?a=%22" title="&quot;&gt;">b</a></p>',
    ],
    [
      'keeps the language of code only',
      '<pre class="hl language-ts x"><code class=c>a  b\n</code></pre>',
      '<pre class="language-ts"><code>a  b\n</code></pre>',
    ],
    [
      'keeps the spans of cells',
      '<table><tr><td colspan=2 width=9>a</table>',
      '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
    ],
    ['keeps it in front of code as well', '<pre>\n\na<code>b</code></pre>', '<pre>\n\na<code>b</code></pre>'],
    ['leaves out what holds nothing', '<div><p> </p><b></b> <ul><li></li></ul></div>a <i></i> b', 'a b'],
    [
      'keeps empty cells',
      '<table><tr><td></td><td>a</td></tr></table>',
      '<table><tbody><tr><td></td><td>a</td></tr></tbody></table>',
    ],
    [
      'keeps the ids that links of the content lead to',
      '<p id=x>a<sup id="r 1"><a href="#f%31">1</a></sup></p><ol><li id=f1>n <a href="/a/b#r%201">back</a></li></ol>',
      '<p>a<sup id="r 1"><a href="https://example.org/a/b#f%31">1</a></sup></p>' +
        '<ol><li id="f1">n <a href="https://example.org/a/b#r%201">back</a></li></ol>',
    ],
    [
      'turns players into links',
      '<p>a</p><iframe src="https://www.youtube.com/embed/x" title="Film"></iframe><video src=/v.mp4></video>',
      '<p>a</p><a href="https://www.youtube.com/embed/x">Film</a><a href="https://example.org/v.mp4">Video</a>',
    ],
    [
      'writes a formula once, as code in TeX',
      '<p><span class=katex><math><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math><span class=katex-html>x2</span></span>',
      '<p><code class="language-math">x^2</code></p>',
    ],
    [
      'marks a formula that stands by itself',
      '<math display=block><mi>x</mi></math>',
      '<code class="language-math math-display">x</code>',
    ],
    [
      'writes the picture of a formula as the formula',
      '<p>a <img class=mwe-math-fallback-image-inline src=/m.svg alt="{\\displaystyle m}"> b</p>',
      '<p>a <code class="language-math">m</code> b</p>',
    ],
    [
      'writes a formula in a script',
      '<p><script type="math/tex; mode=display">x^2</script></p>',
      '<p><code class="language-math math-display">x^2</code></p>',
    ],
    [
      'keeps the state of tasks',
      '<ul><li><label><input type=checkbox name=x checked onclick="x()"> a</label></li><li><p><input type=checkbox>b</p></li></ul>',
      '<ul><li><input type="checkbox" disabled="" checked=""> a</li><li><p><input type="checkbox" disabled="">b</p></li></ul>',
    ],
    [
      'leaves out all other fields',
      '<input type=checkbox>a<ul><li>b <input type=checkbox></li><li><input name=x>c</li></ul>',
      'a<ul><li>b </li><li>c</li></ul>',
    ],
    [
      'makes headings of what has their role',
      '<div role=heading aria-level=3>a</div><p><span role=heading>b</span> c</p><div role=heading aria-level=x></div>',
      '<h3>a</h3><h2>b</h2> c',
    ],
    [
      'takes the picture out of its frame',
      '<picture><source srcset=/b.webp><img src=/b.png></picture>',
      '<img src="https://example.org/b.png">',
    ],
    ['collapses white space over elements that are left out', '<p>a <span> b</span>\n c</p>', '<p>a b\nc</p>'],
    ['separates blocks that only a left-out element kept apart', '<p>a<marquee><p>b</marquee>c', '<p>a</p><p>b</p>c'],
    [
      'leaves out the second of two links inside each other',
      '<a href=/x>a<object></object><marquee><a href=/y>b',
      '<a href="https://example.org/x">ab</a>',
    ],
    ['collapses white space', '<p>a\n\n   b  c</p>', '<p>a\nb c</p>'],
    ['keeps a first line feed that is content', '<pre>\n\na</pre>', '<pre>\n\na</pre>'],
  ]
  for (const [title, html, expected] of cases) it(title, () => assert.equal(clean(html), expected))

  it('keeps the direction of writing that the page states', () => {
    const whole = (html: string): string => toCleanHtml(wholePage(parseTree(html).document), urls)
    const wrapped = '<div dir="rtl"><p>a</p></div>'
    assert.equal(whole('<html dir=rtl><p>a</p>'), wrapped)
    assert.equal(whole('<body dir=RTL><p>a</p>'), wrapped)
    assert.equal(whole(wrapped), wrapped)
    assert.equal(whole('<html dir=rtl><body dir=ltr><p>a</p>'), '<p>a</p>')
    assert.equal(whole('<html dir=rtl><body>'), '')
    const root = firstElement(parseTree('<html dir=rtl><div><p>a</p></div>').document, 'p') as TreeNode
    assert.equal(toCleanHtml({ roots: [root], skip: new Set() }, urls), wrapped)
  })

  it('skips what the selection skips', () => {
    const { document } = parseTree('<p>a</p><nav>b</nav>')
    const nav = firstElement(document, 'nav') as TreeNode
    assert.equal(toCleanHtml({ ...wholePage(document), skip: new Set([nav]) }, urls), '<p>a</p>')
  })

  it('skips a text that the selection skips', () => {
    const { document } = parseTree('<p>a<b>b</b>c</p>')
    const text = firstElement(document, 'p')?.first as TreeNode
    assert.equal(toCleanHtml({ ...wholePage(document), skip: new Set([text]) }, urls), '<p><b>b</b>c</p>')
  })

  it('writes the content of table parts whose table is not selected', () => {
    const { document } = parseTree('<table><tr><td>a</td></tr></table>')
    const roots = [firstElement(document, 'tr') as TreeNode]
    assert.equal(toCleanHtml({ roots, skip: new Set() }, urls), 'a')
  })

  it('survives a hundred thousand nested elements', () => {
    assert.ok(clean(`${'<div>'.repeat(100_000)}x`).includes('x'))
  })

  it('ends where there is no more room, with everything closed', () => {
    const cutAt = (characters: number, html: string): string => {
      const budget = new OutputBudget(characters)
      const text = toCleanHtml({ roots: [parseTree(html).document], skip: new Set() }, urls, budget)
      assert.ok(budget.isFull)
      return text
    }
    assert.equal(cutAt(12, '<div><p>ab&lt;c</p><p>d</p></div>e'), '<div><p>ab</p></div>')
    assert.equal(cutAt(12, '<div>ab<a href=/c>d</a></div><p>e'), '<div>ab</div>')
  })
})
