import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillSchema } from './fill-schema.ts'
import { field, label, pageOf } from './testing/page-of.ts'

const string = { type: 'string' }
const party = {
  title: 'organization',
  type: 'object',
  properties: { name: string, telephone: string, email: string, country: string },
}
const read = (schema: Record<string, unknown>, facts: Parameters<typeof pageOf>[0]): Record<string, unknown> =>
  (fillSchema(schema, pageOf(facts)).value ?? {}) as Record<string, unknown>

describe('the name of a party', () => {
  it('is the heading of a page about it', () => {
    assert.equal(read(party, { document: { heading: 'Joe Plumbing' } })['name'], 'Joe Plumbing')
    const article = { heading: 'Joe Plumbing', published: '2026-01-05' }
    assert.equal(read(party, { document: article, labels: [label('Phone', '555 123 4567')] })['name'], 'Joe Plumbing')
  })

  it('is not the title of an article, a question or a list', () => {
    assert.equal(read(party, { document: { heading: 'Moving house', published: '2026-01-05' } })['name'], undefined)
    for (const heading of [
      'What is an app?',
      '12 trends of 2026',
      'Detailed comparison of all the social media platforms',
    ])
      assert.equal(read(party, { document: { heading } })['name'], undefined)
  })

  it('is any heading of other things', () => {
    const place = { title: 'place', type: 'object', properties: { name: string } }
    assert.equal(read(place, { document: { heading: '12 trends of 2026' } })['name'], '12 trends of 2026')
  })
})

describe('values that only a name speaks for', () => {
  it('are left out: sentences as countries', () => {
    const facts = { labels: [label('Country', 'Sweden')] }
    assert.equal(read(party, facts)['country'], 'Sweden')
    assert.equal(
      read(party, { labels: [label('Country', 'You can easily call us: we come to you.')] })['country'],
      undefined,
    )
  })

  it('are left out: keys of databases as authors, titles and article numbers', () => {
    const article = {
      title: 'article',
      type: 'object',
      properties: { headline: string, author: string, description: string },
    }
    const state = { slug: 1, headline: 'best-wireless-earbuds', author: 205, description: 'Tested for a year.' }
    const facts = { document: { heading: 'Best wireless earbuds', title: 'Best wireless earbuds' }, hydration: [state] }
    assert.deepEqual(read(article, facts), { headline: 'Best wireless earbuds', description: 'Tested for a year.' })
    const product = { title: 'product', type: 'object', properties: { name: string, sku: string } }
    const stated = { name: 'Mug', productID: '15859' }
    const mug = { document: { heading: 'Mug' }, hydration: [stated], fields: [field('h1', 'Mug')] }
    assert.equal(read(product, { ...mug, labels: [label('SKU', 'AU4')] })['sku'], 'AU4')
    assert.equal(read(product, mug)['sku'], '15859')
  })
})
