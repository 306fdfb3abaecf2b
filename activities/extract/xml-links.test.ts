import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { xmlLinks } from './xml-links.ts'

const urls = (xml: string): string[] => xmlLinks(xml, 'https://example.org/feed').map((link) => link.url)

describe('xmlLinks', () => {
  it('reads the items of an RSS feed', () => {
    const xml = `<rss><channel><link>https://example.org/</link><item><title>https://no.example/</title>
      <link><![CDATA[https://example.org/1]]></link><guid>tag:x</guid><enclosure url="https://example.org/1.mp3"/></item></channel></rss>`
    assert.deepEqual(urls(xml), ['https://example.org/', 'https://example.org/1', 'https://example.org/1.mp3'])
  })

  it('reads the entries of an Atom feed', () => {
    assert.deepEqual(urls('<feed><entry><id>urn:x</id><link href="/2" rel="alternate"/></entry></feed>'), [
      'https://example.org/2',
    ])
  })

  it('reads a sitemap, whatever its prefix', () => {
    const xml =
      '<s:urlset><s:url><s:loc> https://example.org/?a=1&amp;b=2 </s:loc></s:url><s:url><s:loc>https://example.org/?a=1&amp;b=2</s:loc></s:url></s:urlset>'
    assert.deepEqual(urls(xml), ['https://example.org/?a=1&b=2'])
  })

  it('keeps nothing for what is no page', () => {
    assert.deepEqual(urls('<rss><link>javascript:x</link><link href="mailto:a@b.example"/></rss>'), [])
  })
})
