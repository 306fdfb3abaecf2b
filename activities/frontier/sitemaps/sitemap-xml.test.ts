import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { parseSitemap } from './sitemap-parser.ts'

const parse = (xml: string) => parseSitemap(Buffer.from(xml))
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

describe('urlset', () => {
  it('gives addresses and dates in document order', async () => {
    const file = await parse(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespace}>\n` +
        '<url>\n <loc>\n https://e.com/b?x=1&amp;y=%20 </loc><lastmod>2024-01-02</lastmod><priority>1</priority></url>' +
        '<url><lastmod/><loc>/a</loc></url><url><loc></loc></url><url/></urlset>',
    )
    assert.deepEqual(file, {
      kind: 'urlset',
      urls: [{ url: 'https://e.com/b?x=1&y=%20', lastmod: '2024-01-02' }, { url: '/a' }],
      sitemaps: [],
      truncated: false,
      warnings: [],
    })
  })

  it('ignores the addresses of images, videos, news and translations', async () => {
    const file = await parse(
      `<urlset ${namespace} xmlns:image="i" xmlns:video="v" xmlns:xhtml="x"><url><image:image><image:loc>https://e.com/i.jpg</image:loc>` +
        '</image:image><video:video><video:content_loc>https://e.com/v.mp4</video:content_loc></video:video>' +
        '<xhtml:link rel="alternate" hreflang="de" href="https://e.com/de"/><loc>https://e.com/a</loc>' +
        '<PageMap xmlns="p"><DataObject type="x"><Attribute name="url">b</Attribute></DataObject></PageMap></url></urlset>',
    )
    assert.deepEqual(file.urls, [{ url: 'https://e.com/a' }])
  })

  it('is known with wrong, missing and prefixed namespaces, in any case', async () => {
    for (const [open, close] of [
      ['<urlset xmlns="http://wrong.example/"><url><loc>', '</loc></url></urlset>'],
      ['<urlset><url><loc>', '</loc></url></urlset>'],
      ['<s:urlset><s:url><s:loc>', '</s:loc></s:url></s:urlset>'],
      ['<URLSET><URL><LOC>', '</LOC></URL></URLSET>'],
    ]) {
      const file = await parse(`${open}https://e.com/a${close}`)
      assert.deepEqual([file.kind, file.urls, file.warnings], ['urlset', [{ url: 'https://e.com/a' }], []])
    }
  })

  it('may have white space before its declaration, comments, CDATA and processing instructions', async () => {
    const file = await parse(
      '\n  <?xml version="1.0"?><?xml-stylesheet href="s.xsl"?><!-- <url> --><urlset><url><loc><![CDATA[https://e.com/?a=1&b=2]]></loc></url>' +
        '<url><loc><![CDATA[https://e.com/?a=1&amp;b=2]]></loc></url></urlset>',
    )
    assert.deepEqual(
      [file.urls.map(({ url }) => url), file.warnings],
      [['https://e.com/?a=1&b=2', 'https://e.com/?a=1&b=2'], []],
    )
  })
})

describe('index', () => {
  it('gives addresses of sitemaps', async () => {
    const file = await parse(
      `<sitemapindex ${namespace}><sitemap><loc>https://e.com/1.xml</loc><lastmod>2024-01-01</lastmod></sitemap>` +
        '<sitemap><loc>2.xml.gz</loc></sitemap></sitemapindex>',
    )
    assert.deepEqual([file.kind, file.sitemaps, file.urls], ['index', ['https://e.com/1.xml', '2.xml.gz'], []])
  })

  it('may be mixed with pages', async () => {
    const file = await parse('<urlset><sitemap><loc>/s.xml</loc></sitemap><url><loc>/a</loc></url></urlset>')
    assert.deepEqual([file.kind, file.sitemaps, file.urls], ['urlset', ['/s.xml'], [{ url: '/a' }]])
  })
})

describe('feed', () => {
  it('takes the identifier of an item without link when it is an address', async () => {
    const file = await parse(
      '<rss><channel><item><guid>https://e.com/a</guid></item><item><guid>tag:b</guid></item>' +
        '<item><guid>https://e.com/?p=3</guid><link>https://e.com/c</link></item></channel></rss>',
    )
    assert.deepEqual(file.urls, [{ url: 'https://e.com/a' }, { url: 'https://e.com/c' }])
  })

  it('may be RSS 2.0', async () => {
    const file = await parse(
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>t</title><link>https://e.com/</link>' +
        '<image><url>https://e.com/i.png</url><link>https://e.com/</link></image>' +
        '<item><atom:link href="https://e.com/x"/><link>https://e.com/a</link><pubDate>Tue, 02 Jan 2024 00:00:00 GMT</pubDate></item>' +
        '<item><title>no link</title></item><item><link>https://e.com/b</link></item></channel></rss>',
    )
    assert.equal(file.kind, 'feed')
    assert.deepEqual(file.urls, [
      { url: 'https://e.com/a', lastmod: 'Tue, 02 Jan 2024 00:00:00 GMT' },
      { url: 'https://e.com/b' },
    ])
  })

  it('may be RSS 1.0', async () => {
    const file = await parse(
      '<rdf:RDF><channel><link>/</link></channel><item><link>/a</link><dc:date>2024</dc:date></item></rdf:RDF>',
    )
    assert.deepEqual([file.kind, file.urls], ['feed', [{ url: '/a', lastmod: '2024' }]])
  })

  it('may be Atom', async () => {
    const file = await parse(
      '<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://e.com/"/><updated>x</updated><entry><link rel="edit" href="/edit"/>' +
        '<link href="/a"/><link rel="alternate" href="/second"/><updated>2024-01-01T00:00:00Z</updated></entry>' +
        '<entry><link rel="alternate" href="/b"/></entry></feed>',
    )
    assert.deepEqual([file.kind, file.urls], ['feed', [{ url: '/a', lastmod: '2024-01-01T00:00:00Z' }, { url: '/b' }]])
  })
})

