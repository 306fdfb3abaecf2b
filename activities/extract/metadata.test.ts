import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { collectMetadata } from './metadata.ts'
import { parseTree } from './parse-tree.ts'
import { createUrlResolver } from './urls.ts'

const metadata = (html: string): ReturnType<typeof collectMetadata> =>
  collectMetadata(parseTree(html).document, createUrlResolver('https://example.org/a/b', null))

describe('collectMetadata', () => {
  it('reads what a page states', () => {
    const html = `<html lang=" en-GB "><head><title>
        A  title </title><meta name=Description content="What it   is"><link rel="canonical" href="/c#d">
        <meta name=robots content="NOINDEX, nofollow"></head>`
    assert.deepEqual(metadata(html), {
      title: 'A title',
      description: 'What it is',
      language: 'en-GB',
      canonicalUrl: 'https://example.org/c',
      robots: 'noindex, nofollow',
    })
  })

  it('says null where the page says nothing', () => {
    assert.deepEqual(metadata('<p>x'), {
      title: null,
      description: null,
      language: null,
      canonicalUrl: null,
      robots: null,
    })
  })

  const titles: [title: string, html: string, expected: string | null][] = [
    ['prefers the only main heading', '<title>Post | Site</title><h1>Post</h1>', 'Post'],
    [
      'of several headings takes the one the title repeats',
      '<title>Post | Site</title><h1>Site news</h1><h1>Post</h1>',
      'Post',
    ],
    [
      'prefers the shared title without headings',
      '<title>Post | Site</title><meta property=og:title content=Post>',
      'Post',
    ],
    ['takes the title element at last', '<title>Post | Site</title><h1></h1>', 'Post | Site'],
    ['does not take the title of a picture', '<svg><title>Menu</title></svg>', null],
  ]
  for (const [title, html, expected] of titles) it(title, () => assert.equal(metadata(html).title, expected))

  it('falls back to shared description and language', () => {
    const found = metadata('<meta property=og:description content=d><meta property=og:locale content=de_AT>')
    assert.deepEqual([found.description, found.language], ['d', 'de-AT'])
  })

  it('reads a head cut short by stray content', () => {
    assert.equal(metadata('<head><div></div><meta name=description content=late></head>').description, 'late')
  })

  it('joins several robots rules', () => {
    assert.equal(
      metadata('<meta name=robots content=noindex><meta name=robots content=NOARCHIVE>').robots,
      'noindex, noarchive',
    )
  })

  it('reads robots rules for one crawler behind those for all', () => {
    const html =
      '<meta name=GoogleBot content="NOINDEX, nofollow"><meta name=robots content=noarchive><meta name=referrer content=none>'
    assert.equal(metadata(html).robots, 'noarchive, googlebot: noindex, nofollow')
  })

  it('passes over a canonical URL that is no page', () => {
    const html = '<link rel=canonical href="javascript:x"><link rel="shortlink canonical" href=/ok>'
    assert.equal(metadata(html).canonicalUrl, 'https://example.org/ok')
  })
})
