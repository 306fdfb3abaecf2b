import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededNumbers } from '@seine/shared/urls/testing/seeded-numbers.ts'
import { createUrlResolver } from './urls.ts'

describe('createUrlResolver', () => {
  const urls = createUrlResolver('https://example.org/a/b?c=1', null)

  it('resolves against the page', () => {
    assert.equal(urls.resolve('d#e'), 'https://example.org/a/d#e')
    assert.equal(urls.resolve('?f'), 'https://example.org/a/b?f')
    assert.equal(urls.resolve('//other.example/x'), 'https://other.example/x')
  })

  it('resolves against a base, itself relative to the page', () => {
    assert.equal(createUrlResolver('https://example.org/a/b', '/base/').resolve('d'), 'https://example.org/base/d')
  })

  for (const base of ['javascript:alert(1)', 'data:text/plain,x', 'http://[', 'mailto:a@b.example']) {
    it(`passes over the base ${base}`, () => {
      assert.equal(createUrlResolver('https://example.org/a/b', base).resolve('d'), 'https://example.org/a/d')
    })
  }

  for (const reference of [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'blob:x',
    'file:///etc',
    'http://[',
  ]) {
    it(`refuses ${JSON.stringify(reference)}`, () => assert.equal(urls.resolve(reference), null))
  }

  it('names pages without fragment, and nothing but pages', () => {
    assert.equal(urls.page('d#e'), 'https://example.org/a/d')
    assert.equal(urls.page('mailto:a@b.example'), null)
    assert.equal(urls.page('tel:1'), null)
  })

  it('names no pages with credentials, in the reference or in the base', () => {
    for (const reference of [
      'https://user@example.org/a',
      'https://u:p@example.org/',
      '//:p@example.org',
      'https:\\\\u@e.org',
    ]) {
      assert.equal(urls.page(reference), null, reference)
    }
    assert.equal(urls.page('https://@example.org/a@b?c@d'), 'https://example.org/a@b?c@d')
    const within = createUrlResolver('https://example.org/a/b', 'https://u:p@example.org/')
    assert.deepEqual(
      [within.page('c'), within.page('/c'), within.page('https://example.org/c')],
      [null, null, 'https://example.org/c'],
    )
  })

  it('refuses what is longer than any URL that is fetched, as written or once resolved', () => {
    const page = 'https://example.org/a/'
    const fits = 'x'.repeat(2_083 - page.length)
    assert.equal(urls.resolve(fits), page + fits)
    assert.equal(urls.resolve(`${fits}x`), null)
    assert.equal(urls.resolve('é'.repeat(1_000)), null)
    assert.equal(urls.page(`#${'x'.repeat(2_083)}`), null)
  })

  it('passes over a base that is longer than that, as written or once resolved', () => {
    for (const base of [`/${'x'.repeat(2_083)}/`, `/${'é'.repeat(1_000)}/`]) {
      assert.equal(createUrlResolver('https://example.org/a/b', base).resolve('d'), 'https://example.org/a/d')
    }
  })

  it('spends no time on long bases and references', () => {
    const start = process.threadCpuUsage()
    const long = createUrlResolver('https://example.org/a/b', `https://example.org/${'é'.repeat(100_000)}/`)
    for (let i = 0; i < 1_000; i++) {
      assert.equal(long.page(String(i)), `https://example.org/a/${i}`)
      assert.equal(long.page(`${'é'.repeat(100_000)}${i}`), null)
    }
    assert.ok(process.threadCpuUsage(start).user < 1_000_000)
  })

  describe('like the URL parser of the platform', () => {
    const below = seededNumbers(20_261_130)
    const marks = '/ / / // /. .. %2e %2E %2 % %zz %c3 . ? # \\ : @ ; ! $ & ( ) * + , = | ^ [ { < ` x= - ~ _'
    const pieces = [...marks.split(' '), 'a', 'B7', "'", '"', ' ', '\t', '\n', '\0', 'é', '港', '\ud800']
    for (const page of [
      'https://example.org/a/b?c=1#d',
      'http://example.org:8080/',
      'https://user:p%40ss@example.org/a',
      'http://bücher.example/ä',
      'https://EXAMPLE.org:443/a/../b',
      'http://[::1]:8/a',
      'http://0x7f.1/',
    ]) {
      it(`resolves paths from ${page}`, () => {
        const { origin, href } = new URL(page)
        const root = new URL('/', page).href.slice(0, -1)
        for (let round = 0; round < 4_000; round++) {
          const start = ['/', '/', '/', '', root, `${root}/`, `${origin}/`, href][below(8)]!
          const reference = start + Array.from({ length: below(7) }, () => pieces[below(pieces.length)]).join('')
          // A resolver of its own, because a reference that was resolved before is looked up.
          const resolved = createUrlResolver(page, null).resolve(reference)
          assert.equal(resolved, URL.parse(reference, href)?.href ?? null, JSON.stringify(reference))
        }
      })
    }
  })

  it('knows a place on the same page', () => {
    assert.equal(urls.isSamePage('#x'), true)
    assert.equal(urls.isSamePage('/a/b?c=1#x'), true)
    assert.equal(urls.isSamePage('/a/b#x'), false)
    assert.equal(urls.isSamePage('/a/b?c=1'), false)
  })

  describe('where routes stand behind #', () => {
    const routed = createUrlResolver('https://example.org/app#/home', null, true)

    it('names pages with their route, and without any other fragment', () => {
      const pages = ['#/a', '#!b', '#!/c', '#d', 'e#/f', 'e#g', '#/h?i=1#j'].map((each) => routed.page(each))
      assert.deepEqual(
        pages.map((page) => page?.slice('https://example.org/'.length)),
        ['app#/a', 'app#!b', 'app#!/c', 'app', 'e#/f', 'e', 'app#/h?i=1#j'],
      )
    })

    it('resolves a route against the base of the page', () => {
      assert.equal(createUrlResolver('https://example.org/a/b', '/', true).page('#/x'), 'https://example.org/#/x')
    })

    it('knows another route as another page', () => {
      assert.deepEqual(
        ['#x', '#/home', '#/other'].map((each) => routed.isSamePage(each)),
        [true, true, false],
      )
    })
  })
})
