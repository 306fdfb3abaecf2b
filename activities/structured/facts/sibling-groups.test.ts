import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SiblingGroup } from '@seine/shared/pages/facts.ts'
import { factsOf } from './testing/facts-of.ts'

const groups = (html: string): readonly SiblingGroup[] => factsOf(`<main>${html}</main>`).groups

const texts = (html: string): string[][] => groups(html).map(({ items }) => items.map(({ text }) => text))

describe('collectGroups', () => {
  it('reads cards with the names of their parts', () => {
    const card = (n: string): string =>
      `<div class="product-card"><a href="/p/${n}"><img src="/${n}.jpg" alt="Shoe ${n}"></a><h3 class="productName"><a href="/p/${n}">Shoe ${n}</a></h3>
       <span class="price" data-price="${n}9.5">€ ${n}9,50</span> <time datetime="2024-0${n}-01">day ${n}</time><div class="star-rating Four"></div></div>`
    const [group] = groups(`<h2>Shoes</h2><div class="productGrid">${card('1')}${card('2')}</div>`)
    assert.equal(group?.heading, 'Shoes')
    assert.deepEqual(group?.names, ['product card', 'product grid', 'div'])
    assert.equal(group?.items[0]?.text, 'Shoe 1 € 19,50 day 1')
    const page = 'https://example.org/p/1'
    assert.deepEqual(group?.items[0]?.fields, [
      { names: ['a'], text: '', url: page, machine: null },
      { names: ['img'], text: 'Shoe 1', url: 'https://example.org/1.jpg', machine: null },
      { names: ['product name', 'h3'], text: 'Shoe 1', url: null, machine: null },
      { names: ['a'], text: 'Shoe 1', url: page, machine: null },
      { names: ['price', 'span'], text: '€ 19,50', url: null, machine: '19.5' },
      { names: ['time'], text: 'day 1', url: null, machine: '2024-01-01' },
      { names: ['star rating', 'four', 'div'], text: '', url: null, machine: '4' },
    ])
  })

  it('reads items of one class without those of the class inside them', () => {
    const inner = (n: string): string => `<div class="card"><b>Part ${n}</b></div>`
    const outer = (n: string): string =>
      `<div class="card"><h3>Thing ${n}</h3><div class="parts">${inner(`${n}a`)}${inner(`${n}b`)}</div></div>`
    const joined = groups(outer('1') + outer('2')).find(({ items }) => items.length === 6)
    assert.deepEqual(
      joined?.items.map(({ text, fields }) => [text, fields.map((field) => field.text)]),
      ['1', '2'].flatMap((n) => [
        [`Thing ${n}`, [`Thing ${n}`]],
        [`Part ${n}a`, [`Part ${n}a`]],
        [`Part ${n}b`, [`Part ${n}b`]],
      ]),
    )
  })

  it('reads the fields of an item alike in each of its groups', () => {
    const card = (n: string): string => `<li class="card"><h3>Thing ${n}</h3><p>Price: ${n} €</p></li>`
    const both = groups(`<ul>${card('1')}${card('2')}</ul><p>Then</p><ul>${card('3')}${card('4')}</ul>`)
    const fieldsOf = (count: number): unknown[] =>
      both.filter(({ items }) => items.length === count).flatMap(({ items }) => items.map(({ fields }) => fields))
    assert.equal(fieldsOf(4).length, 4)
    assert.deepEqual(fieldsOf(4), fieldsOf(2))
  })

  it('names a part by the label before it', () => {
    const item = (n: string): string => `<li><b>Job ${n}</b><p>Place: Bonn ${n}</p><span>Pay:</span> <i>${n}0</i></li>`
    const fields = groups(`<ul>${item('1')}${item('2')}</ul>`)[0]?.items[1]?.fields ?? []
    assert.ok(fields.some(({ names, text }) => names.includes('place') && text === 'Bonn 2'))
    assert.ok(fields.some(({ names, text }) => names.includes('pay') && text === '20'))
  })

  it('names a part by its own text and by the text before it', () => {
    const item = (n: string): string =>
      `<li><h3>Story ${n}</h3><p>${n} points by <a href=/u>user${n}</a> | <a href=/c>${n} comments</a></p><p>Tag: <i>x${n}</i></p></li>`
    const fields = groups(`<ol>${item('1')}${item('2')}</ol>`)[0]?.items[1]?.fields ?? []
    for (const [name, text] of [
      ['by', 'user2'],
      ['comments', '2'],
      ['tag', 'x2'],
    ] as const)
      assert.ok(
        fields.some((field) => field.names.includes(name) && field.text === text),
        name,
      )
  })

  it('takes items of a class apart from others beside them', () => {
    const html =
      '<div><div class=job><a href=/1>A</a></div><div class=ad><b>Buy</b></div><div class=job><a href=/2>B</a></div></div>'
    assert.deepEqual(texts(html), [['A', 'B']])
  })

  it('joins the rows of a grid', () => {
    const row = (a: string, b: string): string =>
      `<div class=line><div class=card><b>${a}</b></div><div class=card><b>${b}</b></div></div>`
    assert.ok(texts(row('A', 'B') + row('C', 'D')).some((items) => items.join('') === 'ABCD'))
  })

  it('takes replies out of the comment they are in', () => {
    const html = `<ol><li class=comment><p>One</p><ul><li class=comment><p>Reply</p></li><li class=comment><p>More</p></li></ul></li>
      <li class=comment><p>Two</p></li></ol>`
    assert.ok(texts(html).some((items) => items.join(' ') === 'One Reply More Two'))
  })

  it('reads items that have no element to themselves', () => {
    const faq = '<div><h3>Q1?</h3><p>A1</p><h3>Q2?</h3><p>A2</p><p>more</p></div>'
    assert.ok(texts(faq).some((items) => items.join('|') === 'Q1? A1|Q2? A2 more'))
    const rows = [1, 2, 3]
      .map((n) => `<tr class=athing><td>T${String(n)}<tr><td>S${String(n)}<tr class=spacer>`)
      .join('')
    assert.ok(texts(`<table>${rows}</table>`).some((items) => items.join('|') === 'T1 S1|T2 S2|T3 S3'))
  })

  it('knows menus from content where the whole page is content', () => {
    const html = '<nav><ul><li><a href=/h>Home</a><li><a href=/i>In</a></ul></nav><ul><li>flour<li>salt</ul>'
    assert.deepEqual(
      factsOf(html, 'whole page').groups.map(({ items }) => items[0]?.text),
      ['flour', 'Home'],
    )
  })

  it('takes the heading of the section, not that of the card before', () => {
    const card = (n: string): string => `<div class=card><h3>${n}</h3><p>x</p></div>`
    const html = `<div><h2>Shoes</h2></div><div>${card('A')}${card('B')}</div><ul><li>one<li>two</ul>`
    assert.deepEqual(
      groups(html).map(({ heading }) => heading),
      ['Shoes', 'Shoes'],
    )
  })

  it('puts menus and footers last', () => {
    const html =
      '<nav><ul><li><a href=/h>Home</a><li><a href=/i>In</a></ul></nav><main><ul><li>flour<li>salt</ul></main>'
    assert.deepEqual(
      factsOf(html).groups.map(({ items }) => items[0]?.text),
      ['flour', 'Home'],
    )
  })
})
