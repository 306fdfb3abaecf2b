import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillSchema } from './fill-schema.ts'
import { field, pageOf } from './testing/page-of.ts'

const schema = {
  title: 'product',
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, salary: { type: 'number' } },
}
const read = (...fields: ReturnType<typeof field>[]): Record<string, unknown> =>
  fillSchema(schema, pageOf({ document: { heading: 'Mug' }, fields })).value as Record<string, unknown>
const priceOf = (...fields: ReturnType<typeof field>[]): unknown => read(...fields)['price']
const heading = field('h1', 'Mug')
const related = field('h2', 'You may also like')

describe('a price that no name marks', () => {
  it('is the amount at the main heading, with the usual words', () => {
    for (const text of [
      '$40',
      'Sale price $40',
      'From $40',
      '40,00 € inkl. MwSt.',
      '€40 incl. VAT',
      '$40 – $60',
      'US$40.00',
    ])
      assert.equal(priceOf(heading, field('p', text), related, field('p', '$99')), 40, text)
  })

  it('is not an amount for something else', () => {
    for (const text of ['Free Shipping over $40', '4 payments of $10', 'Save $20', '$2.65 per meal', '$1.20 / 100 g'])
      assert.equal(priceOf(heading, field('p', text)), undefined, text)
    assert.equal(priceOf(heading, field('p', 'From $2.65 per meal'), field('b', '$2.65')), undefined)
    const monthly = [field('div', '$40 or $4 / month'), field('b', '$40'), field('i', 'or $4 / month')]
    assert.equal(priceOf(heading, ...monthly), 40)
  })

  it('is not the total of a cart before the heading, and below it only the same amount everywhere', () => {
    assert.equal(priceOf(field('span', '$0.00'), heading), undefined)
    assert.equal(priceOf(field('span', '$0.00'), heading, field('h2', 'Buy'), field('b', '$40'), field('i', '$40')), 40)
    assert.equal(priceOf(heading, related, field('b', '$40'), field('i', '$30')), undefined)
  })

  it('is any amount on a page without a main heading', () => {
    assert.equal(priceOf(field('h2', 'Mug'), field('b', '$40')), 40)
  })

  it('has no bearing on a salary', () => {
    assert.equal(read(heading, field('h2', 'Pay'), field('b', '$40,000 per year'))['salary'], 40_000)
  })
})
