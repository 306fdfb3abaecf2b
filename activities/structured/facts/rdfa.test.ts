import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { entitiesOf } from './testing/facts-of.ts'

describe('rdfaEntities', () => {
  it('reads things with their properties, prefixes taken off', () => {
    const html = `<div vocab="https://schema.org/" typeof="Event" resource="#e"><h2 property="name">Fair</h2>
      <time property="schema:startDate" datetime="2025-06-01">June</time><a property="url" href="/e">more</a>
      <a property=organizer href="/o">Town</a>
      <div property="location" typeof="Place"><span property="name">Hall</span></div>
      <meta property="og:title" content="no"><img property="image" src="/i.png"></div>`
    assert.deepEqual(entitiesOf(html), [
      {
        type: 'Event',
        '@id': 'https://example.org/shop/page#e',
        name: 'Fair',
        startDate: '2025-06-01',
        url: 'https://example.org/e',
        organizer: 'Town',
        location: { type: 'Place', name: 'Hall' },
        image: 'https://example.org/i.png',
      },
    ])
  })

  it('takes the OpenGraph of a head for no thing', () => {
    assert.deepEqual(entitiesOf('<head><meta property="og:title" content=x></head><p property=name>y'), [])
  })

  it('bounds things in things', () => {
    const html = '<div typeof=T property=p><b property=n>x</b>'.repeat(10_000)
    assert.ok(entitiesOf(html).length > 0)
  })
})
