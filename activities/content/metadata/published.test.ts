import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { createUrlResolver } from '../../html/urls.ts'
import { collectMetadata } from './collect.ts'

function datesOf(html: string, url = 'https://example.org/post'): [published: string | null, modified: string | null] {
  const urls = createUrlResolver(url, null)
  const found = collectMetadata(parseTree(html).document, urls, { url, depth: 'plain' })
  return [found.publishedTime, found.modifiedTime]
}

describe('the dates of a page', () => {
  const cases: [title: string, html: string, published: string | null, modified?: string][] = [
    ['are read from meta elements', '<meta property=article:published_time content=2025-09-04T10:00:00Z><meta property=article:modified_time content=2025-09-05>', '2025-09-04T10:00:00Z', '2025-09-05'],
    ['are read from JSON-LD', '<script type="application/ld+json">{"@type":"Article","datePublished":"September 4, 2025","dateModified":"2025-09-05"}</script>', '2025-09-04', '2025-09-05'],
    ['are read from Dublin Core', '<meta name=DC.date.issued content=2025-09-04>', '2025-09-04'],
    ['are read from microdata', '<h1>T</h1><meta itemprop=datePublished content=2025-09-04><time itemprop=dateModified datetime=2025-09-05>x</time>', '2025-09-04', '2025-09-05'],
    ['are read from a time element', '<h1>T</h1><time datetime="2025-09-04T10:00+02:00">today</time>', '2025-09-04T10:00:00+02:00'],
    ['are read from the text of a time element', '<h1>T</h1><time>4 Sep 2025</time>', '2025-09-04'],
    ['are read from a class', '<h1>T</h1><span class=entry-date>4 Sep 2025</span>', '2025-09-04'],
    ['are read from words below the heading', '<h1>T</h1><p>Ana Lima, 4 September 2025</p>', '2025-09-04'],
    ['are those nearest to the heading', '<time>1 Jan 2020</time><h1>T</h1><time>4 Sep 2025</time><time>5 Sep 2025</time>', '2025-09-04'],
    ['are not those of comments', '<article><h1>T</h1><p>x</p></article><div class=comments><time>5 Sep 2025</time></div>', null],
    ['are not those of copyright', '<h1>T</h1><p>Copyright 4 Sep 2025</p>', null],
    ['have no change of the draft', '<meta property=article:published_time content=2025-09-04><meta property=article:modified_time content=2025-09-01>', '2025-09-04'],
    ['have the time of a time element below a mark', '<h1>T</h1><a class=post-date><time datetime=2025-09-04T10:00:00Z>4 Sep 2025</time></a>', '2025-09-04T10:00:00Z'],
    ['are of the day that is shown', '<h1>T</h1><a class=post-date><time datetime=2025-09-05T01:00:00Z>4 Sep 2025</time></a>', '2025-09-04'],
    ['are not those of the entries of a list', `<h1>T</h1>${'<article><h2>E</h2><time datetime=2025-09-04>x</time></article>'.repeat(2)}`, null],
    ['are those of the only article', '<h1>T</h1><article><h2>E</h2><time datetime=2025-09-04>x</time></article>', '2025-09-04'],
    ['may stand in a list', '<h1>T</h1><ul><li>Ana Lima<li><time datetime=2025-09-04>x</time></ul>', '2025-09-04'],
    ['are near a heading by role', '<title>T</title><p role=heading aria-level=1>T</p><p>4 September 2025', '2025-09-04'],
    ['are not relative', '<h1>T</h1><time>3 days ago</time>', null],
    ['are those shown when the data states a later one', '<meta property=article:published_time content=2025-09-04><h1>T</h1><p class=post-date>12 May 2021</p>', '2021-05-12'],
    ['are those shown behind a label', '<meta property=article:published_time content=2025-09-04><h1>T</h1><p>Published on</p><p>12 May 2021</p>', '2021-05-12'],
    ['have the time of day that is shown', '<meta property=article:published_time content=2025-09-04><h1>T</h1><time datetime=2021-05-12T08:30:00Z>12 May 2021</time>', '2021-05-12T08:30:00Z'],
    ['are not those of a link in the text', '<meta property=article:published_time content=2025-09-04T08:00:00Z><h1>T</h1><p>As we wrote on <a href=/x>4 March 2011</a>, it is so.</p>', '2025-09-04T08:00:00Z'],
    ['are not those of an event', '<meta property=article:published_time content=2025-09-04T08:00:00Z><h1>T</h1><p>When: 12 May 2023</p>', '2025-09-04T08:00:00Z'],
    ['are those stated when a later one is shown', '<meta property=article:published_time content=2025-09-04><h1>T</h1><p class=date>12 May 2026</p>', '2025-09-04'],
    ['are those stated when the day before is shown, as in another time zone', '<meta property=article:published_time content=2025-09-04T01:00:00Z><h1>T</h1><p class=date>3 Sep 2025</p>', '2025-09-04T01:00:00Z'],
    ['are those stated when several are shown, a change or a cell', '<meta property=article:published_time content=2025-09-04><h1>T</h1><p>Updated 12 May 2021</p><table><td>1 May 2021</table>', '2025-09-04'],
    ['are read behind a label anywhere', `<h1>T</h1>${'<p>x</p>'.repeat(90)}<p>Published</p><p>4 September 2025</p>`, '2025-09-04'],
    ['are not read behind several labels', `<h1>T</h1>${'<p>x</p>'.repeat(90)}<p>Posted on 4 May 2025</p><p>Posted on 5 May 2025</p>`, null],
    ['are read in the footer of an article', `<meta property=og:type content=article><article><h1>T</h1>${'<p>x</p>'.repeat(90)}<div class=article-footer><time datetime=2025-09-04>x</time></div></article>`, '2025-09-04'],
    ['are the only date of a page without a heading', '<p>Saturday</p><p>20 December, 2025</p><p>x</p><p>20 Dec 2025, 11:59</p>', '2025-12-20'],
    ['are read from other meta elements that are named after a date', '<meta name=x-published-date content=2025-09-04><meta name=expiry-date content=2027-01-01><h1>T</h1>', '2025-09-04'],
    ['are in the order of the time element', '<h1>T</h1><b class=date>02-12-2025 <time datetime=2025-12-02></time></b>', '2025-12-02'],
  ] // prettier-ignore
  for (const [title, html, published, modified = null] of cases) {
    it(title, () => assert.deepEqual(datesOf(html), [published, modified]))
  }

  it('are at last read from the address', () => {
    assert.equal(datesOf('<h1>T</h1>', 'https://example.org/2025/09/04/post')[0], '2025-09-04')
    assert.equal(datesOf('<h1>T</h1>', 'https://example.org/news/20250904/post')[0], '2025-09-04')
    assert.equal(datesOf('<h1>T</h1>', 'https://example.org/1999/99/99/')[0], null)
  })

  it('are read in the order of the page’s language and country', () => {
    const html = (lang: string): string => `<html lang=${lang}><h1>T</h1><time>4/9/2025</time>`
    assert.equal(datesOf(html('en-US'))[0], '2025-04-09')
    assert.equal(datesOf(html('en-GB'))[0], '2025-09-04')
    assert.equal(datesOf(html('de'))[0], '2025-09-04')
    assert.equal(datesOf(html('en'), 'https://example.co.uk/x')[0], '2025-09-04')
  })
})
