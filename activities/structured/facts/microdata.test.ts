import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { entitiesOf } from './testing/facts-of.ts'

describe('microdataEntities', () => {
  it('reads values by the kind of their element', () => {
    const html = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop=name>Trail  <b>Shoe</b></h1>
      <img itemprop=image src=/a.jpg><a itemprop=url href=/p>more</a><a itemprop=category href=/c>Shoes</a>
      <span itemprop=sku content=TS>the code</span><data itemprop=weight value=280>280 g</data>
      <time itemprop=releaseDate datetime=2024-05-01>May</time><meter itemprop=score value=4>x</meter>
      <link itemprop=availability href="https://schema.org/InStock"><meta itemprop=gtin content=401></div>`
    assert.deepEqual(entitiesOf(html), [
      {
        type: 'Product',
        name: 'Trail Shoe',
        image: 'https://example.org/a.jpg',
        url: 'https://example.org/p',
        category: 'Shoes',
        sku: 'TS',
        weight: '280',
        releaseDate: '2024-05-01',
        score: '4',
        availability: 'https://schema.org/InStock',
        gtin: '401',
      },
    ])
  })

  it('nests items, and adds the parts that an item refers to', () => {
    const html = `<p id=r>Rated <span itemprop=ratingValue>4.5</span></p>
      <div itemscope itemtype="http://schema.org/Product" itemid="/p/1"><span itemprop="name title">A</span>
      <div itemprop=offers itemscope itemtype="http://schema.org/Offer"><span itemprop=price content="9.90">€ 9.90</span></div>
      <div itemprop=aggregateRating itemscope itemtype="http://schema.org/AggregateRating" itemref="r none"></div></div>`
    assert.deepEqual(entitiesOf(html), [
      {
        type: 'Product',
        '@id': 'https://example.org/p/1',
        name: 'A',
        title: 'A',
        offers: { type: 'Offer', price: '9.90' },
        aggregateRating: { type: 'AggregateRating', ratingValue: '4.5' },
      },
    ])
  })

  it('reads breadcrumbs whose item is a link', () => {
    const html = `<ol itemscope itemtype="https://schema.org/BreadcrumbList">
      <li itemprop=itemListElement itemscope itemtype="https://schema.org/ListItem">
      <a itemprop=item href="/a"><span itemprop=name>A</span></a><meta itemprop=position content=1></li></ol>`
    assert.deepEqual(entitiesOf(html), [
      {
        type: 'BreadcrumbList',
        itemListElement: { type: 'ListItem', item: 'https://example.org/a', name: 'A', position: '1' },
      },
    ])
  })

  it('ends where items refer to each other', () => {
    const html = `<div itemscope id=a itemref=b><i itemprop=name>A</i></div>
      <div itemscope itemprop=part id=b itemref=a><i itemprop=name>B</i></div>`
    assert.ok(entitiesOf(html).length > 0)
  })

  it('bounds references of many items to many parts', () => {
    const parts = Array.from({ length: 2_000 }, (_, at) => `<b id=p${String(at)} itemprop=n>x</b>`).join('')
    const list = Array.from({ length: 2_000 }, (_, at) => `p${String(at)}`).join(' ')
    const items = `<div itemscope itemref="${list}"></div>`.repeat(2_000)
    assert.ok(entitiesOf(parts + items).length > 0)
  })
})
