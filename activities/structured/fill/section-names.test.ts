import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '../facts/testing/facts-of.ts'
import { fillSchema } from './fill-schema.ts'
import { isSectionName } from './section-names.ts'

const schema = {
  title: 'article',
  type: 'object',
  properties: { headline: { type: 'string' }, author: { type: 'string' }, section: { type: 'string' } },
}
const story = '<p>The story has a paragraph of some length, so that the page has a content of its own.</p>'
const sectionOf = (before: string, after = ''): unknown => {
  const html = `<html lang=en><head><title>Rain again</title><meta property="og:type" content="article"></head>
    <body><main>${before}<h1>Rain again</h1>${story}${story}${after}</main></body></html>`
  return (fillSchema(schema, factsOf(html)).value as Record<string, unknown>)['section']
}

describe('the section of an article', () => {
  it('is the link to a category of the website', () => {
    assert.equal(sectionOf('<p>Filed in <a href="/category/weather/">Weather</a></p>'), 'Weather')
  })

  it('is no link to anything else', () => {
    assert.equal(sectionOf('<p>More about <a href="/guides/weather/">Weather</a></p>'), undefined)
  })

  it('is no link to another website, and none in the prose', () => {
    assert.equal(sectionOf('<p>Filed in <a href="https://other.example/category/weather/">Weather</a></p>'), undefined)
    assert.equal(
      sectionOf('<p>Filed in <a href="https://www.example.org/category/weather/">Weather</a></p>'),
      'Weather',
    )
    const prose = (href: string): string =>
      `<p>We have written at length about <a href="${href}">Weather</a> before, and about how it changes the work of
       people who are outside all day, in every season of the year.</p>`
    assert.equal(sectionOf('', prose('https://hub.example/topics/weather')), undefined)
    assert.equal(sectionOf('', prose('/topics/weather')), undefined)
    assert.equal(
      sectionOf('', `${prose('/topics/rain')}<p>Filed in <a href="/topics/weather">Weather</a></p>`),
      'Weather',
    )
  })

  it('is the only link of a list of categories beside the article', () => {
    const aside = `<div class="side"><div>Subscribe to our letter for tips and news of the weather.</div><h3>Categories</h3>
      <a href="/category/weather/">Weather</a></div>`
    assert.equal(sectionOf('', `<p>${'It has rained for most of the week. '.repeat(4)}</p>${aside}`), 'Weather')
  })

  it('is no heading of a list, byline or title that a class calls a category', () => {
    for (const text of ['Related Posts', 'Leave a Reply', 'By Jane Doe', 'Categories'])
      assert.equal(sectionOf('', `<div class="category">${text}</div>`), undefined)
    assert.equal(sectionOf('', '<div class="category">Rain again, with pictures</div>'), undefined)
    assert.equal(sectionOf('', '<div class="category">Weather</div>'), 'Weather')
  })

  it('is short', () => {
    assert.ok(isSectionName('Health & Science', ['Rain again']))
    assert.ok(!isSectionName('Weather Sport Politics Business Culture Travel Opinion Video', []))
  })
})
