import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StatedValue } from '@seine/shared/pages/facts.ts'
import { fillSchema } from './fill-schema.ts'
import { entity, field, label, pageOf } from './testing/page-of.ts'

const string = { type: 'string' }
const number = { type: 'number' }
const read = (
  properties: Record<string, unknown>,
  facts: Parameters<typeof pageOf>[0],
): Record<string, unknown> | undefined =>
  fillSchema({ title: 'product', type: 'object', properties }, pageOf(facts)).value as Record<string, unknown>

describe('the seller of a product', () => {
  const seller = {
    type: 'object',
    properties: { name: string, rating: number, review_count: number, telephone: string },
  }
  const schema = { name: string, price: number, seller }
  const stated = {
    document: { heading: 'Mug' },
    entities: [
      entity('Product', {
        name: 'Mug',
        offers: entity('Offer', { price: '40' }),
        aggregateRating: entity('AggregateRating', { ratingValue: '4.5', reviewCount: '12' }),
      }),
    ],
  }

  it('does not have the rating of the product', () => {
    assert.deepEqual(read(schema, stated), { name: 'Mug', price: 40 })
    const shown = [field('h1', 'Mug'), field('p', 'Rated 4.5 out of 5 stars'), field('p', '12 reviews')]
    assert.equal(read(schema, { ...stated, entities: [], fields: shown })?.['seller'], undefined)
  })

  it('has what the page states under its name, and contacts', () => {
    const labels = [label('Seller rating', '4.9'), label('Phone', '555 123 4567')]
    assert.deepEqual(read(schema, { ...stated, labels })?.['seller'], { rating: 4.9, telephone: '555 123 4567' })
  })
})

describe('the title of a person', () => {
  const author = { type: 'object', properties: { name: string, title: string } }
  const authorOf = (properties: Record<string, StatedValue>): unknown =>
    read(
      { headline: string, author },
      {
        entities: [entity('Article', { headline: 'News', author: entity('Person', properties) })],
      },
    )?.['author']

  it('is the job title, not the name again', () => {
    assert.deepEqual(authorOf({ name: 'Ana Lima', jobTitle: 'Editor' }), { name: 'Ana Lima', title: 'Editor' })
    assert.deepEqual(authorOf({ name: 'Ana Lima' }), { name: 'Ana Lima' })
  })
})
