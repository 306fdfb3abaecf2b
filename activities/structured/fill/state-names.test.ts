import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillSchema } from './fill-schema.ts'
import { isNamedAsPage, titlesOf } from './state-names.ts'
import { pageOf } from './testing/page-of.ts'

const page = pageOf({
  document: { title: 'The best tutorials for beginners', heading: 'The best tutorials for beginners' },
})
const titles = titlesOf(page.document)
const isNamed = (title: string, isListed = false): boolean | null => isNamedAsPage({ title }, titles, isListed)

describe('an object in the state of scripts', () => {
  it('is the page under its name, and something else under another one', () => {
    assert.equal(isNamed('The Best Tutorials for Beginners'), true)
    assert.equal(isNamed('Eight figures that you need to track'), false)
  })

  it('may be the page when its name has most words of the title', () => {
    assert.equal(isNamed('Best tutorials: for beginners, too'), null)
    assert.equal(isNamedAsPage({ id: 1 }, titles, false), null)
  })

  it('is a part of the page as an entry of a list under a longer name', () => {
    assert.equal(isNamed('The best tutorials for beginners, trailer 2'), true)
    assert.notEqual(isNamed('The best tutorials for beginners, trailer 2', true), true)
  })

  it('is not the page under a name that only contains its title', () => {
    const short = titlesOf({ title: 'Apex', heading: null })
    assert.equal(isNamedAsPage({ title: 'Apex One' }, short, false), true)
    assert.notEqual(isNamedAsPage({ title: 'Breach at Apex: the trailer' }, short, false), true)
  })

  it('may be the page when the served page has no heading', () => {
    const served = pageOf({ document: { title: 'Acme Store' } })
    const string = { type: 'string' }
    const properties = { name: string, sku: string, price: { type: 'number' } }
    const mug = { name: 'White Mug', sku: 'W-1', price: 12.5 }
    assert.deepEqual(
      fillSchema({ title: 'product', type: 'object', properties }, { ...served, hydration: [mug] }).value,
      mug,
    )
  })

  it('may be the page when it shares most of a name in a script without spaces', () => {
    const title = '【送料無料】白いマグカップ大サイズ｜陶器の店'
    const japanese = titlesOf({ title, heading: '白いマグカップ大サイズ' })
    assert.equal(isNamedAsPage({ name: 'マグカップ 白' }, japanese, false), null)
    assert.equal(isNamedAsPage({ name: '白マグカップ' }, japanese, false), null)
    assert.equal(isNamedAsPage({ name: '青い皿' }, japanese, false), false)
    assert.equal(isNamedAsPage({ name: '木のスプーン' }, japanese, false), false)
  })

  it('does not fill an article when it is another one', () => {
    const string = { type: 'string' }
    const schema = {
      title: 'article',
      type: 'object',
      properties: { headline: string, author: string, description: string },
    }
    const other = {
      headline: 'Eight figures that you need to track',
      author: 'Jane Doe',
      description: 'Another article.',
    }
    assert.deepEqual(fillSchema(schema, { ...page, hydration: [{ related: other }] }).value, {
      headline: 'The best tutorials for beginners',
    })
  })
})
