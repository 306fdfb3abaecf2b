import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement } from '../../html/tree.ts'
import { readBlocks, type PageBlocks } from './blocks.ts'

function read(html: string, blocksMax = 100): PageBlocks | null {
  return readBlocks(firstElement(parseTree(html).document, 'body')!, blocksMax)
}

/** Returns the texts of the blocks, with white space collapsed. */
function texts(html: string): string[] {
  const blocks = read(html)!
  return Array.from({ length: blocks.count }, (_, block) =>
    blocks.texts
      .slice(blocks.textStart[block], blocks.textStart[block + 1])
      .map((node) => node.text)
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

describe('readBlocks', () => {
  const cases: [title: string, html: string, expected: string[]][] = [
    [
      'ends a block at every block element',
      '<p>one</p><div>two<p>three</p>four</div>',
      ['one', 'two', 'three', 'four'],
    ],
    [
      'keeps inline elements in one block',
      '<p>a <b>bold <i>word</i></b> and <a href=x>a link</a></p>',
      ['a bold word and a link'],
    ],
    ['keeps a line break in the block', '<p>one<br>two</p>', ['onetwo']],
    ['ends a block at two line breaks', '<div>one<br> <br>two</div>', ['one', 'two']],
    ['ends a block at a rule', '<div>one<hr>two</div>', ['one', 'two']],
    ['makes no block of white space', '<div> <p> </p>\n<p>one</p> </div>', ['one']],
    ['makes a block of each cell', '<table><tr><td>one<td>two</table>', ['one', 'two']],
    ['passes over scripts and styles', '<p>one</p><script>no</script><style>no</style>', ['one']],
    [
      'reads what is hidden',
      '<p>one</p><div hidden>two</div><noscript><p>three</p></noscript>',
      ['one', 'two', 'three'],
    ],
    ['finds nothing in an empty page', '', []],
  ]
  for (const [title, html, expected] of cases) it(title, () => assert.deepEqual(texts(html), expected))

  it('gives every element the range of blocks below it', () => {
    const { elements } = read('<div id=a><p>one</p><div id=b><p>two</p><p>three</p></div></div><p>four</p>')!
    const ranges = elements.nodes.map(({ name }, at) => `${name} ${elements.first[at]}-${elements.end[at]}`)
    assert.deepEqual(ranges, ['body 0-4', 'div 0-3', 'p 0-1', 'div 1-3', 'p 1-2', 'p 2-3', 'p 3-4'])
  })

  it('says which texts are linked', () => {
    assert.deepEqual(read('<p>a <a href=x>b <i>c</i></a> d <a>e</a></p>')?.linked, [0, 1, 1, 0, 0])
  })

  it('gives up beyond its limit', () => {
    assert.equal(read('<p>x'.repeat(5), 5)?.count, 5)
    assert.equal(read('<p>x'.repeat(6), 5), null)
  })
})
