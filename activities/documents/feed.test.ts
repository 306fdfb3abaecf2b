import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import type { ConvertedDocument } from '@seine/shared/pages/documents.ts'
import { convertFeed } from './feed.ts'

const convert = (text: string, deadlineMs = Infinity): Promise<ConvertedDocument> =>
  convertFeed({
    kind: 'feed',
    bytes: new Uint8Array(),
    text,
    url: 'https://example.org/feeds/all.xml',
    mediaType: 'application/rss+xml',
    deadlineMs,
  })

const html = async (text: string): Promise<string> => (await convert(text)).html
const rss = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title><link>https://example.org/</link>${items}</channel></rss>`
const atom = (entries: string): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title>${entries}</feed>`

describe('convertFeed', () => {
  it('writes what an RSS feed says of itself', async () => {
    const page = await html(
      '<rss><channel><title>News &amp; views</title><link>/</link><description>All of it</description>' +
        '<language>en-gb</language><lastBuildDate>Tue, 02 Jan 2024 10:00:00 +0100</lastBuildDate>' +
        '<image><title>Logo</title><link>https://other.example/</link></image></channel></rss>',
    )
    assert.match(page, /<html lang="en-gb">/)
    assert.match(page, /<title>News &amp; views<\/title>/)
    assert.match(page, /<meta name="description" content="All of it">/)
    assert.match(page, /modified_time" content="2024-01-02T09:00:00Z"/)
    assert.match(page, /<h1><a href="https:\/\/example.org\/">News &amp; views<\/a><\/h1>/)
    assert.doesNotMatch(page, /Logo|other\.example/)
  })

  it('writes the items of an RSS feed', async () => {
    const page = await html(
      rss(
        '<item><title>One</title><link>https://example.org/1</link><dc:creator>Ann</dc:creator>' +
          '<pubDate>Tue, 02 Jan 2024 10:00:00 GMT</pubDate><description>&lt;p&gt;Text&lt;/p&gt;</description>' +
          '<enclosure url="/1.mp3" type="audio/mpeg"/><comments>https://example.org/1#c</comments></item>',
      ),
    )
    assert.ok(
      page.includes(
        '<article>\n<h2><a href="https://example.org/1">One</a></h2>\n' +
          '<p>Ann, 2024-01-02T10:00:00Z</p>\n<p>Text</p>\n' +
          '<p><a href="https://example.org/1.mp3">1.mp3 (audio/mpeg)</a></p>\n' +
          '<p><a href="https://example.org/1#c">Comments</a></p>\n</article>',
      ),
      page,
    )
  })

  it('writes the entries of an Atom feed', async () => {
    const page = await html(
      '<feed xml:lang="de" xml:base="https://b.example/x/"><title type="text">A &lt;b&gt;</title><link href="./"/>' +
        '<link rel="next" href="?page=2"/><author><name>Bob</name><email>b@b.example</email></author>' +
        '<entry><title type="html">&lt;b&gt;T&lt;/b&gt; &amp;amp; U</title><link rel="edit" href="/no"/><link href="1"/>' +
        '<source><title>Other</title></source><updated>2024-01-01T00:00:00Z</updated>' +
        '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Para <a href="y">y</a><br/>z &amp; w</p></div></content>' +
        '<summary>Short</summary></entry></feed>',
    )
    assert.match(page, /<html lang="de">/)
    assert.match(page, /<title>A &lt;b&gt;<\/title>/)
    assert.match(page, /<meta name="author" content="Bob">/)
    assert.match(page, /<h2><a href="https:\/\/b.example\/x\/1">T &amp; U<\/a><\/h2>/)
    assert.match(page, /<p>Para <a href="https:\/\/b.example\/x\/y">y<\/a><br>z &amp; w<\/p>/)
    assert.match(page, /<a rel="next" href="https:\/\/b.example\/x\/\?page=2">/)
    assert.doesNotMatch(page, /Other|Short|b@b|\/no"/)
  })

  it('reads RSS 1.0, whose items stand beside the channel', async () => {
    const page = await html(
      '<rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>Feed</title></channel>' +
        '<item rdf:about="https://example.org/1"><title>One</title><link>https://example.org/1</link><dc:date>2024-01-02</dc:date></item></rdf:RDF>',
    )
    assert.match(page, /<h1>Feed<\/h1>/)
    assert.match(page, /<h2><a href="https:\/\/example.org\/1">One<\/a><\/h2>\n<p>2024-01-02</)
  })

  it('reads a feed whose every element has a prefix', async () => {
    const page = await html(
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Feed</a:title><a:entry><a:title>One</a:title></a:entry></a:feed>',
    )
    assert.match(page, /<h1>Feed<\/h1>\n<article>\n<h2>One<\/h2>/)
  })

  const contents: [title: string, item: string, expected: RegExp, absent?: RegExp][] = [
    [
      'prefers the whole content to the summary',
      '<description>Short</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded>',
      /<p>Long<\/p>/,
      /Short/,
    ],
    ['reads CDATA', '<title><![CDATA[A & <b>B</b>]]></title>', /<h2>A &amp; B<\/h2>/],
    ['reads a title with a bare ampersand', '<title>A & B</title>', /<h2>A &amp; B<\/h2>/],
    ['reads a title escaped twice', '<title>A &amp;amp; B</title>', /<h2>A &amp; B<\/h2>/],
    ['reads HTML entities', '<title>caf&eacute;</title>', /<h2>café<\/h2>/],
    [
      'reads markup that is not escaped',
      '<description><p>A <i>b</i> &lt; c</p></description>',
      /<p>A <i>b<\/i> &lt; c<\/p>/,
    ],
    [
      'resolves links against the item',
      '<link>/a/1</link><description>&lt;a href="2"&gt;x&lt;/a&gt;</description>',
      /<a href="https:\/\/example.org\/a\/2">x<\/a>/,
    ],
    [
      'links an item without title',
      '<guid>https://example.org/1</guid><description>Note</description>',
      /<p><a href="https:\/\/example.org\/1">https:\/\/example.org\/1<\/a><\/p>\n<p>Note<\/p>/,
    ],
    [
      'takes no identifier for a link',
      '<guid isPermaLink="false">https://example.org/1</guid><title>A</title>',
      /<h2>A<\/h2>/,
    ],
    ['keeps a date nobody understands', '<title>A</title><pubDate>yesterday</pubDate>', /<p>yesterday<\/p>/],
    ['takes the name beside an address', '<title>A</title><author>a@b.example (Ann)</author>', /<p>Ann<\/p>/, /a@b/],
    [
      'drops scripts and handlers',
      '<description>&lt;script&gt;x()&lt;/script&gt;&lt;img src="/x.png" onerror="y()"&gt;</description>',
      /<img src="https:\/\/example.org\/x.png">/,
      /x\(\)|y\(\)/,
    ],
    ['drops links that run', '<title>A</title><link>javascript:x()</link>', /<h2>A<\/h2>/, /javascript/],
  ]
  for (const [title, item, expected, absent] of contents) {
    it(title, async () => {
      const page = await html(rss(`<item>${item}</item>`))
      assert.match(page, expected)
      if (absent !== undefined) assert.doesNotMatch(page, absent)
    })
  }

  for (const broken of [
    '</div></article></body>',
    '<!-- ',
    '<textarea>',
    '<plaintext>',
    '<script>',
    '<table><tr><td>',
    '<select>',
  ]) {
    it(`keeps an item with ${broken} from swallowing the next`, async () => {
      const page = await html(
        rss(`<item><description><![CDATA[a${broken}b]]></description></item><item><title>Next</title></item>`),
      )
      assert.match(page, /<\/article>\n<article>\n<h2>Next<\/h2>\n<\/article>/)
    })
  }

  it('takes text of Atom as text', async () => {
    assert.match(await html(atom('<entry><summary>a &lt;b&gt; c</summary></entry>')), /<p>a &lt;b&gt; c<\/p>/)
  })

  it('takes a title of Atom without a type as text', async () => {
    const page = await html(atom('<entry><title>Vec&lt;T&gt; &amp;amp; U</title></entry>'))
    assert.match(page, /<h2>Vec&lt;T&gt; &amp;amp; U<\/h2>/)
  })

  it('takes only the name of an author, wherever the address stands', async () => {
    const authors = [
      '<author>\n<email>j@b.example</email><uri>https://b.example/</uri>\n<name>Jane</name></author>',
      '<author><name>Jane</name><email>j@b.example</email></author>',
      '<author><email/><name>Jane</name></author>',
      '<author><email>j@b.example</author><dc:creator>Jane</dc:creator>',
      '<author><a href="/jane">Jane</a></author>',
    ]
    for (const author of authors) {
      const page = await html(atom(`<entry><title>A</title>${author}<updated>2024-01-02</updated></entry>`))
      assert.match(page, /<p>Jane, 2024-01-02<\/p>/)
    }
  })

  it('names an author of several elements once', async () => {
    const names = '<author>j@b.example (Jane)</author><itunes:author>Jane</itunes:author><dc:creator>Bob</dc:creator>'
    assert.match(await html(rss(`<item><title>A</title>${names}</item>`)), /<p>Jane, Bob<\/p>/)
  })

  it('reads items that are never closed', async () => {
    assert.match(await html(rss('<item><title>One<item><title>Two')), /One<\/h2>[^]*<h2>Two/)
  })

  it('stops at the cap of items', async () => {
    const { html: page, degraded } = await convert(
      rss('<item><title>a</title></item>'.repeat(documentLimits.feedItemsMax + 1)),
    )
    assert.equal(degraded, 'item_cap')
    assert.equal(page.split('<article>').length - 1, documentLimits.feedItemsMax)
  })

  it('stops when time is up', async () => {
    const { degraded } = await convert(rss('<item><title>a</title></item>'), 0)
    assert.equal(degraded, 'time_budget')
  })

  for (const text of ['', '<rss', '<rss><channel>', 'no feed at all', '<rss><item><description>'.repeat(1_000)]) {
    it(`gets through ${JSON.stringify(text.slice(0, 30))}`, async () =>
      assert.ok((await html(text)).includes('<body>')))
  }
})
