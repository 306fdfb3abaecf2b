import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse, serialize } from 'parse5'
import { parseTree, TooManyNodesError } from './parse-tree.ts'
import { firstElement, following, type TreeNode } from './tree.ts'

/** Returns our tree serialized like parse5, for comparison. */
function written(node: TreeNode): string {
  let out = ''
  for (let child = node.first; child !== null; child = child.next) {
    if (child.text !== null) {
      out += child.text
      continue
    }
    const attributes = child.attributes.map((each) => ` ${each.name}="${each.value}"`).join('')
    const isVoid = ['br', 'frame', 'hr', 'img', 'meta', 'link', 'input'].includes(child.name)
    out += `<${child.name}${attributes}>${isVoid ? '' : `${written(child)}</${child.name}>`}`
  }
  return out
}

describe('parseTree', () => {
  const samples: [title: string, html: string][] = [
    ['implied tags', 'hello'],
    ['unclosed paragraphs and items', '<ul><li>a<li>b<p>c<p>d</ul>e'],
    ['misnested formatting', '<b>1<i>2</b>3</i>4'],
    ['a block inside formatting', '<a href="x"><div>1<p>2</a>3'],
    ['text astray in a table', '<table>a<tr><td>b</table>c'],
    ['implied table parts', '<table><tr><td>1<td>2<tr><th>3</table>'],
    ['a late head element', '<p>a<title>b</title><meta name="c">'],
    ['attributes of a second html tag', '<html a="1"><html b="2"><body c="3"><body d="4">'],
    ['formatting reopened in a new paragraph', '<p><b><i>1<p>2'],
    ['nested links', '<a href="1">a<a href="2">b</a>c'],
    ['a select with stray tags', '<select><option>a<div>b</select>c'],
    ['foreign content left by a paragraph', '<svg><title>a</title><p>b</svg>c'],
    ['a frameset', '<frameset><frame src="a"></frameset>'],
    ['a form inside a form', '<form><form><input></form>'],
    ['the first line feed of preformatted text', '<pre>\n\na</pre><textarea>\nb</textarea>'],
    ['a noscript with markup', '<head><noscript><link rel="a"></noscript><body><noscript><p>b</noscript>'],
    [
      'a document type with identifiers',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN"><p><table><tr><td>a</table>',
    ],
    ['entities without semicolon', '<p>&copy2 &ampx &notit;'],
  ]
  for (const [title, html] of samples) {
    it(`builds the standard's tree for ${title}`, () => {
      const expected = serialize(parse(html, { scriptingEnabled: false }))
        .replace(/^<!DOCTYPE[^>]*>/, '')
        .replaceAll('&amp;', '&')
        .replaceAll('<pre>\n', '<pre>')
      assert.equal(written(parseTree(html).document).replaceAll('<pre>\n', '<pre>'), expected)
    })
  }

  it('leaves out scripts, style sheets, comments and the shapes of pictures', () => {
    const html = '<body>a<script>b</script><style>c</style><!-- d --><svg><path d="M0"/><title>e</title></svg>f'
    assert.equal(written(firstElement(parseTree(html).document, 'body') as TreeNode), 'a<svg><title>e</title></svg>f')
  })

  it('keeps the text of scripts that hold data', () => {
    const { document } = parseTree('<head><script type="application/ld+json">{"a":"</p>"}</script><p>b')
    assert.equal(firstElement(document, 'script')?.first?.text, '{"a":"</p>"}')
    assert.equal(written(firstElement(document, 'body') as TreeNode), '<p>b</p>')
  })

  it('keeps the content of a template below it', () => {
    const template = firstElement(parseTree('<body><template><p>a</p></template>').document, 'template')
    assert.equal(template?.first?.name, 'p')
  })

  it('moves what is nested too deep up to the cap, and reports it', () => {
    const { document, depthCapped } = parseTree(`${'<div>'.repeat(100_000)}<a href=x>deep</a>`)
    let deepest = 0
    for (let node: TreeNode | null = document; node !== null; node = following(node, document)) {
      deepest = Math.max(deepest, node.depth)
    }
    assert.equal(depthCapped, true)
    assert.ok(deepest <= 513)
    assert.equal(firstElement(document, 'a')?.first?.text, 'deep')
  })

  it('does not lose the rest of a page in a frame of a noscript element that is not closed', () => {
    const { document } = parseTree('<body><noscript><iframe src=/a /></noscript><p>b</p>')
    assert.equal(
      written(firstElement(document, 'body') as TreeNode),
      '<noscript><iframe src="/a"></iframe></noscript><p>b</p>',
    )
  })

  it('gives up on a page with too many nodes', () => {
    assert.throws(() => parseTree('<br>'.repeat(260_000)), TooManyNodesError)
  })

  it('keeps a bounded number of attributes', () => {
    const html = `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join(' ')}>x`
    assert.equal(firstElement(parseTree(html).document, 'p')?.attributes.length, 64)
  })
})
