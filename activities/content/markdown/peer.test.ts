import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HtmlRenderer, Parser } from 'commonmark'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement, type TreeNode } from '../../html/tree.ts'
import { createUrlResolver } from '../../html/urls.ts'
import { renderedHtml } from './testing/rendered-html.ts'
import { toMarkdown } from './to-markdown.ts'

const base = 'https://example.org/a/b'
const urls = createUrlResolver(base, null)
const peer = unified().use(rehypeParse, { fragment: true }).use(rehypeRemark).use(remarkGfm).use(remarkStringify)

const ours = (html: string): string =>
  toMarkdown({ roots: [firstElement(parseTree(html).document, 'body') as TreeNode], skip: new Set() }, urls)

const rendered = (markdown: string): string =>
  renderedHtml(new HtmlRenderer().render(new Parser().parse(markdown)), base)

/** Makes paragraphs and plain text equal, because the peer writes every list that contains another as loose. */
const anyParagraphs = (lines: string): string => lines.replaceAll(/^p /gm, 'text ')

/** Content on which both converters must agree. */
const fragments = [
  '<h1>a</h1><p>b <em>c</em> <strong>d <em>e</em></strong></p><h2>f</h2><p>g</p>',
  '<ul><li>a<ul><li>b</li><li>c<ol><li>d</li></ol></li></ul></li><li>e</li></ul>',
  '<ol start="4"><li><p>a</p><p>b</p></li><li><p>c</p><blockquote><p>d</p></blockquote></li></ol>',
  '<blockquote><h3>a</h3><ul><li>b</li></ul><pre><code>c\n  d\n</code></pre></blockquote>',
  '<p>a<br>b <code>c `d` e</code> <a href="/x" title="f &quot;g&quot;">h <em>i</em></a></p>',
  '<p>1. a</p><p>- b</p><p># c</p><p>&gt; d</p><p>+ e</p><p>2) f</p><p>    g</p>',
  '<p>*a* _b_ `c` [d](e) ![f](g) &lt;b&gt; &amp;amp; \\* ~~~ | h</p>',
  '<p>snake_case_name 2*3*4 a_b _c_d_ **e** ***</p>',
  '<p>http://example.com/a_b_c?d=*e* and [f] [g]: h</p>',
  '<p><a href="/a(b">c</a> <a href="/a b">d</a> <a href="/a)b(c">e]f[g</a></p>',
  '<p><img src="/a b.png" alt="c [d] *e*" title="f"> <a href="/g"><img src="/h.png" alt="i"></a></p>',
  '<pre><code class="language-js">a\n\n```\nb\n````\n</code></pre><hr><p>c</p>',
  '<p>a<strong>b</strong>c <em>d</em>e f<em>g</em></p><p><strong><em>h</em></strong> <em><strong>i</strong> j</em></p>',
  '<p>这是<strong>重点</strong>内容<em>强调</em>。</p>',
  '<ul><li><p>a</p></li><li><p>b</p><ul><li>c</li></ul></li></ul><p>d</p><ol><li>e</li></ol><ul><li>f</li></ul>',
  '<ul><li>a</li></ul><ul><li>b</li></ul><ol><li>c</li></ol><ol><li>d</li></ol>',
  '<div>a<p>b</p>c</div><section><div><div>d</div></div></section>',
  '<p>a\n===</p><p>b\n---</p><p>| c |\n| - |</p><p>d\n# e</p>',
  '<ul><li><h2>a</h2><p>b</p></li><li><pre><code>c\n</code></pre></li></ul>',
  '<p>a * b _ c ` d</p><p>``` e</p><p>~~~ f</p><p>=== g</p><p>[ ] h</p><p>[i]: /j</p>',
]

describe('toMarkdown beside rehype-remark', () => {
  for (const html of fragments) {
    it(`renders to the same: ${html.slice(0, 60).replaceAll('\n', ' ')}`, () => {
      const page = renderedHtml(html, base)
      assert.equal(rendered(ours(html)), page)
      assert.equal(anyParagraphs(rendered(String(peer.processSync(html)))), anyParagraphs(page))
    })
  }
})
