import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillSchema } from './fill-schema.ts'
import { entity, field, label, pageOf } from './testing/page-of.ts'

const string = { type: 'string' }
const object = (title: string, ...names: string[]): Record<string, unknown> => ({
  title,
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, name === 'price' ? { type: 'number' } : string])),
})
const value = (schema: Record<string, unknown>, facts: Parameters<typeof pageOf>[0]): Record<string, unknown> =>
  (fillSchema(schema, pageOf(facts)).value ?? {}) as Record<string, unknown>
const product = object('product', 'name', 'sku', 'price')

describe('the state of a page', () => {
  const skuOf = (heading: string, ...names: string[]): unknown =>
    value(product, {
      document: { heading },
      hydration: [{ items: names.map((name, at) => ({ name, sku: `S-${at}`, price: 10 + at })) }],
    })['sku']

  it('counts for names of few characters', () => {
    assert.equal(skuOf('TV', 'TV'), 'S-0')
    assert.equal(skuOf('茶碗', '茶碗'), 'S-0')
    assert.equal(skuOf('TV', 'Radio', 'TV'), 'S-1')
  })

  it('counts when its name is a small part of the heading and no other object has the name', () => {
    assert.equal(skuOf('The lovely mug of ages', 'Mug'), 'S-0')
    assert.equal(skuOf('The lovely mug of ages', 'Mug', 'The lovely mug of ages'), 'S-1')
  })
})

describe('the title of an article', () => {
  const article = object('article', 'headline', 'author')

  it('is the heading, not the title for other readers', () => {
    const document = { title: 'You will not believe this', heading: 'Council votes on budget' }
    assert.equal(value(article, { document })['headline'], 'Council votes on budget')
  })

  it('is the title when the heading is the name of the website', () => {
    const site = { name: 'The Blog', telephones: [], emails: [], addresses: [], hasOwnContacts: false }
    const document = { title: 'A post', heading: 'The Blog', site }
    assert.equal(value(article, { document })['headline'], 'A post')
  })

  it('has the section before the page in the trail', () => {
    const section = object('article', 'headline', 'section')
    const document = { heading: 'A post', breadcrumbs: ['Home', 'Sport', 'A post'] }
    assert.equal(value(section, { document })['section'], 'Sport')
    assert.equal(value(section, { document: { ...document, breadcrumbs: ['Home', 'A post'] } })['section'], undefined)
  })

  it('leaves the author of a book to its labels', () => {
    const document = { heading: 'Dune', author: 'Shop staff' }
    assert.equal(
      value(object('book', 'title', 'author'), { document, labels: [label('Author', 'Frank Herbert')] })['author'],
      'Frank Herbert',
    )
  })
})

describe('the description of a product', () => {
  const described = { ...product, properties: { ...(product['properties'] as object), description: string } }
  const shown = 'A mug of stoneware, thrown by hand and glazed twice, for tea and for coffee.'
  const facts = (text: string): Parameters<typeof pageOf>[0] => ({
    document: { heading: 'Mug' },
    meta: { description: ['Buy mugs online!'] },
    fields: [field('h1', 'Mug'), field('product description', text)],
  })

  it('is the one of its page, and the one for other readers only when the page shows it too', () => {
    assert.equal(value(described, facts(shown))['description'], shown)
    assert.equal(value(described, facts('Description'))['description'], undefined)
    const meta = { description: [`${shown.slice(0, 50)}…`], 'og:description': ['Buy mugs online!'] }
    const fields = [field('h1', 'Mug'), field('p', shown)]
    assert.equal(value(described, { document: { heading: 'Mug' }, meta, fields })['description'], meta.description[0])
  })

  it('is not a short text, an opening or any text that a class calls so', () => {
    const document = { heading: 'Mug', opening: shown }
    const labels = [{ ...label('About', 'Us, careers, imprint'), source: 'label' as const }]
    const fields = [field('h1', 'Mug'), { ...field('p', `${shown} Read on.`), names: ['teaser'] }]
    assert.equal(value(described, { document, labels, fields })['description'], undefined)
  })

  it('is not the description of another thing, or of a related product', () => {
    for (const name of [
      'newsletter description',
      'shipping description',
      'category description',
      'image description',
    ]) {
      const document = { heading: 'Mug' }
      const meta = { description: ['Buy mugs online!'] }
      const others = [
        field('h1', 'Mug'),
        field(name.replace(' ', '-'), shown),
        { ...field('p', shown), names: [name, 'p'] },
      ]
      assert.equal(value(described, { document, meta, fields: others })['description'], undefined, name)
    }
    const related = [
      field('h1', 'Mug'),
      field('h2', 'You may also like'),
      { ...field('p', shown), names: ['product description'] },
    ]
    const page = { document: { heading: 'Mug' }, meta: { description: ['Buy mugs online!'] } }
    assert.equal(value(described, { ...page, fields: related })['description'], undefined)
    const before = [{ ...field('p', shown), names: ['product description'] }, field('h1', 'Mug')]
    assert.equal(value(described, { ...page, fields: before })['description'], undefined)
  })

  it('is the one below its own heading', () => {
    const fields = [
      field('h1', 'Mug'),
      field('h2', 'Product description'),
      { ...field('p', shown), names: ['woocommerce product details short description', 'p'] },
    ]
    const page = { document: { heading: 'Mug' }, meta: { description: ['Buy mugs online!'] } }
    assert.equal(value(described, { ...page, fields })['description'], shown)
  })

  it('is the one for other readers on an article', () => {
    const article = object('article', 'headline', 'author', 'description')
    assert.equal(value(article, facts(shown))['description'], 'Buy mugs online!')
  })
})

