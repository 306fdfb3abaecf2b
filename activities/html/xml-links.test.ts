import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { xmlLinks } from './xml-links.ts'

const urls = (xml: string): string[] => xmlLinks(xml, 'https://example.org/feed').links

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

  it('reads the translations of a sitemap and leaves its pictures out', () => {
    const xml =
      '<urlset><url><loc>https://example.org/1</loc><xhtml:link rel="alternate" hreflang="de" href="/de"/><image:image><image:loc>https://example.org/1.png</image:loc></image:image></url></urlset>'
    assert.deepEqual(urls(xml), ['https://example.org/1', 'https://example.org/de'])
  })

  it('keeps nothing for what is no page', () => {
    assert.deepEqual(
      urls('<rss><link>javascript:x</link><link href="mailto:a@b.example"/><link>https://u:p@b.example/</link></rss>'),
      [],
    )
  })

  it('keeps the first links and counts those beyond', () => {
    const max = frontierLimits.linksPerPageMax
    const feed = (count: number) =>
      xmlLinks(
        Array.from({ length: count }, (_, i) => `<link href="/${i}"/><loc>https://e.com/${i}</loc>`).join(''),
        'https://e.com/',
      )
    const all = feed(max)
    assert.deepEqual([all.links.length, all.dropped], [max, 0])
    const some = feed(max + 1)
    assert.deepEqual([some.links.length, some.links.at(-1), some.dropped], [max, all.links.at(-1), 1])
  })
})
