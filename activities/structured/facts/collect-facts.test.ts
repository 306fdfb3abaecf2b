import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factLimits } from '../limits/structured-limits.ts'
import { factsOf } from './testing/facts-of.ts'

describe('collectFacts', () => {
  it('reports the document', () => {
    const { document } = factsOf(`<html lang=en><head><title>Bread | Oven</title></head><body>
      <div class="breadcrumbs"><a href=/>Home</a> › <a href=/r>Recipes</a> › <span>Bread</span></div>
      <main><h1>Bread</h1><p>First.</p><p>Second, which is long enough to be an <a href=/x>opening</a>.</p><img src=/dot.gif width=16><img src=/b.jpg><h2>Steps</h2><ul><li>Mix</ul></main>`)
    assert.deepEqual(document, {
      url: 'https://example.org/shop/page',
      canonicalUrl: null,
      title: 'Bread',
      language: 'en',
      author: null,
      published: null,
      modified: null,
      heading: 'Bread',
      opening: 'Second, which is long enough to be an opening.',
      images: ['https://example.org/b.jpg', 'https://example.org/dot.gif'],
      breadcrumbs: ['Home', 'Recipes', 'Bread'],
      site: { name: null, telephones: [], emails: [], addresses: [], hasOwnContacts: false },
    })
  })

  it('collects meta elements by name, property and itemprop', () => {
    const { meta } = factsOf(`<meta property="og:Image" content=a><meta property="og:image" content=b>
      <meta name=Author content=" Ana "><meta itemprop=price content=5><meta name=empty content="">`)
    assert.deepEqual({ ...meta }, { 'og:image': ['a', 'b'], author: ['Ana'], price: ['5'] })
  })

  it('lists parts outside of groups', () => {
    const { fields } = factsOf(`<main><h1>Shoe</h1><div class="price"><span>€</span><b>9</b></div>
      <ul><li>one<li>two<li>three</ul><time datetime=2024-01-01>then</time></main><footer><p>foot</p></footer>`)
    assert.deepEqual(
      fields.map(({ names, text, machine }) => [names[0], text, machine]),
      [
        ['h1', 'Shoe', null],
        ['price', '€9', null],
        ['span', '€', null],
        ['b', '9', null],
        ['time', 'then', '2024-01-01'],
      ],
    )
  })

  const many = 100_000
  const hostile: [title: string, html: string][] = [
    ['siblings of one shape', '<div class="a b c"><b class=x>1</b></div>'.repeat(60_000)],
    [
      'siblings of as many shapes',
      Array.from({ length: 50_000 }, (_, at) => `<div class="cx${String(at)} cy${String(at % 7)}">x</div>`).join(''),
    ],
    ['elements in each other', '<div class=a>x'.repeat(many)],
    ['spans in each other', '<span class=a>x'.repeat(many)],
    ['lists in each other', '<ul><li class=a>x<li class=a>y'.repeat(30_000)],
    ['rows of a table', '<tr><td rowspan=1000 colspan=1000>x'.repeat(50_000).replace(/^/, '<table><tr><th>a<th>b')],
    ['tables in each other', '<table><tr><td>a<td>'.repeat(10_000)],
    ['labels', '<p><b>a:</b> b<br>'.repeat(40_000)],
    ['terms', `<dl>${'<dt>a'.repeat(60_000)}${'<dd>b'.repeat(60_000)}</dl>`],
    ['headings', '<h2>a</h2>'.repeat(50_000)],
    ['trails in each other', '<div class=breadcrumb><a>x</a>'.repeat(30_000)],
    ['links', '<a class=k href="/x">y</a>'.repeat(80_000)],
    ['attributes with state', `<div data-s='{"a":"${'x'.repeat(60)}"}'></div>`.repeat(50_000)],
    ['colons', `<p>${'a: '.repeat(many)}</p>`],
  ]
  for (const [title, html] of hostile)
    it(`bounds a page full of ${title}`, () => {
      const before = process.threadCpuUsage()
      const facts = factsOf(html)
      // Reads all kinds of facts.
      const characters = JSON.stringify(facts).length
      assert.ok(process.threadCpuUsage(before).user < 60_000_000)
      assert.ok(facts.groups.length <= factLimits.groupsMax)
      assert.ok(characters < 20_000_000)
    })
})
