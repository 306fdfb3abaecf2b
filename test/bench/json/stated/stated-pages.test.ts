import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { removeStatements } from './remove-statements.ts'
import { ShownPage } from './shown-values.ts'
import { figuresOfCounts, scoreProperty } from './stated-score.ts'
import { statementsOf } from './stated-values.ts'
import { isSameValue, listsNames } from './value-forms.ts'

const page = `<html><head><title>Mug | Shop</title><script type="application/ld+json">{"@type":"Product","name":"Mug","sku":"M-1",
  "offers":{"price":"12.50","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script></head>
  <body itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Mug</h1><meta itemprop="sku" content="M-1">
  <p>12,50 €</p></body></html>`

const shown = (html: string): ShownPage => new ShownPage(html)

describe('the statements of a page', () => {
  it('are read from JSON-LD and microdata of the same thing', () => {
    const [statement] = statementsOf(page, 'https://shop.example/mug')
    assert.equal(statement?.kind.kind, 'product')
    assert.deepEqual(Object.keys(statement?.values ?? {}), ['name', 'price', 'currency', 'sku', 'in_stock'])
    assert.deepEqual([statement?.values['price'], statement?.values['in_stock']], [[12.5], [true]])
  })

  it('have the name of a product with and without its brand, and no text as a headline', () => {
    const named = (more: object): unknown =>
      statementsOf(
        `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', sku: 'M-1', ...more })}</script>`,
        'https://shop.example/mug',
      )[0]?.values['name']
    assert.deepEqual(named({ name: 'Acme Mug', brand: 'Acme' }), ['Acme Mug', 'Mug'])
    assert.deepEqual(named({ name: 'Mug', brand: { name: 'Acme' } }), ['Mug', 'Acme Mug'])
    const [article] = statementsOf(
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', headline: 'word '.repeat(40), name: 'Mugs', author: 'Ana' })}</script>`,
      'https://news.example/mugs',
    )
    assert.deepEqual(article?.values['headline'], ['Mugs'])
  })

  it('are left out when a page has several things of a kind', () => {
    const two = `${page}<script type="application/ld+json">{"@type":"Product","name":"Cup","sku":"C-1"}</script>`
    assert.deepEqual(statementsOf(two, 'https://shop.example/'), [])
  })

  it('are removed without the text that readers see', () => {
    const rest = removeStatements(page)
    assert.doesNotMatch(rest, /ld\+json|item|M-1/)
    assert.match(rest, /<h1>Mug<\/h1>/)
    assert.deepEqual(statementsOf(rest, 'https://shop.example/mug'), [])
  })

  it('are removed in any spelling, with the attributes that hold their values', () => {
    const rest = removeStatements(
      `<script type="application/ld&#x2B;json">{"@type":"Product","name":"Mug","sku":"M-1"}</script>
       <div itemscope itemtype="https://schema.org/Product"><span itemprop="price" content="12.50">from 12</span>
       <data itemprop="sku" value="M-1">one</data></div><meta property="og:title" content="Mug">
       <div vocab="https://schema.org/" typeof="Product"><b property="name" content="Cup">A cup</b></div>
       <template><i itemprop="name">T</i></template>`,
    )
    assert.doesNotMatch(rest, /json|item|12\.50|M-1|typeof|vocab|content="Cup"/)
    assert.match(rest, /from 12[\s\S]*one[\s\S]*og:title" content="Mug"[\s\S]*A cup/)
  })

  it('count as shown when the rest of the page has them in any form', () => {
    const rest = new ShownPage(removeStatements(`${page}<p>Posted on January 5, 2026</p>`))
    assert.ok(rest.shows('number', 12.5))
    assert.ok(!rest.shows('number', 2.5))
    assert.ok(rest.shows('date', '2026-01-05T10:00:00Z'))
    assert.ok(!rest.shows('date', '2026-01-06'))
    assert.ok(!rest.shows('name', 'M-1'))
  })

  it('count as shown only in visible text: no numbers of styles, no words for codes of countries', () => {
    const rest = new ShownPage(
      `<style>p { width: 4.7px }</style><script>var data = {"ratingValue":"4.9","id":12}</script>
       <p style="margin: 33px">Contact us about 3 mugs of 2026.</p><p aria-label="4 out of 5">Rated</p>`,
    )
    for (const number of [4.7, 33, 3]) assert.ok(!rest.shows('number', number), String(number))
    for (const number of [4.9, 12, 4, 2026]) assert.ok(rest.shows('number', number), String(number))
    assert.ok(!rest.shows('country', 'US'))
    assert.ok(new ShownPage('<p>New York, US</p>').shows('country', 'US'))
    assert.ok(new ShownPage('<p>Made in the United States</p>').shows('country', 'US'))
  })

  it('count as shown by the code of a country in any spelling only where it is one', () => {
    const words = shown('<p>You can buy it. Contact us; it is in the box.</p>')
    for (const code of ['CAN', 'US', 'us', 'can', 'IT', 'in']) assert.ok(!words.shows('country', code), code)
    assert.ok(shown('<p>Toronto, CAN</p>').shows('country', 'CAN'))
    assert.ok(shown('<p>Made in Canada</p>').shows('country', 'CAN'))
    assert.ok(shown('<p>New York, US</p>').shows('country', 'us'))
    assert.ok(shown('<p>Made in the United States</p>').shows('country', 'us'))
    assert.ok(shown('<p>Made in Canada</p>').shows('country', 'Canada'))
  })

  it('count as shown when the page says whether a thing can be bought', () => {
    assert.ok(!shown('<p>A mug</p>').shows('flag', true))
    assert.ok(shown('<button>Add to cart</button>').shows('flag', true))
    assert.ok(!shown('<button>Add to cart</button>').shows('flag', false))
    assert.ok(shown('<p>Sold out</p>').shows('flag', false))
  })

  it('are judged by property: what is not stated is not judged', () => {
    const [statement] = statementsOf(page, 'https://shop.example/mug')
    const rest = new ShownPage(removeStatements(page))
    assert.ok(statement !== undefined)
    assert.deepEqual(scoreProperty(statement, 'price', 12, rest), { stated: 1, shown: 1, given: 1, right: 0 })
    assert.deepEqual(scoreProperty(statement, 'sku', undefined, rest), { stated: 1, shown: 0, given: 0, right: 0 })
    assert.equal(scoreProperty(statement, 'brand', 'Acme', rest), null)
    assert.deepEqual(figuresOfCounts({ stated: 4, shown: 2, given: 2, right: 1 }), {
      p: 0.5,
      r: 0.5,
      rAll: 0.25,
      f1: 0.5,
    })
  })
})

describe('a value', () => {
  it('is the stated one in another spelling', () => {
    assert.ok(isSameValue('name', 'White Mug — Ghost Wares', 'white mug'))
    assert.ok(isSameValue('name', 'Acme, Inc.', 'Acme'))
    assert.ok(isSameValue('telephone', '+1-718-550-3805', '(718) 550-3805'))
    assert.ok(isSameValue('picture', 'https://a.example/x/mug-300x200.jpg', 'https://b.example/mug.webp?w=3'))
    assert.ok(isSameValue('date', '2026-01-05T23:00:00Z', '2026-01-05'))
  })

  it('is the stated one without a byline, an abbreviation, spaces or a second layer of entities', () => {
    assert.ok(isSameValue('name', 'By Ana Lima', 'Ana Lima'))
    assert.ok(isSameValue('name', 'Safety Foundation International (SFI)', 'Safety Foundation International'))
    assert.ok(isSameValue('name', 'AnaLima', 'Ana Lima'))
    assert.ok(isSameValue('name', 'Trouble&amp;#8230; brewing', 'Trouble… brewing'))
    assert.ok(isSameValue('name', 'Acme Corporation', 'Acme'))
    assert.ok(isSameValue('country', 'US', 'United States'))
    assert.ok(isSameValue('country', 'us', 'United States'))
    assert.ok(isSameValue('country', 'CAN', 'Canada'))
    assert.ok(!isSameValue('country', 'US', 'United Kingdom'))
  })

  it('is the stated one with its legal form, as a blog, behind another separator or written out', () => {
    assert.ok(isSameValue('name', 'Lima Dentistry PC', 'Lima Dentistry'))
    assert.ok(isSameValue('name', 'Lima &amp; Ode Blog', 'Lima & Ode'))
    assert.ok(isSameValue('name', 'Healthy Plate &bull; The Source', 'Healthy Plate'))
    assert.ok(isSameValue('street', '7155 Post Rd.', '7155 Post Road'))
    assert.ok(!isSameValue('street', '7155 Post Rd.', '7157 Post Road'))
    assert.ok(!isSameValue('name', 'Almondina', 'By Almondina'))
    assert.ok(isSameValue('words', 'A%20mug%20for%20tea', 'A mug for tea'))
  })

  it('is the same picture in another size, or through a converter of pictures', () => {
    const program = 'https://a.example/image?id=1'
    assert.ok(isSameValue('picture', `${program}&width=400&format=webp`, `${program}&width=1600`))
    assert.ok(!isSameValue('picture', `${program}&width=400`, 'https://a.example/image?id=2&width=400'))
    const converted = 'https://b.example/resize/?url=https%3A%2F%2Fa.example%2Fx%2Fmug.jpg'
    assert.ok(isSameValue('picture', 'https://a.example/x/mug.jpg', converted))
    assert.ok(!isSameValue('picture', 'https://a.example/x/cup.jpg', converted))
  })

  it('may list the names that are stated one by one, all of them and no other', () => {
    assert.ok(listsNames(['Ana Lima', 'Ben Ode'], 'Ana Lima and Ben Ode'))
    assert.ok(listsNames(['Ana Lima', 'Ben Ode', 'Cy'], 'Ben Ode, Ana Lima, Cy'))
    assert.ok(!listsNames(['Ana Lima', 'Ben Ode'], 'Ana Lima'))
    assert.ok(!listsNames(['Ana Lima', 'Ben Ode'], 'Ana Lima, Ben Ode and Cy'))
    assert.ok(!listsNames(['Ana Lima'], 'Ana Lima, Ben Ode'))
  })

  it('is not the stated one when a name has another word', () => {
    assert.ok(!isSameValue('name', 'White Mug', 'White Cup'))
    assert.ok(!isSameValue('number', 12.5, 12))
    assert.ok(!isSameValue('words', 'A mug for tea', 'A cup for coffee, and more'))
  })

  it('is not the stated one when nothing of either is left to compare', () => {
    assert.ok(!isSameValue('telephone', '000-0000', '+49 30 1234567'))
    assert.ok(isSameValue('telephone', '030 1234567', '+49 30 1234567'))
    assert.ok(!isSameValue('picture', 'https://a.example/image?id=1', 'https://a.example/image?id=2'))
    assert.ok(!isSameValue('picture', 'https://a.example/', 'https://b.example/'))
    for (const form of ['name', 'words'] as const) {
      assert.ok(!isSameValue(form, '★★', '!!'))
      assert.ok(isSameValue(form, '★★', '★★'))
    }
  })
})
