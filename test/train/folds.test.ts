import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldCount, foldOf, siteOf } from './folds.ts'

describe('siteOf', () => {
  const cases: [url: string, site: string][] = [
    ['https://www.example.org/a', 'example.org'],
    ['https://forum.shop.example.co.uk/a', 'example.co.uk'],
    ['http://example.org', 'example.org'],
    ['about:blank#12', 'about:blank#12'],
  ]
  for (const [url, site] of cases) it(`of ${url} is ${site}`, () => assert.equal(siteOf(url), site))
})

describe('foldOf', () => {
  it('spreads sites evenly', () => {
    const counts = Array.from({ length: foldCount }, () => 0)
    for (let at = 0; at < 1_000; at++) counts[foldOf(`site${at}.org`)]!++
    assert.ok(Math.min(...counts) > 150 && Math.max(...counts) < 250, counts.join(' '))
  })
})