describe('broken XML', () => {
  const first = '<urlset><url><loc>https://e.com/a</loc></url>'

  it('that ends early gives every entry with a whole address', async () => {
    const file = await parse(`${first}<url><loc>https://e.com/b</loc><lastmod>2024</last`)
    assert.deepEqual(
      file.urls.map(({ url }) => url),
      ['https://e.com/a', 'https://e.com/b'],
    )
    assert.match(file.warnings.join('\n'), /the XML is broken/)
    assert.deepEqual((await parse(`${first}<url><loc>https://e.com/b`)).urls, [{ url: 'https://e.com/a' }])
  })

  it('with crossed, stray or unquoted mark-up is read on', async () => {
    for (const middle of [
      '<url><loc>x</url>',
      '</b>',
      '< ',
      '<url a=b>',
      '\0\u0001',
      '<!-- a -- b -->',
      '<url></url></url>',
      '<url><loc>x</loc>',
    ]) {
      const file = await parse(`${first}${middle}<url><loc>https://e.com/z</loc></url></urlset>`)
      const urls = file.urls.map(({ url }) => url)
      assert.deepEqual([urls[0], urls.at(-1)], ['https://e.com/a', 'https://e.com/z'], middle)
      assert.match(file.warnings.join('\n'), /the XML is broken \(\d+ faults\): /, middle)
    }
  })

  it('with a misspelt end tag keeps the address and what follows it', async () => {
    for (const end of ['</lco>', '</l&oc>', '</loc >', '</l o c>']) {
      const file = await parse(
        `<urlset><url><loc>/a${end}<lastmod>2024</lastmod></url><url><loc>/b</loc></url></urlset>`,
      )
      assert.deepEqual(file.urls, [{ url: '/a', lastmod: '2024' }, { url: '/b' }], end)
    }
  })

  it('takes bare ampersands literally, also where pieces meet', async () => {
    for (let shift = 0; shift < 12; shift += 1) {
      const padding = ' '.repeat(65_536 - 30 - shift)
      const file = await parse(
        `<urlset>${padding}<url><loc>https://e.com/?a=1&b=2&amp;c=3&copy=4&#38;d</loc></url></urlset>`,
      )
      assert.deepEqual([file.urls, file.warnings], [[{ url: 'https://e.com/?a=1&b=2&c=3&copy=4&d' }], []])
    }
  })

  it('never expands entities of a DTD', async () => {
    const bomb =
      '<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>' +
      '<urlset><url><loc>https://e.com/&b;&x;&nbsp;</loc></url></urlset>'
    assert.deepEqual((await parse(bomb)).urls, [{ url: 'https://e.com/&b;&x;&nbsp;' }])
  })

  it('of endless nesting is not followed', async () => {
    const start = performance.now()
    const file = await parse(`${first}${'<a>'.repeat(300_000)}`)
    assert.deepEqual(
      [file.urls.length, file.warnings[0]],
      [1, 'elements are nested deeper than 32, the rest was not read'],
    )
    assert.ok(performance.now() - start < 10_000)
  })

  it('of nothing but faults is abandoned', async () => {
    const file = await parse(`${first}${'</b>'.repeat(700_000)}`)
    assert.equal(file.urls.length, 1)
    assert.match(file.warnings[0] ?? '', /broken throughout/)
  })

  it('in one tag with millions of attributes is abandoned at that tag', async () => {
    const attributes = ['b="" '.repeat(400_000), 'b '.repeat(1_000_000)]
    const distinct = Array.from({ length: 200_000 }, (_, index) => `a${index}="" `).join('')
    for (const many of [...attributes, distinct]) {
      const start = process.threadCpuUsage()
      const file = await parse(`${first}<url><loc>https://e.com/b</loc><a ${many}></a></url></urlset>`)
      assert.deepEqual(
        file.urls.map(({ url }) => url),
        ['https://e.com/a', 'https://e.com/b'],
      )
      assert.match(
        file.warnings.join(),
        /^(?:a tag has more than 64 attributes|the XML is broken throughout), the rest/,
      )
      assert.ok(process.threadCpuUsage(start).user < 3_000_000)
    }
  })

  it('may have 64 attributes in a tag', async () => {
    const attributes = Array.from({ length: 64 }, (_, index) => `a${index}=""`).join(' ')
    const file = await parse(`<urlset ${attributes}><url ${attributes}><loc>/a</loc></url></urlset>`)
    assert.deepEqual([file.urls, file.warnings], [[{ url: '/a' }], []])
  })

  it('without an end to a tag, text or comment is abandoned there', async () => {
    const size = 3_000_000
    for (const endless of [
      `<a b="${'x'.repeat(size)}"/>`,
      `<a b="${'&amp;'.repeat(size / 5)}"/>`,
      `<${'x'.repeat(size)}/>`,
      `<url><loc>${'x'.repeat(size)}</loc></url>`,
      `<url><loc>${'&amp;'.repeat(size / 5)}</loc></url>`,
      `<!--${'-a'.repeat(size / 2)}-->`,
      `<![CDATA[${']a'.repeat(size / 2)}]]>`,
      `<?a ${'? '.repeat(size / 2)}?>`,
    ]) {
      const file = await parse(`${first}${endless}<url><loc>https://e.com/z</loc></url></urlset>`)
      assert.deepEqual(
        [file.urls, file.warnings],
        [
          [{ url: 'https://e.com/a' }],
          [
            `a tag, text or comment is longer than ${discoveryLimits.sitemapTokenMaxCharacters} characters, the rest was not read`,
          ],
        ],
      )
    }
  })

  it('has no addresses that are too long, rather than cut ones', async () => {
    const file = await parse(`${first}<url><loc>https://e.com/${'x'.repeat(100_000)}</loc></url></urlset>`)
    assert.deepEqual([file.urls, file.warnings], [[{ url: 'https://e.com/a' }], []])
  })
})

