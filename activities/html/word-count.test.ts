import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from './parse-tree.ts'
import { wholePage } from '../content/main-content.ts'
import { firstElement } from './tree.ts'
import { countWords } from './word-count.ts'
import { countTextWords } from './word-reader.ts'

describe('the number of words', () => {
  const { document } = parseTree('<p>One two, <b>three</b></p><script>four</script><p hidden>five</p><nav>6 7</nav>')

  it('is of what is seen', () => {
    assert.equal(countWords(wholePage(document)), 5)
  })

  it('leaves out what is no content, elements and texts alike', () => {
    const nav = firstElement(document, 'nav')!
    const text = firstElement(document, 'p')!.first!
    assert.equal(countWords({ ...wholePage(document), skip: new Set([nav, text]) }), 1)
  })

  it('counts characters where words are written without spaces', () => {
    assert.equal(countTextWords('東京 is big'), 4)
  })
})
