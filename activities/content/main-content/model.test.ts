import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement } from '../../html/tree.ts'
import { readBlocks } from './blocks.ts'
import { saveForest } from './forest/forest-file.ts'
import { readModel, scoreBlocks, shippedModel, writeModel } from './model.ts'

describe('the block model', () => {
  it('comes back from its file as it was', () => {
    const { lexicon, forest } = shippedModel()
    const again = readModel(JSON.parse(JSON.stringify(writeModel(lexicon, saveForest(forest)))))
    assert.deepEqual(again, shippedModel())
  })

  it('is not read when it was made for other columns', () => {
    const { lexicon, forest } = shippedModel()
    const other = writeModel(lexicon, { ...saveForest(forest), columns: forest.columns.toReversed() })
    assert.throws(() => readModel(other), RangeError)
  })

  it('takes running text for content and links of a footer for none', () => {
    const { document } = parseTree(
      `<main><article><p>${'This is a sentence of an article, and it says something. '.repeat(6)}</p></article></main>
      <footer class=site-footer><ul><li><a href=/p>Privacy policy</a><li><a href=/t>Terms of use</a></ul></footer>`,
    )
    const { probabilities } = scoreBlocks(
      document,
      'https://example.org/',
      readBlocks(firstElement(document, 'body')!, 10)!,
    )
    const [text, ...links] = probabilities
    assert.ok(text! > 0.5 && links.every((probability) => probability < 0.2), probabilities.join(' '))
  })
})
