import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillSchema } from '../../fill/fill-schema.ts'
import { factsOf } from '../testing/facts-of.ts'
import { textLabel } from './text-labels.ts'

const string = { type: 'string' }
const filled = (title: string, name: string, body: string): unknown => {
  const schema = { title, type: 'object', properties: { name: string, [name]: string } }
  const facts = factsOf(`<html lang=en><body><main><h1>Mug</h1>${body}<p>A mug of stoneware for tea.</p></main>`)
  return (fillSchema(schema, facts).value as Record<string, unknown>)[name]
}

describe('the name behind `by`', () => {
  it('begins like a name, or is a log-in name', () => {
    for (const text of ['By Ana Lima', 'by ana_lima7', 'Posted by Ana', 'von Ana Lima', 'Por Ana'])
      assert.equal(textLabel(text)?.name, 'by', text)
    for (const text of ['By signing up, you agree to all of it', 'Por favor', 'Por favor, espere', 'von hier'])
      assert.equal(textLabel(text), null, text)
  })

  it('stands in a line, not in a sentence, and is not that of other work', () => {
    const author = (body: string): unknown => filled('book', 'author', body)
    assert.equal(author('<p>Mug, by <a href="/ana">Ana Lima</a></p>'), 'Ana Lima')
    assert.equal(author('<p>Photo by <a href="/ana">Ana Lima</a></p>'), undefined)
    const story =
      'The prize that bears the name of its first sponsor and is awarded once every year was established in 1968'
    assert.equal(author(`<p>${story} by <a href="/bank">Sveriges Riksbank</a></p>`), undefined)
  })

  it('is not a note on the author', () => {
    const note = 'Ana Lima has written about mugs, cups and bowls for more than ten years, and lives by the sea.'
    assert.equal(filled('book', 'author', `<div class="author-bio">${note}</div>`), undefined)
  })

  it('is the brand without its label when the page shows it alone', () => {
    const brand = (body: string): unknown => filled('product', 'brand', body)
    assert.equal(brand('<div id=brand><bdi>By</bdi> <a href="/a">Almondina</a></div>'), 'Almondina')
    assert.equal(brand('<div id=brand>By Malene Birger</div>'), 'By Malene Birger')
  })
})
