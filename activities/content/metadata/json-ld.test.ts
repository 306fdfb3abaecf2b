import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { itemsToKeep, readJsonLd, textOf, typesOf } from './json-ld.ts'

describe('readJsonLd', () => {
  it('takes lists and graphs apart in order', () => {
    const scripts = ['[{"@graph":[{"a":1},[{"a":2}]]},{"a":3}]', '{"@context":"x","@graph":{"a":4}}', '"text"']
    assert.deepEqual(readJsonLd(scripts), [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }])
  })

  it('leaves out scripts beyond the cap and reads the others', () => {
    const large = `{"a":"${'x'.repeat(extractLimits.jsonLdReadMaxCharacters)}"}`
    assert.deepEqual(readJsonLd([large, '{"a":1}']), [{ a: 1 }])
  })

  it('reads lists and graphs however deep', () => {
    const depth = 200_000
    assert.deepEqual(readJsonLd([`${'['.repeat(depth)}{"a":1}${']'.repeat(depth)}`]), [{ a: 1 }])
  })
})

describe('an item', () => {
  it('has its types without their vocabulary', () => {
    assert.deepEqual(typesOf({ '@type': ['http://schema.org/NewsArticle', 'schema:Thing'] }), ['newsarticle', 'thing'])
  })

  it('has the first text of a property', () => {
    assert.equal(textOf({ name: [1, ' ', { '@value': 'x', '@language': 'en' }, 'y'] }, 'name'), 'x')
    assert.equal(textOf({}, 'name'), null)
  })
})

describe('itemsToKeep', () => {
  it('keeps the first items up to the size that is handed on', () => {
    const item = { text: 'x'.repeat(extractLimits.jsonLdMaxCharacters / 2) }
    assert.deepEqual(itemsToKeep([{ a: 1 }, item, item, { b: 2 }]), [{ a: 1 }, item])
  })

  it('leaves out what is nested too deep to be written', () => {
    let deep: Record<string, unknown> = {}
    for (let i = 0; i < 10_000; i++) deep = { deep }
    assert.deepEqual(itemsToKeep([deep]), [])
  })
})
