import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from './testing/facts-of.ts'

const article = (footer: string, head = ''): string =>
  `<html lang=en><head><title>A long story | Exampl E</title>${head}</head><body><main><h1>A long story</h1>
   <p>It has a paragraph of some length, so that the page has a content.</p></main><footer>${footer}</footer></body></html>`

const footer = `<p>© 2019 Example Ltd. All rights reserved.</p><address>Mill Lane 4<br>Springfield, IL 62701</address>
  <a href="tel:+12175550100">(217) 555-0100</a> <a href="mailto:hello@example.org?subject=x">Write</a>`

describe('the facts of a website', () => {
  it('are its name and contacts outside the content', () => {
    assert.deepEqual(factsOf(article(footer)).document.site, {
      name: 'Exampl E',
      telephones: ['(217) 555-0100'],
      emails: ['hello@example.org'],
      addresses: ['Mill Lane 4\nSpringfield, IL 62701'],
      hasOwnContacts: false,
    })
  })

  it('have the name that the page states', () => {
    const head = '<meta property="og:site_name" content="The Examiner">'
    assert.equal(factsOf(article(footer, head)).document.site.name, 'The Examiner')
  })

  it('have the stated name without a slogan, and no name of a page', () => {
    const named = (name: string): unknown =>
      factsOf(article('<p>A note</p>', `<meta property="og:site_name" content="${name}">`)).document.site.name
    assert.equal(named('Example: stories for the real world'), 'Example')
    assert.equal(named('Stories for the real world | Example Blog'), 'Example')
    for (const name of ['Example Blog', 'Example Documentation', 'Example –']) assert.equal(named(name), 'Example')
    assert.equal(named('The Garden Blog'), 'The Garden Blog')
    // What the title shows counts instead.
    assert.equal(named('Homepage'), 'Exampl E')
    assert.equal(named('city-garden'), 'Exampl E')
  })

  it('have a stated name with a hyphen, and a slug only when it is the name of the host', () => {
    const named = (name: string, title = 'A long story'): unknown =>
      factsOf(
        article('<p>A note</p>', `<meta property="og:site_name" content="${name}">`).replace(
          /<title>.*<\/title>/,
          `<title>${title}</title>`,
        ),
      ).document.site.name
    for (const name of ['Coca-Cola', 'T-Mobile', 'Rolls-Royce Motor Cars']) assert.equal(named(name), name)
    assert.equal(named('exam-ple'), 'exam-ple')
    assert.equal(named('exam-ple', 'A long story | Exampl E'), 'Exampl E')
    assert.equal(named('city-garden'), null)
  })

  it('take no year for a postal code', () => {
    assert.deepEqual(
      factsOf(article('<p>Copyright 2021 Moz, Inc. All rights reserved</p>')).document.site.addresses,
      [],
    )
  })

  it('have an address whose lines are elements of their own', () => {
    const lines = '<span>1600 Mill Ave STE 3</span>,<br><span>Helena</span>, <span>MT</span> <span>59602</span>'
    assert.deepEqual(factsOf(article(`<p class="address">${lines}</p>`)).document.site.addresses, [
      '1600 Mill Ave STE 3,\nHelena, MT 59602',
    ])
    assert.deepEqual(factsOf(article('<p><span>1600 Mill Ave STE 3</span></p>')).document.site.addresses, [])
  })

  it('are not the contacts in its content', () => {
    const page = article(footer).replace(
      '<p>',
      '<p><a href="tel:911911911">Call</a> <a href="mailto:victim@other.com">Mail</a> ',
    )
    const { telephones, emails, hasOwnContacts } = factsOf(page).document.site
    assert.deepEqual([telephones, emails, hasOwnContacts], [['(217) 555-0100'], ['hello@example.org'], true])
  })
})
