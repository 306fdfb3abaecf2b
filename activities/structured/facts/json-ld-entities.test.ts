import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonLdEntities } from './json-ld-entities.ts'
import { entitiesOf } from './testing/facts-of.ts'

const page = (json: string): string => `<script type="application/ld+json">${json}</script>`

describe('jsonLdEntities', () => {
  it('takes graphs apart and follows references, once around a cycle', () => {
    const html = page(`{"@context":"https://schema.org","@graph":[
      {"@type":"Product","@id":"#p","name":"Shoe","brand":{"@id":"#b"}},
      {"@type":"Brand","@id":"#b","name":"Hill","owner":{"@id":"#p"}}]}`)
    assert.deepEqual(entitiesOf(html)[0], {
      type: 'Product',
      '@id': '#p',
      name: 'Shoe',
      brand: { type: 'Brand', '@id': '#b', name: 'Hill', owner: '#p' },
    })
  })

  it('takes vocabularies off names and types, and values out of lists', () => {
    const html =
      page(`{"@type":["http://schema.org/Recipe","schema:NewsArticle"],"schema:name":{"@value":"Bread","@language":"en"},
      "recipeIngredient":{"@list":["flour",["salt"]]},"totalTime":null,"yield":4,"free":true}`)
    assert.deepEqual(entitiesOf(html), [
      { type: 'Recipe NewsArticle', name: 'Bread', recipeIngredient: ['flour', 'salt'], yield: 4, free: true },
    ])
  })

  const broken: [title: string, json: string][] = [
    ['trailing commas', '{"@type":"Event","name":"Fair, open",}'],
    ['a comment of HTML around it', '<!--\n{"@type":"Event","name":"Fair, open"}\n-->'],
    ['CDATA marks', '//<![CDATA[\n{"@type":"Event","name":"Fair, open"}\n//]]>'],
    ['quotes as character references', '{&quot;@type&quot;:&quot;Event&quot;,&quot;name&quot;:&quot;Fair, open&quot;}'],
  ]
  for (const [title, json] of broken)
    it(`reads JSON with ${title}`, () => {
      assert.deepEqual(entitiesOf(page(json)), [{ type: 'Event', name: 'Fair, open' }])
    })

  it('reads strings with line breaks in them', () => {
    assert.deepEqual(entitiesOf(page('{"@type":"Event","name":"a\nb"}')), [{ type: 'Event', name: 'a\nb' }])
  })

  it('gives no name of a page a way to the prototype', () => {
    const [entity] = jsonLdEntities(['{"@type":"X","__proto__":"a","constructor":"b","name":"c"}'])
    assert.deepEqual(Object.keys(entity?.properties ?? {}).toSorted(), ['__proto__', 'constructor', 'name'])
    assert.equal(Object.getPrototypeOf(entity?.properties), null)
  })

  it('bounds references that multiply', () => {
    const levels = Array.from({ length: 40 }, (_, at) => {
      const next = { '@id': `#${String(at + 1)}` }
      return { '@type': 'Thing', '@id': `#${String(at)}`, name: 'n', a: next, b: next, c: next }
    })
    const entities = jsonLdEntities([JSON.stringify(levels)])
    assert.ok(entities.length <= levels.length)
  })

  it('bounds nesting', () => {
    const deep = `${'{"@type":"T","name":"n","part":'.repeat(5_000)}null${'}'.repeat(5_000)}`
    assert.equal(jsonLdEntities([deep]).length, 1)
  })
})
