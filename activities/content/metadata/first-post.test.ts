import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { createUrlResolver } from '../../html/urls.ts'
import { collectMetadata } from './collect.ts'

function stated(html: string, url = 'https://example.org/viewtopic.php?t=7'): (string | null)[] {
  const request = { url, depth: 'plain' as const }
  const found = collectMetadata(parseTree(html).document, createUrlResolver(url, null), request)
  return [found.author, found.publishedTime]
}

const post = (name: string, date: string): string =>
  `<tr><td><b>${name}</b><br>Joined: 04 Jun 2003</td><td>Posted: ${date} 9:14 pm&nbsp; Post subject: Hum</td></tr>`

describe('the first post of a board laid out in a table', () => {
  const rows = `${post('ana_l7', 'Mon Jan 12, 2004')}${post('Bo Li', 'Tue Jan 13, 2004')}`

  it('reports author and date of the thread', () => {
    const html = `<table><tr><th>Author</th><th>Message</th></tr>${rows}</table>`
    assert.deepEqual(stated(html), ['ana_l7', '2004-01-12'])
  })

  it('finds nothing on pages that are not a thread', () => {
    const html = `<table><tr><th>Author</th><th>Message</th></tr>${rows}</table>`
    assert.deepEqual(stated(html, 'https://example.org/page'), [null, null])
  })

  it('is known by the time above it and the name below', () => {
    const html =
      '<h2>#1 <a>2025-11-01 15:14:37</a></h2><b>ana_l7</b><p>Registered: 2003-06-04</p><h2><a>2025-11-02 10:00:00</a></h2>'
    assert.deepEqual(stated(html), ['ana_l7', '2025-11-01'])
  })

  it('is not dated by what the board says about its author', () => {
    assert.deepEqual(
      stated('<p>Founded:</p><p>Dec 11, 2021 10:00</p><p>» Tue Aug 27, 2019 1:47 am</p>')[1],
      '2019-08-27',
    )
  })

  it('may have its date behind the label', () => {
    assert.deepEqual(stated('<b>Posted:</b> <i>12 Jan 2004</i>'), [null, '2004-01-12'])
  })
})
