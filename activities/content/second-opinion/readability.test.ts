import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentSelection } from '../../html/content.ts'
import { parseTree } from '../../html/parse-tree.ts'
import { collapsed, following, type TreeNode } from '../../html/tree.ts'
import { readabilityContent } from './readability.ts'

const sentence = 'The harbour wall was raised by two metres, and the boats, large and small, came back in the spring. '
const paragraphs = (count: number): string => `<p>${sentence.repeat(3)}</p>`.repeat(count)
const menu =
  '<div class="menu"><ul><li><a href="/a">Boats</a><li><a href="/b">Nets</a><li><a href="/c">Ropes</a></ul></div>'

/** Returns the text of a selection, with a space between nodes. */
function textOf(selection: ContentSelection | null): string | null {
  if (selection === null) return null
  const texts: string[] = []
  for (const root of selection.roots) {
    for (let node: TreeNode | null = root; node !== null;) {
      const isSkipped = selection.skip.has(node)
      if (!isSkipped && node.text !== null) texts.push(node.text)
      node = following(node, root, !isSkipped)
    }
  }
  return collapsed(texts.join(' '))
}

const read = (html: string, library: 'linkedom' | 'jsdom' = 'linkedom'): string | null =>
  textOf(readabilityContent(parseTree(html).document, 'https://example.test/page', [library]))

/** Pages of different structure that must be read the same with either DOM. */
const pages: Record<string, string> = {
  article: `${menu}<article><h1>Harbour</h1>${paragraphs(6)}<h2>Costs</h2>${paragraphs(3)}</article><footer>Imprint</footer>`,
  'line breaks for paragraphs': `${menu}<div id=text>${`${sentence.repeat(3)}<br><br>`.repeat(5)}</div>`,
  'little text, tried again and again': `<div class=sidebar>Before</div><div class=comment><p>${sentence}</p></div><div>${menu}</div>`,
  'paragraphs that are divs': `<div>${`<div>${sentence.repeat(4)}</div>`.repeat(5)}</div>${menu}`,
  'a layout table': `<table><tr><td>${menu}<td>${paragraphs(6)}</table>`,
  'a data table': `<div>${paragraphs(4)}<table><caption>Boats</caption><tr><th>Name<th>Length<tr><td>Anna<td>7 m</table></div>`,
  'links and entities': `<div>${paragraphs(3)}<p>Fish &amp; chips &lt;now&gt;, <a href="javascript:go()">more, <b>much</b> more</a>, ${sentence}</p></div>`,
  'little text with entities, tried again': `<div class=comment><p>Fish &amp; chips &lt;now&gt; &amp; then. ${sentence}</p>One<script></script>two</div>`,
  'hidden parts': `<div>${paragraphs(4)}<p style="display:none">Unseen</p><p hidden>Unseen</p><div aria-hidden=true>Unseen</div></div>`,
  'a form around everything': `<form action=/>${menu}<div class=main>${paragraphs(5)}</div></form>`,
  'unclosed and misnested': `<div><p>${sentence.repeat(5)}<p><b>${sentence.repeat(3)}<i></b>${sentence}</i><p>${sentence}<div>${paragraphs(2)}`,
  'preformatted text': `<div>${paragraphs(3)}<pre>\n\none\n  two &lt;3&gt;\n</pre>${paragraphs(2)}</div>`,
  'equal paragraphs twice': `<div><p>Same here.</p>${paragraphs(3)}<p>Same here.</p></div>`,
}

for (const [name, html] of Object.entries(pages)) {
  test(`linkedom and jsdom lead to the same content: ${name}`, () => {
    const content = read(html)
    assert.ok(content !== null && content.includes('harbour wall'), String(content))
    assert.equal(content, read(html, 'jsdom'))
  })
}

test('the article is kept and what surrounds it is not', () => {
  const content = read(pages['article'] ?? '') ?? ''
  assert.ok(content.includes('Costs'))
  assert.equal(content.split('harbour wall').length - 1, 27)
  assert.ok(!content.includes('Ropes') && !content.includes('Imprint'))
})

test('the heading that repeats the title of the page stays', () => {
  const content = read(`<title>Harbour</title>${pages['article']}`) ?? ''
  assert.ok(content.startsWith('Harbour'))
})

test('equal texts are kept as often as they stand', () => {
  assert.equal((read(pages['equal paragraphs twice'] ?? '') ?? '').split('Same here.').length - 1, 2)
})

test('the tree is left as it is', () => {
  const tree = (html: string): string[] => {
    const { document } = parseTree(html)
    readabilityContent(document, 'https://example.test/', ['linkedom'])
    const nodes: string[] = []
    for (let node: TreeNode | null = document; node !== null; node = following(node, document)) {
      nodes.push(node.text ?? `${node.name} ${node.attributes.map(({ name, value }) => `${name}=${value}`).join(' ')}`)
    }
    return nodes
  }
  const html = pages['hidden parts'] ?? ''
  assert.ok(tree(html).every((node) => !node.includes('data-')))
})

test('an attribute of the page that looks like an internal one is ignored', () => {
  const content = read(`${pages['article']}<p data-seine="0">Imposter</p>`) ?? ''
  assert.ok(!content.includes('Imposter'))
})

test('pages too deep or without text have no opinion', () => {
  assert.equal(read(`${'<div>'.repeat(150)}${paragraphs(5)}`), null)
  assert.equal(read('<div></div>'), null)
  assert.equal(read(''), null)
})

test('class names count', () => {
  const named = `<div class="story">${paragraphs(4)}</div><div class="sidebar advert"><p>${sentence.repeat(4)}Buy ropes.</p></div>`
  for (const library of ['linkedom', 'jsdom'] as const) {
    const content = read(named, library) ?? ''
    assert.ok(content.includes('harbour wall') && !content.includes('Buy ropes'), library)
  }
})
