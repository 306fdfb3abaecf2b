import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { articleData } from './article-data.ts'
import type { JsonLdItem } from './json-ld.ts'
import { collectFacts } from './page-facts.ts'
import { pageKind, type PageKind } from './page-kind.ts'

function kindOf(html: string, url = 'https://example.org/x', item: JsonLdItem = {}): PageKind {
  return pageKind(collectFacts(parseTree(html).document, true), articleData([item]), url)
}

describe('pageKind', () => {
  it('takes a page for an article when its metadata declares one', () => {
    assert.equal(kindOf('<meta property=og:type content=article>'), 'article')
    assert.equal(kindOf('', undefined, { '@type': 'BlogPosting' }), 'article')
    assert.equal(kindOf('<article>x</article>'), 'other')
  })

  it('knows forums by their data, software and address', () => {
    assert.equal(kindOf('', undefined, { '@type': 'DiscussionForumPosting' }), 'forum')
    assert.equal(kindOf('<meta name=generator content="Discourse 3.4">'), 'forum')
    for (const url of [
      'https://forum.example.org/x',
      'https://example.org/threads/x.1/',
      'https://example.org/viewtopic.php?t=1',
    ]) {
      assert.equal(kindOf('', url), 'forum', url)
    }
    for (const url of ['https://example.org/threadbare', 'https://forumula.example.org/x', 'no address']) {
      assert.equal(kindOf('', url), 'other', url)
    }
  })
})