describe('a price in cents', () => {
  const priceOf = (type: string, price: unknown, ...texts: string[]): unknown =>
    value(
      { ...product, properties: { name: string, sku: string, price: { type } } },
      {
        document: { heading: 'Mug' },
        hydration: [{ name: 'Mug', sku: 'M', price }],
        fields: [
          field('h1', 'Mug'),
          ...texts.map((text) => field(text.startsWith('##') ? 'h2' : 'span', text.replace('## ', ''))),
        ],
      },
    )['price']

  it('is read in the unit that the page shows at its heading', () => {
    assert.equal(priceOf('number', 1299, '$12.99'), 12.99)
    assert.equal(priceOf('string', '1299', '$12.99'), '12.99')
  })

  it('is not taken for one when the page shows the whole amount, a charge or a related thing', () => {
    assert.equal(priceOf('number', 1500, '$1,500', 'Delivery: $15.00'), 1500)
    assert.equal(priceOf('number', 1500, 'Delivery: $15.00'), 1500)
    assert.equal(priceOf('number', 1500, '## Related', '$15.00'), 1500)
  })

  it('is read in the unit that the page states for other programs', () => {
    const facts = {
      document: { heading: 'Mug' },
      hydration: [{ name: 'Mug', sku: 'M', price: 1999 }],
      meta: { 'og:price:amount': ['19.99'] },
    }
    assert.equal(value(product, facts)['price'], 19.99)
  })

  it('is no integer', () => assert.equal(priceOf('integer', 1299, '$12.99'), undefined))
})

describe('values of names and codes', () => {
  const read = (name: string, facts: Parameters<typeof pageOf>[0]): unknown =>
    value(object('product', 'name', name), facts)[name]

  it('are kept as stated, however long', () => {
    const category = 'Home & Garden > Kitchen & Dining > Tableware > Drinkware > Mugs'
    assert.equal(read('category', { entities: [entity('Product', { name: 'Mug', category })] }), category)
    const author = Array.from({ length: 9 }, (_, at) => `Jane Number ${at}`).join(', ')
    assert.equal(read('author', { labels: [label('Author', author)] }), author)
    assert.equal(read('author', { entities: [entity('Product', { name: 'Mug', author: '2814' })] }), '2814')
  })

  it('are names of users, not keys of databases', () => {
    const authorOf = (author: string): unknown =>
      read('author', { entities: [entity('Product', { name: 'Mug', author })] })
    assert.equal(authorOf('DarkKnight2000'), 'DarkKnight2000')
    assert.equal(authorOf('gid7Kq02xPb41ZZt'), undefined)
  })

  it('are no addresses of a profile', () => {
    assert.equal(read('author', { meta: { author: ['https://social.example/jane'] } }), undefined)
  })

  it('are codes with a digit', () => {
    assert.equal(read('sku', { labels: [label('SKU', 'The number on the box of the product says AB-12')] }), undefined)
    assert.equal(read('sku', { labels: [label('SKU', 'AB-12 and more words about the product in its box')] }), 'AB-12')
  })

  it('are read by every label of an identifier', () => {
    assert.equal(read('product_id', { labels: [label('Article number', 'A-77')] }), 'A-77')
    assert.equal(read('product_id', { entities: [entity('Product', { name: 'Mug', productID: 'P', sku: 'S' })] }), 'P')
  })
})

describe('a date that can be read in two ways', () => {
  const event = object('event', 'name', 'start_date')
  event['properties'] = { name: string, start_date: { type: 'string', format: 'date' } }
  const dayAt = (url: string): unknown =>
    value(event, { document: { heading: 'Fair', url }, labels: [label('Start date', '3/4/2026')] })['start_date']

  it('has the order of the country of the host, as the date of publication has', () => {
    assert.equal(dayAt('https://fair.co.uk/'), '2026-04-03')
    assert.equal(dayAt('https://fair.example/'), '2026-03-04')
  })
})
