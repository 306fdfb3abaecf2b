import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from './testing/facts-of.ts'
import { fillSchema } from '../fill/fill-schema.ts'

const article = (footer: string, head = ''): string =>
  `<html lang=en><head><title>A long story | Exampl E</title>${head}</head><body><main><h1>A long story</h1>
   <p>It has a paragraph of some length, so that the page has a content.</p></main><footer>${footer}</footer></body></html>`

const footer = `<p>© 2019 Example Ltd. All rights reserved.</p><address>Mill Lane 4<br>Springfield, IL 62701</address>
  <a href="tel:+12175550100">(217) 555-0100</a> <a href="mailto:hello@example.org?subject=x">Write</a>`

describe('the facts of a website', () => {
  it('are its name and contacts in any place of the page', () => {
    assert.deepEqual(factsOf(article(footer)).document.site, {
      name: 'Exampl E',
      telephones: ['(217) 555-0100'],
      emails: ['hello@example.org'],
      addresses: ['Mill Lane 4\nSpringfield, IL 62701'],
    })
  })

  it('have the name that the page states', () => {
    const head = '<meta property="og:site_name" content="The Examiner">'
    assert.equal(factsOf(article(footer, head)).document.site.name, 'The Examiner')
  })

  it('take no year for a postal code', () => {
    assert.deepEqual(
      factsOf(article('<p>Copyright 2021 Moz, Inc. All rights reserved</p>')).document.site.addresses,
      [],
    )
  })

  it('fill a schema that asks for who runs the website', () => {
    const schema = {
      title: 'organization',
      type: 'object',
      properties: { name: { type: 'string' }, telephone: { type: 'string' }, city: { type: 'string' } },
    }
    assert.deepEqual(fillSchema(schema, factsOf(article(footer))).value, {
      name: 'Exampl E',
      telephone: '(217) 555-0100',
      city: 'Springfield',
    })
  })
})
