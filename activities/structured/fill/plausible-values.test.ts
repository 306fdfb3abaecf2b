import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillSchema } from './fill-schema.ts'
import { entity, field, label, pageOf } from './testing/page-of.ts'

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
    const labels = [label('Phone', '555 123 4567')]
    for (const document of [{ heading: 'Joe Plumbing' }, { heading: 'Joe Plumbing', published: '2026-01-05' }])
      assert.equal(read(party, { document, labels })['name'], 'Joe Plumbing')
  })

  it('is not the heading of a page without contacts, which may name an offer', () => {
    assert.equal(read(party, { document: { heading: 'Plans and Packages' } })['name'], undefined)
  })

  it('may begin with a number', () => {
    for (const heading of ['3M', '7-Eleven', '99designs Studio'])
      assert.equal(read(party, { document: { heading }, labels: [label('Phone', '555 123 4567')] })['name'], heading)
  })

  it('is not the title of an article, a question or a list', () => {
    assert.equal(read(party, { document: { heading: 'Moving house', published: '2026-01-05' } })['name'], undefined)
    for (const heading of [
      'What is an app?',
      '12 trends of 2026',
      '10+ tips for movers',
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
    const slogan = [label('Country', 'Your Fast Track to the Top of the List')]
    assert.equal(read(party, { labels: slogan })['country'], undefined)
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

describe('a place', () => {
  const cityOf = (facts: Parameters<typeof pageOf>[0]): unknown =>
    read({ title: 'place', type: 'object', properties: { name: string, city: string } }, facts)['city']

  it('may have an abbreviation in its name', () => {
    for (const city of ['St. Louis', 'St. Gallen', 'Ft. Worth', 'Gral. Pico', 'Frankfurt a. d. Oder'])
      assert.equal(cityOf({ labels: [label('City', city)] }), city)
  })

  it('is any text that is stated as one', () => {
    for (const addressLocality of ['St. Louis', 'Westward Ho!', `Llan${'fair'.repeat(20)}`])
      assert.equal(cityOf({ entities: [entity('Place', { name: 'Inn', city: addressLocality })] }), addressLocality)
  })

  it('is no sentence behind its label', () => {
    for (const city of ['We come to you. Call us', 'Ask for Berlin. We are near', 'Which city?'])
      assert.equal(cityOf({ labels: [label('City', city)] }), undefined)
  })
})

describe('names in lower case with hyphens', () => {
  const named = { title: 'package', type: 'object', properties: { name: string, version: string } }
  const name = 'eslint-plugin-import'

  it('are names where the page states or shows them', () => {
    const document = { title: `${name} - npm` }
    const stated = [entity('SoftwareSourceCode', { name, version: '2.1.0' })]
    assert.equal(read(named, { document, entities: stated })['name'], name)
    assert.equal(read(named, { document: { heading: name, title: `${name} - npm` } })['name'], name)
    assert.equal(read(named, { document, hydration: [{ name, version: '2.1.0' }] })['name'], name)
  })

  it('are names of the rows of a table and of entries of a state without another name', () => {
    const list = { type: 'array', items: named }
    const names = [name, 'react-native-web', 'lodash']
    const rows = names.map((each) => [each, '1.0.0'].map((text) => ({ text, url: null })))
    const table = { caption: null, heading: null, header: ['Name', 'Version'], rows }
    assert.deepEqual(
      fillSchema(list, pageOf({ tables: [table] })).value,
      names.map((each) => ({ name: each, version: '1.0.0' })),
    )
    const packages = names.map((each) => ({ name: each, version: '1.0.0' }))
    assert.deepEqual(fillSchema(list, pageOf({ hydration: [{ packages }] })).value, packages)
  })

  it('are not names of entries of a state beside a title', () => {
    const articles = {
      type: 'array',
      items: { title: 'article', type: 'object', properties: { name: string, date: string } },
    }
    const posts = [1, 2, 3].map((at) => ({
      name: `best-earbuds-${at}`,
      title: `Best earbuds ${at}`,
      date: '2026-01-05',
    }))
    assert.deepEqual(
      fillSchema(articles, pageOf({ hydration: [{ articles: posts }] })).value,
      posts.map(({ title, date }) => ({ name: title, date })),
    )
  })

  it('are categories when they are compounds', () => {
    const book = { title: 'book', type: 'object', properties: { name: string, category: string, isbn: string } }
    const categoryOf = (category: string): unknown =>
      read(book, { document: { heading: 'Dune' }, meta: { category: [category] } })['category']
    assert.equal(categoryOf('sci-fi'), 'sci-fi')
    assert.equal(categoryOf('non-fiction for children'), 'non-fiction for children')
    for (const key of ['books-for-children', 'home-garden', 'home-garden, books-for-children'])
      assert.equal(categoryOf(key), undefined)
  })
})

describe('an article number', () => {
  it('of a state yields to one that the page labels, in any wording', () => {
    const product = { title: 'product', type: 'object', properties: { name: string, sku: string } }
    for (const name of ['SKU', 'Sku', 'Article number', 'Artikelnummer'])
      assert.equal(
        read(product, {
          document: { heading: 'Mug' },
          hydration: [{ name: 'Mug', sku: '15859' }],
          labels: [label(name, 'AU4')],
        })['sku'],
        'AU4',
      )
  })
})
