import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { createUrlResolver } from '../../html/urls.ts'
import { collectMetadata } from './collect.ts'

function modified(html: string, url = 'https://example.org/page'): string | null {
  const request = { url, depth: 'plain' as const }
  return collectMetadata(parseTree(html).document, createUrlResolver(url, null), request).modifiedTime
}

describe('the last change that a page states in words', () => {
  const cases: [title: string, html: string, expected: string | null][] = [
    ['is read behind its label', '<p>Last updated 3 May 1998 - a page of mine', '1998-05-03'],
    ['is read with the time of a time element', '<span>Last updated on <time datetime=2024-05-02T09:12:00Z>2 May 2024</time>', '2024-05-02T09:12:00Z'],
    ['is read in a sentence of the foot', '<footer> This page was last edited on 4 December 2023, at 10:21</footer>', '2023-12-04'],
    ['is read in the next text', '<b>Last modified:</b> <i>2024-05-02</i>', '2024-05-02'],
    ['is read once where it stands twice', '<p>Last updated 3 May 1998<p>x<p>Last updated: May 3, 1998', '1998-05-03'],
    ['is no sentence about something else', '<p>The law was last updated on 3 May 1998', null],
    ['is none where several are stated', '<p>Last updated 3 May 1998<p>x<p>Last updated 4 May 1998', null],
    ['is not that of related pages', '<h1>T</h1><div class=related><p>Last updated 3 May 1998</div>', null],
    ['is not without a date', '<p>Last updated by Ana Lima', null],
  ] // prettier-ignore
  for (const [title, html, expected] of cases) it(title, () => assert.equal(modified(html), expected))

  it('is not that of a post', () => {
    assert.equal(modified('<h1>T</h1><p>Last edited on 3 May 1998', 'https://forum.example.org/threads/t.1/'), null)
  })
})
