import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readBlocks } from '@seine/activities/content/main-content/blocks.ts'
import { readEvidence } from '@seine/activities/content/main-content/evidence.ts'
import { emptyLexicon } from '@seine/activities/content/main-content/lexicon.ts'
import { measureBlocks } from '@seine/activities/content/main-content/measures.ts'
import { readSurroundings } from '@seine/activities/content/main-content/surroundings.ts'
import { parseTree } from '@seine/activities/html/parse-tree.ts'
import { firstElement } from '@seine/activities/html/tree.ts'
import { LexiconTally } from './lexicon-tally.ts'

/** A tally over pages of this many sites, with a menu that is not wanted and a post that is. */
function tally(sites: number): LexiconTally {
  const result = new LexiconTally()
  for (let site = 0; site < sites; site++) {
    const html = '<ul class=menu><li>home<li>shop</ul><div class=post><p>text</p><p>words</p></div>'
    const { document } = parseTree(html)
    const blocks = readBlocks(firstElement(document, 'body')!, 100)!
    const page = {
      blocks,
      measures: measureBlocks(blocks, readEvidence(document, '')),
      surroundings: readSurroundings(blocks, emptyLexicon),
    }
    result.add(page, Float32Array.of(0, 0, 1, 1), `site${site}`)
  }
  return result
}

describe('LexiconTally', () => {
  it('weighs words by how often blocks with them are wanted', () => {
    const { far, words } = tally(20).lexicon()
    assert.ok(far.get('menu')! < -1 && far.get('post')! > 1)
    assert.equal(words.size, 4)
  })

  it('leaves words out that few sites use', () => assert.equal(tally(9).lexicon().far.size, 0))

  it('can do without the pages of some folds, their sites included', () => {
    const all = tally(30)
    assert.ok(Math.abs(all.lexicon(new Set([0])).far.get('menu')!) < Math.abs(all.lexicon().far.get('menu')!))
    assert.equal(all.lexicon(new Set([0, 1, 2, 3])).far.size, 0)
  })
})
