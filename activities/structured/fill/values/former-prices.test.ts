import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '../../facts/testing/facts-of.ts'
import { fillSchema } from '../fill-schema.ts'
import { withoutFormer } from './former-prices.ts'

const number = { type: 'number' }
const filled = (price: string): unknown => {
  const properties = { name: { type: 'string' }, price: number, old_price: number }
  const facts = factsOf(`<html lang=en><body><main><h1>Mug</h1>${price}<p>A mug of stoneware for tea.</p></main>`)
  const value = fillSchema({ title: 'product', type: 'object', properties }, facts).value as Record<string, unknown>
  return [value['price'], value['old_price']]
}

describe('a former price', () => {
  it('is not the price of a product', () => {
    for (const price of [
      '<p class="price"><del><span>$50</span></del> <ins><span>$40</span></ins></p>',
      '<p class="price"><del><span class="amount"><bdi>$50</bdi></span></del> <ins><span class="amount"><bdi>$40</bdi></span></ins></p>',
      '<p class="price"><s>$50</s> $40</p>',
      '<div><span class="price price--old">$50</span> <b class="price">$40</b></div>',
      '<div><span class="price-was">$50</span> <b class="price-now">$40</b></div>',
    ])
      assert.deepEqual(filled(price), [40, 50], price)
    assert.deepEqual(filled('<p class="price">Was $50 Now $40</p>')?.[0 as never], 40)
  })

  it('is left out of a text only when another amount remains', () => {
    assert.equal(withoutFormer('Was $50 Now $40').trim(), 'Now $40')
    assert.equal(withoutFormer('UVP 50,00 € 40,00 €').trim(), '40,00 €')
    assert.equal(withoutFormer('40,00 € statt 50,00 €').trim(), '40,00 €')
    for (const text of ['Was $50', 'RRP: £20', '$50', 'It was 5 years ago for $50'])
      assert.equal(withoutFormer(text).replaceAll(/\s+/g, ' ').includes('$50') || text.includes('£'), true, text)
  })

  it('struck text that is all of an element is kept', () => {
    const facts = factsOf('<ul><li><del>Buy milk today</del><li><del>Call Ana Lima</del><li>Go home by bus</ul>')
    assert.ok(JSON.stringify(facts.groups).includes('Buy milk today'))
  })
})
