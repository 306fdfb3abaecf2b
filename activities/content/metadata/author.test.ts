import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { createUrlResolver } from '../../html/urls.ts'
import { collectMetadata } from './collect.ts'

const authorOf = (html: string, url = 'https://example.org/blog/post'): string | null =>
  collectMetadata(parseTree(html).document, createUrlResolver(url, null), { url, depth: 'plain' }).author

const article = '<meta property=og:type content=article>'
const jsonLd = (author: string): string =>
  `<script type="application/ld+json">{"@type":"Article","author":${author}}</script>`

describe('the author of a page', () => {
  const cases: [title: string, html: string, expected: string | null][] = [
    ['is read from JSON-LD', `${jsonLd('[{"name":"Ana Lima"},{"name":"Bo Li"}]')}<h1>T</h1>`, 'Ana Lima, Bo Li'],
    ['is read from meta elements', '<meta name=author content="Ana Lima"><h1>T</h1>', 'Ana Lima'],
    ['is read from several meta elements', '<meta name=author content="Ana Lima"><meta name=author content="Bo Li">', 'Ana Lima, Bo Li'],
    ['is read from what is shown in a shared card', '<meta name=twitter:label1 content="Written by"><meta name=twitter:data1 content="Ana Lima">', 'Ana Lima'],
    ['is no reading time', '<meta name=twitter:label1 content="Est. reading time"><meta name=twitter:data1 content="5 minutes">', null],
    ['is turned about in citations', '<meta name=citation_author content="Lima, Ana"><meta name=citation_author content="Li, Bo">', 'Ana Lima, Bo Li'],
    ['is no address', `${article}<meta property=article:author content="https://social.example/ana"><h1>T</h1><p>By Ana Lima</p>`, 'Ana Lima'],
    ['is read from microdata', '<h1>T</h1><p itemprop=author itemscope><b>by</b> <a itemprop=name>Ana Lima</a></p>', 'Ana Lima'],
    ['is read from a link', '<h1>T</h1><a rel="nofollow author" href=/ana>Ana Lima</a>', 'Ana Lima'],
    ['is read from h-entry', '<div class=h-entry><h1>T</h1><a class="p-author h-card">Ana Lima</a></div>', 'Ana Lima'],
    ['is read from a byline', `${article}<h1>T</h1><div class=byline>By <a>Ana Lima</a> and <a>Bo Li</a> | 4 May 2025</div>`, 'Ana Lima and Bo Li'],
    ['is read from words below the heading', `${article}<h1>T</h1><p>Written by Ana Lima</p>`, 'Ana Lima'],
    ['is read from a name beside a date', '<h1>T</h1><span>Ana Lima</span><span>4 May 2025</span>', 'Ana Lima'],
    ['is not the category beside a date', '<h1>T</h1><a href=/category/press>Company Voices</a><span>4 May 2025</span>', null],
    ['is not the section that the head states', '<meta property=article:section content="Company Voices"><h1>T</h1><b>Company Voices</b><span>4 May 2025</span>', null],
    ['is not a word for sections', '<h1>T</h1><b>Press Release</b><span>4 May 2025</span>', null],
    ['is read from a link to an author of a blog', '<h1>T</h1><a href=/blog/author/ana>Ana Lima</a><span>4 May 2025</span>', 'Ana Lima'],
    ['is read at the end of an article', `${article}<h1>T</h1>${'<p>x</p>'.repeat(100)}<p>Written by Ana Lima</p>`, 'Ana Lima'],
    ['is no sentence that begins so', `${article}<h1>T</h1><p>By the end of this page you will know</p>`, null],
    ['is not who commented', `${article}<h1>T</h1><p>x</p><div class=comments><span class=author>Ana Lima</span></div>`, null],
    ['is not who wrote a related article', `${article}<article><h1>T</h1></article><div class=related-posts><p>By Ana Lima</p></div>`, null],
    ['may stand in a layout named after its sidebar', `${article}<div class="has sidebar"><h1>T</h1><p class=author>Ana Lima</p></div>`, 'Ana Lima'],
    ['is the byline rather than a log-in name', `${article}<meta name=author content=ana_l7><h1>T</h1><p>By Ana Lima</p>`, 'Ana Lima'],
    ['is the byline rather than the site', `<meta property=og:site_name content="The Oven"><meta name=author content="The Oven">${article}<h1>T</h1><p>By Ana Lima</p>`, 'Ana Lima'],
    ['is the site where nobody else is named', '<meta property=og:site_name content="The Oven"><meta name=author content="The Oven"><h1>T</h1>', 'The Oven'],
    ['is worded as in the byline beside the heading', `${jsonLd('[{"name":"Ana Lima"},{"name":"Bo Li"}]')}<h1>T</h1><p>By <a>Ana Lima</a> and <a>Bo Li</a></p>`, 'Ana Lima and Bo Li'],
    ['is the stated person rather than a name in a line', `${jsonLd('{"name":"Cy Ro"}')}<h1>T</h1><p>4 May 2025</p><p>By: Ana Lima</p>`, 'Cy Ro'],
    ['is not who wrote the reviewed book', '<meta name=author content="Ana Lima"><h1>Review</h1><p><i>The Glass</i></p><p>by Tom Gray</p>', 'Ana Lima'],
    ['is not who drew the pictures', `${article}<h1>T</h1><p>Illustrations: <b>By Tom Gray</b></p><p>Written by Ana Lima</p>`, 'Ana Lima'],
    ['is not the publication behind the stated author', `${jsonLd('{"name":"Ana Lima"}')}<h1>T</h1><p>By <a>Ana Lima</a>, <a>The Oven</a></p>`, 'Ana Lima'],
    ['is not who reviewed it', `${article}<h1>T</h1><p>Medically reviewed</p><p>by <a>Bo Li</a></p><p>Written by <a>Ana Lima</a></p>`, 'Ana Lima'],
    ['may be a single word right behind the heading', '<h1>T</h1><p>4 May 2025</p><p>by ana</p>', 'ana'],
    ['keeps what stands in parentheses', `${jsonLd('{"name":"Ana (Baker) Lima"}')}<h1>T</h1>`, 'Ana (Baker) Lima'],
    ['has no date', '<h1>T</h1><p>by: Ana Lima, Dec 17, 2025</p>', 'Ana Lima'],
    ['is read from a line with a date and a role', '<h1>T</h1><p>Ana Lima | Writer | July 2, 2025</p>', 'Ana Lima'],
    ['is a name below the heading that begins the note on the author', `${article}<h1>T</h1><p>Ana Lima</p>${'<p>x</p>'.repeat(20)}<p>Ana Lima is a baker.</p>`, 'Ana Lima'],
    ['is not the site in front of the heading', `<meta property=og:site_name content="Slow Oven"><b>Slow Oven</b><h1>T</h1>${'<p>x</p>'.repeat(20)}<p>Slow Oven is made in a shed.</p>`, null],
    ['is no name below the heading without such a note', `${article}<h1>T</h1><p>Table Of Contents</p>${'<p>x</p>'.repeat(20)}`, null],
    ['is the only name of an article behind a label', `${article}<h1>T</h1>${'<p>x</p>'.repeat(80)}<p>By: <a>Ana Lima</a></p>`, 'Ana Lima'],
    ['is none of several names far from the heading', `${article}<h1>T</h1>${'<p>x</p>'.repeat(80)}<p>By: <a>Ana Lima</a></p><p>By: <a>Bo Li</a></p>`, null],
    ['is everybody whom a paper names', '<meta name=citation_authors content="Lima, Ana"><meta name=citation_authors content="Li, Bo"><meta name=dc.creator content="Lima, Ana">', 'Ana Lima, Bo Li'],
    ['is none where a page lists several people', '<h1>T</h1><i class=author>Ana Lima</i><i class=author>Bo Li</i><i class=author>Cy Ro</i>', null],
  ] // prettier-ignore
  for (const [title, html, expected] of cases) it(title, () => assert.equal(authorOf(html), expected))

  it('is the author of the first post of a thread', () => {
    const html = '<h1>Why?</h1><p>Thread starter <a class=username>ana_l7</a></p><a itemprop=author>Bo Li</a>'
    assert.equal(authorOf(html, 'https://forum.example.org/threads/why.1/'), 'ana_l7')
  })
})