/** Measures the longest run of work between two turns of the event loop, in milliseconds of processor time. */
async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1_000)
    before = process.threadCpuUsage()
  }
  let pending = setImmediate(function again() {
    look()
    pending = setImmediate(again)
  })
  await work()
  look()
  clearImmediate(pending)
  return longest
}

describe('the event loop', () => {
  const size = 2_000_000
  for (const [title, middle] of [
    ['small tags', '<a/>'.repeat(size / 4)],
    ['small entries', '<url/>'.repeat(size / 6)],
    ['comments', '<!---->'.repeat(size / 7)],
    ['entities', '&amp;'.repeat(size / 5)],
    ['bare ampersands', '&'.repeat(size)],
    ['duplicate attributes', `<a ${'b="" '.repeat(size / 5)}>`],
    ['stray close tags', '</a>'.repeat(size / 4)],
    ['a text without end', 'x'.repeat(size)],
  ] as const) {
    it(`turns while a sitemap of ${title} is read`, async () => {
      const bytes = Buffer.from(`<urlset><url><loc>https://e.com/a</loc></url>${middle}</urlset>`)
      const stretch = await longestStretch(() => parseSitemap(bytes))
      assert.ok(stretch < 150, `${stretch} ms`)
    })
  }
})

describe('titles and descriptions', () => {
  const described = async (xml: string) =>
    (await parseSitemap(Buffer.from(xml), { entriesMax: 9, decodedBytesMax: 1_000_000, texts: true })).urls

  it('are read when they are wanted: of items, news, videos and pictures, the most fitting first', async () => {
    const xml =
      '<urlset><url><loc>/a</loc><image:image><image:title>Picture</image:title></image:image>' +
      '<video:video><video:title>Video</video:title><video:description>Moves</video:description></video:video>' +
      '<news:news><news:publication><news:name>Paper</news:name></news:publication><news:title>News</news:title></news:news></url>' +
      '<url><loc>/b</loc><image:image><image:title>First</image:title></image:image><image:image><image:title>Second</image:title></image:image></url></urlset>'
    assert.deepEqual(await described(xml), [
      { url: '/a', title: 'News', description: 'Moves' },
      { url: '/b', title: 'First' },
    ])
    assert.deepEqual((await parse(xml)).urls, [{ url: '/a' }, { url: '/b' }])
  })

  it('are those of the item, not of its feed', async () => {
    assert.deepEqual(
      await described(
        '<rss><channel><title>Feed</title><description>Of</description><item><link>/a</link></item>' +
          '<item><title>T</title><link>/b</link><description>D</description><image><title>no</title></image></item></channel></rss>',
      ),
      [{ url: '/a' }, { url: '/b', title: 'T', description: 'D' }],
    )
  })

  it('that are too long are cut, unlike addresses', async () => {
    const long = 'x'.repeat(20_000)
    const [item] = await described(
      `<rss><item><link>/a</link><description><![CDATA[${long}]]></description></item></rss>`,
    )
    assert.equal(item?.description?.length, 8_192)
  })
})
