import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nothingStated } from './nothing-stated.ts'
import { collectMetadata } from './collect.ts'
import { parseTree } from '../../html/parse-tree.ts'
import { createUrlResolver } from '../../html/urls.ts'

const url = 'https://example.org/a/b'

const metadata = (html: string, structured = false): ReturnType<typeof collectMetadata> =>
  collectMetadata(parseTree(html).document, createUrlResolver(url, null), {
    url,
    depth: structured ? 'structured' : 'plain',
  })

describe('collectMetadata', () => {
  it('reads what a page states', () => {
    const html = `<html lang=" en-GB "><head><title>
        A  title </title><meta name=Description content="What it   is"><link rel="canonical" href="/c#d">
        <meta name=robots content="NOINDEX, nofollow"></head>`
    assert.deepEqual(metadata(html), {
      ...nothingStated,
      title: 'A title',
      description: 'What it is',
      language: 'en-GB',
      canonicalUrl: 'https://example.org/c',
      robots: 'noindex, nofollow',
    })
  })

  it('is null where the page states nothing', () => assert.deepEqual(metadata('<p>x'), nothingStated))

  it('reads an article of the usual kind whole', () => {
    const html = `<html lang=en_us><head><title>Plain bread | The Oven</title>
      <meta property="og:title" content="Plain bread"><meta property="og:site_name" content="The Oven">
      <meta property="og:image" content="/1.jpg"><meta property="og:image" content="/2.jpg">
      <link rel=icon href=/i.svg><script type="application/ld+json">
      {"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"Oven"},
       {"@type":"BlogPosting","author":{"@id":"#a"},"datePublished":"2025-09-04T10:00:00+02:00","dateModified":"2025-09-05"},
       {"@type":"Person","@id":"#a","name":"Ana Lima"}]}</script></head><body><h1>Plain bread</h1>`
    const { jsonLd, ...found } = metadata(html, true)
    assert.deepEqual(found, {
      title: 'Plain bread',
      description: null,
      language: 'en-US',
      canonicalUrl: null,
      robots: null,
      author: 'Ana Lima',
      publishedTime: '2025-09-04T10:00:00+02:00',
      modifiedTime: '2025-09-05',
      favicon: 'https://example.org/i.svg',
      siteName: 'The Oven',
      og: { title: 'Plain bread', site_name: 'The Oven', image: ['/1.jpg', '/2.jpg'] },
    })
    assert.equal(jsonLd.length, 3)
    const plain = metadata(html)
    assert.deepEqual([plain.og, plain.jsonLd, plain.author], [{}, [], 'Ana Lima'])
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
    ['takes the title element at last, without the site', '<title>Post | Site</title><h1></h1>', 'Post'],
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
