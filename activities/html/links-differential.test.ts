import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse, type DefaultTreeAdapterTypes as Dom } from 'parse5'
import { collectLinks } from './links.ts'
import { parseTree } from './parse-tree.ts'
import { attribute, firstElement } from './tree.ts'
import { createUrlResolver } from './urls.ts'

const pageUrl = 'https://example.org/dir/page'

const childrenOf = (node: Dom.Node): Dom.ChildNode[] => ('childNodes' in node ? node.childNodes : [])

/** Returns the address of every anchor according to another parser and the platform's URL parser. */
function expectedLinks(html: string): string[] {
  const found = new Set<string>()
  let base: string | null = null
  const pending: Dom.Node[] = [parse(html, { scriptingEnabled: false })]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if ('attrs' in node) {
      const href = node.attrs.find(({ name }) => name === 'href')?.value
      if (node.tagName === 'base') base ??= href ?? null
      const url = node.tagName === 'a' && href !== undefined ? URL.parse(href, base ?? pageUrl) : null
      if (url !== null && /^https?:$/.test(url.protocol)) found.add(url.href.replace(/#.*$/s, ''))
    }
    pending.push(...childrenOf(node).toReversed())
  }
  return [...found]
}

function foundLinks(html: string): string[] {
  const { document } = parseTree(html)
  const base = firstElement(document, 'base')
  const urls = createUrlResolver(pageUrl, base === null ? null : attribute(base, 'href'))
  return collectLinks(document, urls).links
}

const pages: [title: string, html: string][] = [
  ['anchors inside each other', '<a href=1>a<a href=2>b<p><a href=3>c</a></p></a></a>'],
  ['anchors never closed, across blocks', '<div><a href=1><div>x</div></div><p>y<a href=2>z'],
  ['tables with anchors in the wrong place', '<table><a href=1>a</a><tr><a href=2>b</a><td><a href=3>c</table>'],
  ['anchors in select, option and textarea', '<select><option><a href=1>a</a></select><textarea><a href=2></textarea>'],
  [
    'anchors in title, comment, script, style',
    '<title><a href=1></title><!--<a href=2>--><script>"<a href=3>"</script><style><a href=4></style><a href=5>',
  ],
  [
    'anchors in noscript, in head and body',
    '<head><noscript><a href=1></a></noscript></head><body><noscript><a href=2></a></noscript>',
  ],
  ['a commented script that holds a script', '<script><!--<script></script>--></script><a href=1>a</a>'],
  ['references in addresses', '<a href="?a=1&amp;b=2&copy=3&lt">a</a><a href="&#x68;ttps://b.example/&Tab;x">b</a>'],
  ['white space and line breaks in addresses', '<a href="\n /a\tb \n">a</a><a href=" ">b</a><a href="">c</a>'],
  [
    'quotes of every kind',
    `<a href='1'>a</a><a href = "2" >b</a><a href=3/>c</a><A HREF=4>d</A><a href=5 href=6>e</a>`,
  ],
  [
    'addresses that are none',
    '<a href="http://[">a</a><a href="//">b</a><a href="mailto:x@y.example">c</a><a href="https:/one">d</a><a href="http:b.example">e</a>',
  ],
  ['other names in Unicode', '<a href="//bücher.example/ä?ö=ü#ß">a</a><a href="https://EXAMPLE.org:443/../x">b</a>'],
  [
    'a base, and one after it',
    '<base target=_top href="https://b.example/c/"><base href=https://d.example><a href=e>a</a><a href=/f>b</a><a href=#g>c</a>',
  ],
  [
    'pictures and formulas',
    '<svg><a href=1><title>x</title></a><foreignObject><a href=2></a></foreignObject></svg><math><mi><a href=3>',
  ],
  ['framesets and their replacement', '<frameset><noframes><a href=1>a</a></noframes></frameset>'],
  ['formatting that is misnested', '<b><a href=1><i>a</b>b</i></a><font><a href=2><p>c</font>d</a><a href=3>e'],
  ['a document with no tags but anchors', '<a href=1><a href=2>text'],
  ['end tags that have attributes, and tags cut short', '</a href=1><a href=2>b</a href=3><a href="4>'],
  ['control characters', '<a href="a\u0001c">a</a><a\fhref=2>b</a>'],
]

describe('the links of a page', () => {
  for (const [title, html] of pages) {
    it(`are those another parser finds: ${title}`, () => assert.deepEqual(foundLinks(html), expectedLinks(html)))
  }
})
