import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '../facts/testing/facts-of.ts'
import { fillSchema } from './fill-schema.ts'

const schema = {
  title: 'product',
  type: 'object',
  properties: { name: { type: 'string' }, rating: { type: 'number' }, review_count: { type: 'number' } },
}
const page = (main: string): string =>
  `<html lang=en><head><title>Mug</title></head><body><main><h1>Mug</h1>${main}<p>A mug of stoneware for tea.</p></main></body></html>`
const filled = (main: string): unknown => {
  const { rating, review_count: count } = fillSchema(schema, factsOf(page(main))).value as Record<string, unknown>
  return [rating, count]
}

describe('the rating of a product', () => {
  it('is read from the wording at the main heading', () => {
    assert.deepEqual(filled('<p>4.6 stars on 82 reviews</p>'), [4.6, 82])
    assert.deepEqual(filled('<span>Rated 4.9 out of 5 stars</span> <a href="#all">1,298 reviews</a>'), [4.9, 1298])
  })

  it('is not a number of ratings', () => {
    assert.deepEqual(filled('<div class="rating"><span>(271)</span></div>'), [undefined, 271])
  })

  it('is not the number of reviews', () => {
    assert.deepEqual(filled('<dl><dt>Reviews</dt><dd>4.7</dd></dl>'), [undefined, undefined])
  })

  it('is not the one of a related product', () => {
    assert.deepEqual(filled('<h2>Related</h2><div>Cup <i>4.1 stars on 12 reviews</i></div>'), [undefined, undefined])
  })
})
