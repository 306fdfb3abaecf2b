import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mapLimits } from '@seine/shared/config/limits.ts'
import { createScope } from '../frontier/scope.ts'
import { SiteLinks } from './site-links.ts'

const linksOf = (options: { allowSubdomains?: boolean; ignoreQueryParameters?: boolean; max?: number } = {}) => {
  const { allowSubdomains = true, ignoreQueryParameters = true, max = 100 } = options
  const scope = createScope('https://www.e.co.uk/deep/path', { crawlEntireDomain: true, allowSubdomains })
  return new SiteLinks({ scope, ignoreQueryParameters, max })
}

const urlsOf = (links: SiteLinks): string[] => links.list(null).map(({ url }) => url)

describe('links of a site', () => {
  const offered = [
    'http://e.co.uk/a',
    'https://www.e.co.uk/',
    'https://shop.e.co.uk/a',
    'https://other.co.uk/a',
    'https://e.co.uk:8443/a',
    'https://e.co.uk.evil.example/',
  ]

  it('are those of its host, whatever the scheme, and of hosts below its domain', () => {
    const links = linksOf()
    for (const url of offered) links.take(url, { url })
    assert.deepEqual(urlsOf(links), offered.slice(0, 3))
    assert.equal(links.outside, 3)
  })

  it('are those of its host alone when subdomains are not wanted', () => {
    const links = linksOf({ allowSubdomains: false })
    for (const url of offered) links.take(url, { url })
    assert.deepEqual(urlsOf(links), offered.slice(0, 2))
  })

  it('are each there once, with what is said of them first and their first source', () => {
    const links = linksOf()
    links.take('https://e.co.uk/a?x=1', { url: '', lastmod: '2024-01-01' })
    links.take('http://www.e.co.uk/a', { url: '', title: 'From another sitemap', lastmod: '2025-01-01' })
    links.addPageLink('https://e.co.uk/a?y=2', 'Text')
    assert.deepEqual(links.list(null), [
      { url: 'https://e.co.uk/a?x=1', source: 'sitemap', lastmod: '2024-01-01', title: 'From another sitemap' },
    ])
  })

  it('end at the requested number, with a warning only when there are more', () => {
    const links = linksOf({ max: 2 })
    for (const path of ['a', 'b', 'a']) links.take(`https://e.co.uk/${path}`, { url: '' })
    assert.deepEqual([links.full, links.overflown], [true, false])
    assert.equal(links.take('https://e.co.uk/c', { url: '' }), false)
    assert.deepEqual([links.size, links.overflown], [2, true])
  })

  it('end when their texts are more than is kept', () => {
    const links = linksOf({ max: 1_000_000 })
    const url = (at: number) => `https://e.co.uk/${String(at).padStart(2_000, 'x')}`
    let taken = 0
    while (links.take(url(taken), { url: '' })) taken += 1
    assert.equal(taken, Math.ceil(mapLimits.linksMaxCharacters / url(0).length))
  })

  it('have texts that are short', () => {
    const links = linksOf()
    links.take('https://e.co.uk/a', { url: '', title: 't'.repeat(9_000), description: 'd'.repeat(9_000) })
    const [link] = links.list(null)
    assert.deepEqual([link?.title?.length, link?.description?.length], [300, 500])
  })

  it('begin with the start page, under the title it gives itself', () => {
    const links = linksOf({ max: 2 })
    for (const path of ['a', 'b']) links.take(`https://e.co.uk/${path}`, { url: '', title: 'Old' })
    const start = { title: 'B', description: null }
    assert.deepEqual(
      links.list({ url: 'https://e.co.uk/b', ...start }).map(({ url, title }) => [url, title]),
      [
        ['https://e.co.uk/b', 'B'],
        ['https://e.co.uk/a', 'Old'],
      ],
    )
    assert.equal(links.overflown, false)
    assert.deepEqual(
      links.list({ url: 'https://e.co.uk/', ...start }).map(({ url }) => url),
      ['https://e.co.uk/', 'https://e.co.uk/b']
        .toSorted()
        .map((url) => (url.endsWith('b') ? 'https://e.co.uk/a' : url)),
    )
    assert.equal(links.overflown, true)
  })
})
