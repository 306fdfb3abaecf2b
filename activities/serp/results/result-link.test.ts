import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SerpEngine } from '@seine/shared/tasks/scrape-task.ts'
import { resultLink, sameLinkKey } from './result-link.ts'

const target = 'https://example.com/a?b=c&d=ä'
const href = new URL(target).href
const base64 = Buffer.from(target).toString('base64url')
const pages: Record<SerpEngine, string> = {
  google: 'https://www.google.de/search?q=a',
  bing: 'https://www.bing.com/search?q=a',
  duckduckgo: 'https://html.duckduckgo.com/html/?q=a',
}

const cases: readonly (readonly [engine: SerpEngine, link: string, expected: string | null])[] = [
  ['google', target, href],
  ['google', `/url?q=${encodeURIComponent(target)}&sa=U`, href],
  ['google', `https://www.google.com/url?url=${encodeURIComponent(target)}`, href],
  ['google', `https://www.google.co.uk/url?q=${encodeURIComponent(target)}`, href],
  ['google', `/url?q=${encodeURIComponent(`https://www.google.com/url?q=${encodeURIComponent(target)}`)}`, href],
  ['google', '/url?q=/search%3Fq%3Db', null],
  ['google', '/search?q=b', null],
  ['google', '/imgres?imgurl=a', null],
  ['google', 'https://www.google.com/maps', 'https://www.google.com/maps'],
  ['google', 'https://www.google.com/', 'https://www.google.com/'],
  [
    'google',
    'https://example.com/url?q=https%3A%2F%2Fother.example',
    'https://example.com/url?q=https%3A%2F%2Fother.example',
  ],
  ['google', 'https://notgoogle.com/url?q=a', 'https://notgoogle.com/url?q=a'],
  ['google', 'javascript:alert(1)', null],
  ['google', 'ftp://example.com/', null],
  ['google', '', null],
  ['google', '#top', null],
  ['google', `https://example.com/${'a'.repeat(5_000)}`, null],
  ['bing', `https://www.bing.com/ck/a?!&&p=1&u=a1${base64}&ntb=1`, href],
  ['bing', `/ck/a?u=a1${base64}`, href],
  ['bing', `/ck/a?u=a1${Buffer.from('/search?q=b').toString('base64url')}`, null],
  ['bing', '/ck/a?u=a1%%%', null],
  ['bing', '/ck/a', null],
  ['duckduckgo', `//duckduckgo.com/l/?uddg=${encodeURIComponent(target)}&rut=1`, href],
  ['duckduckgo', `/l/?uddg=${encodeURIComponent(target)}`, href],
  ['duckduckgo', '/html/?q=b', null],
]

describe('a link on a page of results', () => {
  for (const [engine, link, expected] of cases) {
    it(`of ${engine}, ${link.slice(0, 70)}, leads to ${expected ?? 'no website'}`, () => {
      const read = resultLink(engine, link, pages[engine])
      assert.deepEqual(read, expected === null ? null : { kind: 'result', url: expected })
    })
  }

  for (const [engine, link, expected] of [
    ['google', 'https://www.google.com/aclk?sa=l&adurl=https://shop.example/', 'https://shop.example/'],
    ['google', '/aclk?sa=l', null],
    ['google', 'https://www.googleadservices.com/pagead/aclk?sa=L', null],
    ['bing', `https://www.bing.com/aclick?ld=1&u=a1${base64}`, href],
    ['bing', 'https://www.bing.com/aclk?ld=1&u=aHR0cHM', null],
    ['bing', `/aclk?u=${Buffer.from(encodeURIComponent(target)).toString('base64')}`, href],
    ['duckduckgo', 'https://duckduckgo.com/y.js?ad_domain=shop.example', null],
    ['duckduckgo', `//duckduckgo.com/l/?uddg=${encodeURIComponent('https://duckduckgo.com/y.js?ad_domain=a')}`, null],
  ] as const) {
    it(`of ${engine}, ${link.slice(0, 60)}, is an ad`, () => {
      assert.deepEqual(resultLink(engine, link, pages[engine]), { kind: 'ad', url: expected })
    })
  }

  it('is the same page with www and a slash at its end, and not with another query', () => {
    assert.equal(sameLinkKey('https://www.e.com/a/'), sameLinkKey('http://e.com/a'))
    assert.notEqual(sameLinkKey('https://e.com/a?b'), sameLinkKey('https://e.com/a?c'))
  })
})
