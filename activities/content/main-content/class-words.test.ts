import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement } from '../../html/tree.ts'
import { classGroupNames, NameReader } from './class-words.ts'
import { emptyLexicon } from './lexicon.ts'

const read = (attributes: string): { words: string[]; groups: string[] } => {
  const { words, groups } = new NameReader(emptyLexicon).of(
    firstElement(parseTree(`<div ${attributes}>`).document, 'div')!,
  )
  return { words: [...words], groups: groups.map((group) => classGroupNames[group]!) }
}

describe('NameReader', () => {
  it('splits names at signs and capitals', () => {
    assert.deepEqual(read('class="site-navBar__item"').words, ['site', 'nav', 'bar', 'item'])
  })

  it('reads class, id, role and item property, each word once', () => {
    assert.deepEqual(read('class="post" id="post-12" role=article itemprop=text').words, ['post', 'article', 'text'])
  })

  it('finds the groups of the words', () => {
    assert.deepEqual(read('class="comment-list"').groups, ['comment', 'list'])
  })

  it('reads nothing without names', () => assert.deepEqual(read('title=menu'), { words: [], groups: [] }))

  it('cuts long names off', () => assert.equal(read(`class="${'ab '.repeat(5_000)}"`).words.length, 1))
})
