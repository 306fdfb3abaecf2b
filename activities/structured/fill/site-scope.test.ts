import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '../facts/testing/facts-of.ts'
import { fillSchema } from './fill-schema.ts'

const footer = `<footer><p>© 2019 Example Ltd. All rights reserved.</p><address>Mill Lane 4<br>Springfield, IL 62701</address>
  <a href="tel:+12175550100">(217) 555-0100</a> <a href="mailto:hello@example.org">Write</a></footer>`
const page = (main: string, head = ''): string =>
  `<html lang=en><head><title>Page | Example</title><meta property="og:site_name" content="Example">${head}</head>
   <body><main>${main}</main>${footer}</body></html>`
const article = '<meta property="og:type" content="article">'
const string = { type: 'string' }
const schema = (title: string, more: object = {}): Record<string, unknown> => ({
  title,
  type: 'object',
  properties: { name: string, telephone: string, email: string, city: string },
  ...more,
})
const filled = (asked: Record<string, unknown>, html: string): unknown => fillSchema(asked, factsOf(html)).value
const text = JSON.stringify
const story = '<h1>A long story</h1><p>It has a paragraph of some length, so that the page has a content.</p>'

describe('a schema of an organisation', () => {
  it('is filled from the website on an article', () => {
    assert.deepEqual(filled(schema('organization'), page(story, article)), {
      name: 'Example',
      telephone: '(217) 555-0100',
      email: 'hello@example.org',
      city: 'Springfield',
    })
  })

  it('is filled from the website on the page of a product', () => {
    const head = '<meta property="og:type" content="product">'
    const answer = filled(schema('organization'), page(story.replace('A long story', 'White Mug'), head))
    assert.equal((answer as Record<string, unknown>)['name'], 'Example')
  })

  it('is filled from the party that the page is about: a table, lines, or the state of scripts', () => {
    const lines = [
      '<table><tr><th>Phone</th><td>555 123 4567</td></tr><tr><th>Email</th><td>joe@plumbing.example</td></tr></table>',
      '<p>Phone: 555 123 4567</p><p>Email: joe@plumbing.example</p>',
    ]
    for (const title of ['organization', 'company']) {
      for (const each of lines) {
        const answer = filled(schema(title), page(`<h1>Joe Plumbing</h1>${each}`, article)) as Record<string, unknown>
        assert.deepEqual(
          [answer['name'], answer['telephone'], answer['email']],
          ['Joe Plumbing', '555 123 4567', 'joe@plumbing.example'],
        )
      }
    }
    const state = `<script type="application/json" id="__NEXT_DATA__">${text({
      business: { name: 'Joe Plumbing', telephone: '555 123 4567', email: 'joe@plumbing.example' },
    })}</script>`
    assert.equal(
      text(filled(schema('organization'), page(`<h1>Joe Plumbing</h1>${state}`, article))).includes('Example'),
      false,
    )
  })

  it('has the name of the heading on pages of a restaurant, a person or a listing', () => {
    for (const asked of [
      schema('store'),
      schema('contact'),
      schema('person', { description: 'An employee of the company' }),
    ]) {
      const answer = filled(asked, page('<h1>Jane Doe</h1><p>She has a page of her own here.</p>', article))
      assert.equal((answer as Record<string, unknown>)['name'], 'Jane Doe')
    }
    const answer = filled(
      schema('organization'),
      page('<h1>Joe Plumbing</h1><p>A plumber of the town.</p><p>Phone: 555 123 4567</p>'),
    )
    assert.equal((answer as Record<string, unknown>)['name'], 'Joe Plumbing')
  })

  it('is filled from the website when only scripts have words for contacts', () => {
    const state = `<script type="application/json" id="__NEXT_DATA__">${text({
      layout: { mobile: 767, email: 'Your e-mail address' },
    })}</script>`
    const form = '<dl><dt>Email</dt><dd>How can we help you?</dd></dl>'
    const answer = filled(schema('organization'), page(story + form + state, article)) as Record<string, unknown>
    assert.deepEqual([answer['name'], answer['telephone']], ['Example', '(217) 555-0100'])
  })

  it('has the street of an address alone', () => {
    const asked = {
      title: 'company',
      type: 'object',
      properties: { name: string, street_address: string, city: string },
    }
    const street = (html: string): unknown =>
      (filled(asked, page(html)) as Record<string, unknown> | null)?.['street_address']
    const state = (address: object): string =>
      `<h1>Joe</h1><script type="application/json" id="__NEXT_DATA__">${text({ place: { name: 'Joe', address } })}</script>`
    assert.equal(
      street(state({ streetAddress: '4 Mill Lane', postalCode: '62701', addressLocality: 'Springfield' })),
      '4 Mill Lane',
    )
    assert.equal(
      street('<h1>Joe</h1><dl><dt>Street address</dt><dd>4 Mill Lane<br>Springfield, IL 62701</dd></dl>'),
      '4 Mill Lane',
    )
    assert.equal(street('<h1>Joe</h1><dl><dt>Street address</dt><dd>4 Mill Lane</dd></dl>'), '4 Mill Lane')
  })

  it('has the contacts of one party: a stated one gets no address of the website', () => {
    const stated = `<script type="application/ld+json">${text({
      '@context': 'https://schema.org',
      '@type': 'LocalBusiness',
      name: 'Joe Plumbing',
      telephone: '555 123 4567',
    })}</script>`
    const answer = filled(schema('organization'), page(story, article + stated)) as Record<string, unknown>
    assert.deepEqual([answer['name'], answer['telephone'], answer['city']], ['Joe Plumbing', '555 123 4567', undefined])
  })
})

describe('a publisher', () => {
  const book = { title: 'book', type: 'object', properties: { title: string, author: string, publisher: string } }
  const news = { title: 'article', type: 'object', properties: { headline: string, publisher: string } }

  it('is the one that a label names', () => {
    const main = '<h1>Dune</h1><dl><dt>Publisher</dt><dd>Chilton Books</dd><dt>Author</dt><dd>Frank Herbert</dd></dl>'
    for (const asked of [book, news])
      assert.equal((filled(asked, page(main)) as Record<string, unknown>)['publisher'], 'Chilton Books')
  })

  it('is the website only of an article', () => {
    assert.equal((filled(news, page(story)) as Record<string, unknown>)['publisher'], 'Example')
    assert.equal(
      (filled(book, page('<h1>Dune</h1><p>A novel.</p>')) as Record<string, unknown>)['publisher'],
      undefined,
    )
  })
})
