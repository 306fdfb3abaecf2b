import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement } from '../../html/tree.ts'
import { readBlocks } from './blocks.ts'
import { classGroupNames } from './class-words.ts'
import { emptyLexicon, type Lexicon } from './lexicon.ts'
import { ancestorKinds, distanceTo, notAbove, readSurroundings, type Surroundings } from './surroundings.ts'

/** Returns the surroundings of a page, and the element that holds the first block. */
function read(html: string, lexicon: Lexicon = emptyLexicon): { around: Surroundings; element: number } {
  const blocks = readBlocks(firstElement(parseTree(html).document, 'body')!, 100)!
  return { around: readSurroundings(blocks, lexicon), element: blocks.innermost[0]! }
}

/** Returns how far above the first block an ancestor kind or name group is. */
function distance(html: string, name: string): number {
  const { around, element } = read(html)
  const column = [...ancestorKinds, ...classGroupNames.map((group) => `named ${group}`)].indexOf(name)
  return distanceTo(around, element, column)
}

describe('readSurroundings', () => {
  const cases: [title: string, html: string, name: string, expected: number][] = [
    ['an element itself', '<nav>x</nav>', 'nav', 0],
    ['an ancestor', '<footer><div><p>x</p></div></footer>', 'footer', 2],
    ['the nearest of several', '<section><section><p>x</p></section></section>', 'section', 1],
    ['a role in place of the element', '<div role=navigation><p>x</p></div>', 'nav', 1],
    ['what is hidden', '<div hidden><p>x</p></div>', 'hidden', 1],
    ['a group of names', '<div class="site-footer"><p>x</p></div>', 'named footer', 1],
    ['nothing that is not above', '<nav>x</nav><aside>y</aside>', 'aside', notAbove],
  ]
  for (const [title, html, name, expected] of cases) {
    it(`reports the distance to ${title}`, () => assert.equal(distance(html, name), expected))
  }

  it('gives alike elements one shape, whatever the order of their names', () => {
    const { around } = read('<ul><li class="a card b">x</li><li class="b a card">y</li><li class="a">z</li></ul>')
    const [first, second, third] = around.shape.slice(2)
    assert.equal(first, second)
    assert.notEqual(first, third)
  })

  it('sums the weights of names, those of elements with one block apart', () => {
    const lexicon = { ...emptyLexicon, near: new Map([['lead', 2]]), far: new Map([['post', 1], ['menu', -3]]) } // prettier-ignore
    const { around, element } = read(
      '<div class=menu><div class=post><div class=lead><p>x</p></div><p>y</p></div></div>',
      lexicon,
    )
    assert.deepEqual([around.nearWeight[element], around.farWeight[element]], [2, -2])
    assert.deepEqual([around.leastWeight[element], around.mostWeight[element]], [-3, 2])
  })
})
