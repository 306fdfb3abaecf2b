import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { parseTree } from '../../html/parse-tree.ts'
import { openGraph } from './open-graph.ts'
import { collectFacts } from './page-facts.ts'

const read = (html: string): Record<string, string | string[]> =>
  openGraph(collectFacts(parseTree(html).document, true))

describe('openGraph', () => {
  it('reads properties and names, repeated ones as lists', () => {
    const html =
      '<meta property="OG:Title" content=" a  b "><meta name=og:image content=1><meta property=og:image content=2>'
    assert.deepEqual(read(html), { title: 'a b', image: ['1', '2'] })
  })

  it('leaves out what is empty, or of another vocabulary', () => {
    assert.deepEqual(read('<meta property=og: content=x><meta property=og:url><meta name=twitter:card content=x>'), {})
  })

  it('reads a property named as the prototype is like any other', () => {
    const found = read('<meta property=og:__proto__ content=x>')
    assert.deepEqual(Object.entries(found), [['__proto__', 'x']])
  })

  it('reads no more properties than are handed on', () => {
    const html = Array.from({ length: extractLimits.openGraphMax + 10 }, (_, i) => `<meta property=og:x${i} content=1>`)
    assert.equal(Object.keys(read(html.join(''))).length, extractLimits.openGraphMax)
  })

  it('hands on no more characters than there is room for', () => {
    const metas = (name: string): string => `<meta property=og:${name} content="${'x'.repeat(2_000)}">`.repeat(50)
    const found = read(['a', 'b', 'c'].map(metas).join(''))
    assert.ok(JSON.stringify(found).length < extractLimits.openGraphMaxCharacters + 1_000)
    assert.deepEqual(Object.keys(found), ['a'])
  })
})
