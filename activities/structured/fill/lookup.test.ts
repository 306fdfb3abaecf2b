import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillSchema } from './fill-schema.ts'
import { field, label, pageOf } from './testing/page-of.ts'

const number = { type: 'number' }
const read = (properties: Record<string, unknown>, facts: Parameters<typeof pageOf>[0]): Record<string, unknown> =>
  (fillSchema({ title: 'product', type: 'object', properties }, pageOf(facts)).value ?? {}) as Record<string, unknown>

describe('a label with a meaning of its own', () => {
  it('is no kind of what its last word means', () => {
    const fields = [field('h1', 'Mug'), field('price', '$40')]
    assert.equal(read({ price: number }, { labels: [label('List price', '$50')], fields })['price'], 40)
    const address = { address: { type: 'string' } }
    assert.equal(read(address, { labels: [label('Email address', 'ana@shop.example')] })['address'], undefined)
    assert.equal(read(address, { labels: [label('Visitor address', 'Main Street 1')] })['address'], 'Main Street 1')
  })

  it('is used when nothing else of the same kind is there', () => {
    assert.equal(read({ price: number }, { labels: [label('Regular price', '$50')] })['price'], 50)
  })

  it('is not the price when it names a charge', () => {
    const labels = [label('Shipping price', '$5')]
    assert.equal(read({ price: number }, { labels })['price'], undefined)
    assert.equal(read({ shipping_price: number }, { labels })['shipping_price'], 5)
  })
})

describe('the label of a list', () => {
  it('is not the label of a single price', () => {
    for (const labels of [[label('Variant', '256 GB')], [label('Options', '3 sizes')]])
      assert.equal(read({ price: number }, { labels })['price'], undefined)
  })

  it('names prices of things in it, and a count', () => {
    const hydration = [{ product: { name: 'Mug', sku: 'M-1', variants: [{ price: 12 }] } }]
    const properties = { name: { type: 'string' }, sku: { type: 'string' }, price: number }
    assert.equal(read(properties, { document: { heading: 'Mug' }, hydration })['price'], 12)
    assert.equal(read({ reviews: { type: 'integer' } }, { labels: [label('Customer reviews', '12')] })['reviews'], 12)
  })
})
