import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../../html/parse-tree.ts'
import { firstElement } from '../../../html/tree.ts'
import { readBlocks } from '../blocks.ts'
import { readFacts } from '../facts.ts'
import { keepHeadings } from './headings.ts'
import { emptyLexicon } from '../lexicon.ts'

/** Returns the blocks that are kept at the end, when blocks with a probability above 0.5 are kept at first. */
function kept(html: string, probabilities: number[], url = 'https://example.org/'): string {
  const { document } = parseTree(html)
  const blocks = readBlocks(firstElement(document, 'body')!, 100)!
  const facts = readFacts(document, url, blocks, emptyLexicon)
  const chosen = Uint8Array.from(probabilities, (probability) => (probability > 0.5 ? 1 : 0))
  keepHeadings(facts, Float64Array.from(probabilities), chosen)
  return chosen.join('')
}

describe('keepHeadings', () => {
  const cases: [title: string, html: string, probabilities: number[], expected: string][] = [
    ['keeps a heading in front of kept text', '<h2>a</h2><p>b</p>', [0.2, 0.9], '11'],
    ['keeps headings one after the other', '<h2>a</h2><h3>b</h3><p>c</p>', [0.2, 0.2, 0.9], '111'],
    ['keeps a heading that only its role makes one', '<div role=heading aria-level=2>a</div><p>b</p>', [0.2, 0.9], '11'],
    ['drops an improbable heading', '<h2>a</h2><p>b</p>', [0.01, 0.9], '01'],
    ['drops a heading in front of dropped text', '<p>a</p><h2>b</h2><p>c</p><p>d</p>', [0.9, 0.2, 0.1, 0.9], '1001'],
    ['drops text that is no heading', '<p>a</p><p>b</p>', [0.2, 0.9], '01'],
    ['keeps the title some way above', '<h1>The name</h1><p>by</p><p>x</p>', [0.07, 0.1, 0.9], '101'],
    ['drops a main heading that is one of the surroundings', '<h1>Our shop</h1><p>by</p><p>x</p>', [0.02, 0.1, 0.9], '001'],
    ['drops a title behind all that is kept', '<p>x</p><h1>The name</h1>', [0.9, 0.3], '10'],
  ] // prettier-ignore
  for (const [title, html, probabilities, expected] of cases) {
    it(title, () => assert.equal(kept(html, probabilities), expected))
  }

  it('adds no subject that each post of a forum repeats', () => {
    const page = `<h1>a b</h1>${'<h3>Re: a b</h3><p>c</p>'.repeat(3)}`
    const probabilities = [0.2, 0.2, 0.9, 0.2, 0.9, 0.2, 0.9]
    assert.equal(kept(page, probabilities, 'https://example.org/forum/viewtopic.php?t=1'), '1110101')
    assert.equal(kept(page, probabilities), '1111111')
    const review = page.replaceAll('Re: a b', 'Pros')
    assert.equal(kept(review, probabilities, 'https://example.org/forum/viewtopic.php?t=1'), '1111111')
  })
})
