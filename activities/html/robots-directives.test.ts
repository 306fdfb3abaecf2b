import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { namedDirectives, saysNofollow } from './robots-directives.ts'

describe('saysNofollow', () => {
  const cases: [header: string, expected: boolean, why: string][] = [
    ['nofollow', true, 'for every crawler'],
    ['NOINDEX, NoFollow', true, 'case does not matter'],
    ['none', true, 'stands for noindex and nofollow'],
    ['noindex nofollow', true, 'white space between directives is common'],
    ['noindex', false, 'only the index is refused'],
    ['', false, 'nothing said'],
    ['all', false, 'the default'],
    ['nofollowing', false, 'another word'],
    ['seinebot: nofollow', true, 'named'],
    ['SeineBot : none', true, 'named in another case'],
    ['googlebot: nofollow', false, 'somebody else is named'],
    ['seine: nofollow', false, 'a shorter name is another crawler'],
    ['googlebot: nofollow, otherbot: noindex', false, 'two others are named'],
    ['googlebot: noindex, nofollow', false, 'a name counts for all that follows it'],
    ['googlebot: noindex, seinebot: nofollow', true, 'ours comes second'],
    ['seinebot: noindex, googlebot: nofollow', false, 'the other comes second'],
    ['nofollow, googlebot: noindex', true, 'said for all before a name'],
    ['unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow', true, 'a date is no name'],
    ['unavailable_after: Tuesday, 25-Jun-30 15:00:00 PST, nofollow', true, 'nor is a time in it'],
    ['max-snippet: 20, max-image-preview: none, noindex', false, 'none is the value of another directive'],
    ['googlebot: max-snippet: 20, nofollow', false, 'a value behind a name'],
  ]
  for (const [header, expected, why] of cases) {
    it(`is ${expected} for ${JSON.stringify(header)}: ${why}`, () => {
      assert.equal(saysNofollow(null, header, 'SeineBot'), expected)
      assert.equal(saysNofollow(header, undefined, 'seinebot'), expected)
    })
  }

  it('adds up what the page and its header say', () => {
    assert.equal(saysNofollow('index, follow', 'nofollow', 'SeineBot'), true)
    assert.equal(saysNofollow('nofollow', 'seinebot: follow', 'SeineBot'), true)
    assert.equal(saysNofollow(null, undefined, 'SeineBot'), false)
  })
})

describe('namedDirectives', () => {
  it('takes what consists of directives alone', () => {
    assert.equal(namedDirectives('googlebot', 'noindex, nofollow'), 'googlebot: noindex, nofollow')
    assert.equal(namedDirectives('acmecrawler', 'nofollow,max-snippet:3'), 'acmecrawler: nofollow,max-snippet:3')
    assert.equal(namedDirectives('seinebot', 'none'), 'seinebot: none')
  })

  it('passes over everything else', () => {
    for (const [name, content] of [
      ['description', 'how nofollow works'],
      ['msapplication-config', 'none'],
      ['keywords', 'nofollow, seo'],
      ['og:robots', 'nofollow'],
      ['googlebot', 'index, follow'],
    ] as const) {
      assert.equal(namedDirectives(name, content), null, name)
    }
  })
})
