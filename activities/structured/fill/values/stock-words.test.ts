import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '../../facts/testing/facts-of.ts'
import { fillSchema } from '../fill-schema.ts'

const read = (main: string, property: string, type: string): unknown => {
  const html = `<html lang=en><head><title>Mug</title></head><body><main>${main}</main></body></html>`
  const schema = { title: 'product', type: 'object', properties: { name: { type: 'string' }, [property]: { type } } }
  return (fillSchema(schema, factsOf(html)).value as Record<string, unknown>)[property]
}
const inStock = (main: string): unknown => read(`<h1>Mug</h1><p>A mug for tea.</p>${main}`, 'in_stock', 'boolean')

describe('whether a thing is in stock', () => {
  it('is said by a button or a note at the main heading', () => {
    assert.equal(inStock('<button>Add to cart</button>'), true)
    assert.equal(inStock('<p>In stock!</p>'), true)
    assert.equal(inStock('<button disabled>Sold out</button>'), false)
  })

  it('is said by notes with more behind them, and by buttons that repeat their text or wait for a script', () => {
    assert.equal(inStock('<p>In stock, ships tomorrow</p>'), true)
    assert.equal(inStock('<p>In stock - soon again</p>'), undefined)
    assert.equal(inStock('<button>Add to cart Loading</button>'), true)
    assert.equal(inStock('<button>Add to cart Add to cart</button>'), true)
  })

  it('is not said by a note that takes it back or puts it off', () => {
    for (const note of [
      'In stock (0)',
      'In stock: expected in May',
      'In stock (none left)',
      'In stock, but only for wholesale customers',
      'In stock, from May',
      'In stock, not for sale',
      'Auf lager: erst ab Mai',
      'En stock : bientôt',
      `In stock, ${'and more of it '.repeat(6)}is expected soon`,
    ])
      assert.equal(inStock(`<p>${note}</p>`), undefined, note)
    assert.equal(inStock('<p>In stock: 0</p>'), false)
    for (const note of [
      'In stock (12)',
      'In stock, only 3 left',
      'In stock: ships within 2 days',
      'In stock, free delivery from $20',
      'In stock - 10 available',
    ])
      assert.equal(inStock(`<p>${note}</p>`), true, note)
  })

  it('is not said by such a note behind a label', () => {
    for (const note of [
      'In stock (0)',
      'In stock: expected in May',
      'Available from May',
      'Available soon',
      'In stock, but only for members',
    ])
      assert.equal(
        inStock(`<dl><dt>Availability</dt><dd>${note}</dd><dt>Colour</dt><dd>White</dd></dl>`),
        undefined,
        note,
      )
    for (const note of ['In stock', 'Available', 'Available, ships in 2 days', 'In stock (4)'])
      assert.equal(inStock(`<dl><dt>Availability</dt><dd>${note}</dd><dt>Colour</dt><dd>White</dd></dl>`), true, note)
    assert.equal(inStock('<dl><dt>Availability</dt><dd>Out of stock, expected in May</dd></dl>'), false)
  })

  it('is not said by words about a later time or another shop, and not by a disabled button', () => {
    assert.equal(inStock('<p>Email me when back in stock</p>'), undefined)
    assert.equal(inStock('<p>Where to buy it now</p>'), undefined)
    assert.equal(inStock('<button disabled>Add to cart</button>'), undefined)
    assert.equal(inStock('<button aria-disabled="true"><i></i><span>Add to cart</span></button>'), undefined)
  })

  it('is not said by the button of a related thing', () => {
    const related = '<h2>Related</h2><p>Cup</p><button>Add to cart</button>'
    assert.equal(inStock(`<p>Currently unavailable</p>${related}`), false)
    assert.equal(inStock(related), undefined)
  })

  it('is said by a statement for machines before a button', () => {
    const stated =
      '{"@context":"https://schema.org","@type":"Product","name":"Mug","offers":{"@type":"Offer","availability":'
    for (const word of ['https://schema.org/OutOfStock', 'OutOfStock', 'out_of_stock', 'Sold out'])
      assert.equal(
        inStock(`<script type="application/ld+json">${stated}"${word}"}}</script><button>Add to cart</button>`),
        false,
        word,
      )
  })

  it('has the words of a note, not those of a button', () => {
    assert.equal(read('<h1>Mug</h1><button>Add to cart</button>', 'availability', 'string'), undefined)
    assert.equal(read('<h1>Mug</h1><p>Sold out</p>', 'availability', 'string'), 'Sold out')
  })
})

describe('the wording of the stock', () => {
  it('is the same in notes and behind labels', () => {
    const sold = ['Sold out', 'Épuisé', 'Ausverkauft', 'Agotado', '品切れ']
    for (const word of sold) {
      assert.equal(inStock(`<p>${word}</p>`), false, word)
      assert.equal(
        inStock(`<dl><dt>Availability</dt><dd>${word} (online)</dd><dt>Size</dt><dd>L</dd></dl>`),
        false,
        word,
      )
    }
    for (const word of ['In stock', 'Auf lager', 'En stock', '在庫あり']) {
      assert.equal(inStock(`<p>${word}</p>`), true, word)
      assert.equal(inStock(`<dl><dt>Availability</dt><dd>Online ${word}</dd><dt>Size</dt><dd>L</dd></dl>`), true, word)
    }
    assert.equal(inStock('<dl><dt>Availability</dt><dd>Por ahora sí</dd><dt>Size</dt><dd>L</dd></dl>'), true)
  })
})

describe('the number of reviews', () => {
  it('is that of the customers', () => {
    const counts = '<h1>Mug</h1><p>3 Critic reviews</p><p>1,204 Customer reviews</p>'
    assert.equal(read(counts, 'review_count', 'integer'), 1204)
  })
})
