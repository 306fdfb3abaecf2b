import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '../facts/testing/facts-of.ts'
import { fillSchema } from './fill-schema.ts'
import { byKind } from './item-kinds.ts'
import { field } from './testing/page-of.ts'
import { wantedOf } from './values/wanted.ts'

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

describe('the rating of an item', () => {
  const ratingOf = (...fields: ReturnType<typeof field>[]): unknown => {
    const rated = wantedOf('rating', { type: 'number' })
    return byKind(fields, rated, false, 'month-first').map(({ value }) => value)
  }

  it('is read from the wording of one', () => {
    assert.deepEqual(ratingOf(field('i', '4.5/5'), field('i', 'Rated 4 out of 5')), ['4.5', '4'])
    assert.deepEqual(ratingOf(field('stars i', '4 / 5'), field('i', '★★★★')), ['4', '★★★★'])
  })

  it('is no date and no picture of several', () => {
    assert.deepEqual(ratingOf(field('i', '5/10/2024'), field('i', '1 / 5'), field('i', '5/10')), [])
  })
})

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

  it('is not a date, a page or a picture of several', () => {
    for (const text of [
      'Added on 5/10/2024',
      'Price of 3/5/2025',
      'Image 1 / 5',
      'Bild 1 von 5',
      'Página 2 de 5',
      'USB 3.1 / 10 Gbps',
      '1 / 5',
      'Operated from start: 1 / 5',
      'Rated on 5/10/2024',
    ])
      assert.deepEqual(filled(`<p>${text}</p>`), [undefined, undefined], text)
  })

  it('is read with a bare slash when a word or a class calls it one', () => {
    assert.deepEqual(filled('<p>Rating: 4/5</p>'), [4, undefined])
    assert.deepEqual(filled('<p>Our rating 4.5 / 5</p>'), [4.5, undefined])
    assert.deepEqual(filled('<p>Bewertung 4,5 von 5</p>'), [4.5, undefined])
    assert.deepEqual(filled('<div class="product-rating"><b>4.5/5</b></div>'), [4.5, undefined])
    assert.deepEqual(filled('<p>4.9 out of 5</p>'), [4.9, undefined])
  })

  it('is out of a hundred behind a label, and a number of ratings behind the label of these', () => {
    assert.deepEqual(filled('<p>Score: 87</p>'), [87, undefined])
    assert.equal((filled('<p>Ratings: 87</p>') as unknown[])[0], undefined)
    assert.equal((filled('<p>Score: 871</p>') as unknown[])[0], undefined)
  })

  it('is not one of the choices of a form, and not that of a single review below the product', () => {
    const form = '<h2>Write to us</h2><dl><dt>Rating</dt><dd>5 Stars<br>4 Stars<br>3 Stars</dd></dl>'
    assert.deepEqual(filled(form), [undefined, undefined])
    const review = '<h2>What buyers say</h2><p class="review-rating">4</p>'
    assert.deepEqual(filled(`<p>A mug</p>${review}`), [undefined, undefined])
    assert.deepEqual(filled(`<p class="rating">4</p>${review}`), [4, undefined])
  })

  it('has no year as its number', () => {
    assert.deepEqual(filled('<p>Best of 2025 reviews</p>'), [undefined, undefined])
    for (const text of ['2,025 reviews', '2025 reviews', 'Based on 2025 reviews', 'Verified · 2025 reviews'])
      assert.deepEqual(filled(`<p>${text}</p>`), [undefined, 2025], text)
    assert.deepEqual(filled('<p>All of its 3025 reviews</p>'), [undefined, 3025])
  })

  it('is not the one of a related product', () => {
    assert.deepEqual(filled('<h2>Related</h2><div>Cup <i>4.1 stars on 12 reviews</i></div>'), [undefined, undefined])
  })
})

describe('numbers of other things', () => {
  it('are not the rating of a product', () => {
    for (const [name, text] of [
      ['IP rating', 'IP67'],
      ['Power rating', '60 W'],
    ])
      assert.deepEqual(filled(`<table><tr><th>${name}<td>${text}<tr><th>Colour<td>Red</table>`), [undefined, undefined])
    assert.deepEqual(filled('<table><tr><th>Rating<td>4.5 / 5<tr><th>Colour<td>Red</table>'), [4.5, undefined])
    assert.deepEqual(filled('<h2>Related</h2><p class="rating">4.1</p><b class="rating">3.9</b>'), [
      undefined,
      undefined,
    ])
    assert.deepEqual(filled('<p class="rating">4.1</p>'), [4.1, undefined])
  })

  it('are not its number of reviews when they count those of related products', () => {
    const related = '<h2>Related</h2><div>Cup <i>12 reviews</i></div><p>Bowl <i>7 reviews</i></p>'
    assert.deepEqual(filled(related), [undefined, undefined])
    assert.deepEqual(filled(`<b>3 reviews</b>${related}`), [undefined, 3])
  })
})
