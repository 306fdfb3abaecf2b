import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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

  it('knows a place on the same page', () => {
    assert.equal(urls.isSamePage('#x'), true)
    assert.equal(urls.isSamePage('/a/b?c=1#x'), true)
    assert.equal(urls.isSamePage('/a/b#x'), false)
    assert.equal(urls.isSamePage('/a/b?c=1'), false)
  })
})
