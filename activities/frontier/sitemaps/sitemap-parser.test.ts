import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parseSitemap } from './sitemap-parser.ts'

const parse = (text: string) => parseSitemap(Buffer.from(text))
const urlset = (...locs: string[]) => `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`
const listed = (count: number) => Array.from({ length: count }, (_, index) => `https://e.com/page-${index}`)

describe('parseSitemap on bytes', () => {
  it('gunzips by the first two bytes', async () => {
    const file = await parseSitemap(gzipSync(urlset('https://e.com/a')))
    assert.deepEqual([file.kind, file.urls, file.warnings], ['urlset', [{ url: 'https://e.com/a' }], []])
    assert.equal((await parseSitemap(gzipSync('https://e.com/a\n'))).kind, 'text')
  })

  it('keeps what a cut gzip file still says', async () => {
    const whole = gzipSync(urlset(...listed(20_000)), { level: 0 })
    const file = await parseSitemap(whole.subarray(0, whole.length / 2))
    assert.ok(file.urls.length > 5_000 && file.urls.length < 20_000)
    assert.match(file.warnings.join('\n'), /gzip data is broken/)
  })

  it('stops a gzip bomb at the cap and keeps what came before', async () => {
    const bomb = gzipSync(`<urlset><url><loc>https://e.com/a</loc></url>${'<a></a>'.repeat(300_000)}</urlset>`)
    assert.ok(bomb.length < 10_000)
    const file = await parseSitemap(bomb, { entriesMax: 10, decodedBytesMax: 1_000_000 })
    assert.deepEqual([file.urls.length, file.truncated], [1, true])
    assert.match(file.warnings[0] ?? '', /larger than 1000000 bytes/)
  })

  it('stops gzip data that inflates beyond measure, long before the cap of bytes', async () => {
    const start = '<urlset><url><loc>https://e.com/a</loc></url>'
    const bomb = gzipSync(`${start}${'<a></a>'.repeat(1_500_000)}</urlset>`, { level: 9 })
    const file = await parseSitemap(bomb)
    assert.deepEqual([file.urls.length, file.truncated], [1, true])
    assert.deepEqual(file.warnings, ['the gzip data expands to more than 200 times its size, the rest was not read'])
    const honest = await parseSitemap(gzipSync(urlset(...listed(50_000))))
    assert.deepEqual([honest.urls.length, honest.warnings], [50_000, []])
  })

  it('reads 50,000 URLs of a file and not one more', async () => {
    const exact = await parse(urlset(...listed(50_000)))
    assert.deepEqual([exact.urls.length, exact.truncated, exact.warnings], [50_000, false, []])
    const over = await parse(urlset(...listed(50_001)))
    assert.deepEqual([over.urls.length, over.truncated], [50_000, true])
    assert.match(over.warnings[0] ?? '', /more than 50000 entries/)
    const text = await parse(listed(50_001).join('\n'))
    assert.deepEqual([text.urls.length, text.truncated], [50_000, true])
  })

  it('yields to the event loop while it reads', async () => {
    let turns = 0
    const pulse = setInterval(() => {
      turns += 1
    }, 1)
    await parse(urlset(...listed(50_000)))
    clearInterval(pulse)
    assert.ok(turns >= 2, `${turns} turns`)
  })

  it('ends with the reason of the signal', async () => {
    const leaving = new AbortController()
    const reading = parseSitemap(Buffer.from(urlset(...listed(50_000))), undefined, leaving.signal)
    leaving.abort(new Error('left'))
    await assert.rejects(reading, /^Error: left$/)
  })

  it('decodes by byte order mark, then declaration, then as UTF-8', async () => {
    const loc = async (bytes: Uint8Array) => (await parseSitemap(bytes)).urls[0]?.url
    const xml = urlset('https://e.com/é')
    assert.equal(await loc(Buffer.from(xml)), 'https://e.com/é')
    assert.equal(await loc(Buffer.from(`\uFEFF<?xml version="1.0"?>${xml}`)), 'https://e.com/é')
    assert.equal(await loc(Buffer.from(`\uFEFF${xml}`, 'utf16le')), 'https://e.com/é')
    assert.equal(await loc(Buffer.from(`\uFEFF${xml}`, 'utf16le').swap16()), 'https://e.com/é')
    const declared = (name: string) => `<?xml version="1.0" encoding="${name}"?>${xml}`
    assert.equal(await loc(Buffer.from(declared('ISO-8859-1'), 'latin1')), 'https://e.com/é')
    assert.equal(await loc(Buffer.from(declared('UTF-16'))), 'https://e.com/é')
  })

  it('reports an unknown encoding', async () => {
    const file = await parse(`<?xml version="1.0" encoding="klingon"?>${urlset('https://e.com/a')}`)
    assert.deepEqual([file.urls.length, file.warnings], [1, ['unknown encoding klingon, read as UTF-8']])
  })

  it('takes other content for no sitemap, without complaint', async () => {
    const others = [
      '',
      '  \n',
      '<!doctype html><html><body><br></body></html>',
      '<HTML><p>a',
      '{"a":1}',
      'Not found',
      '\0\u0001',
    ]
    for (const other of [...others, '<constructor/>', '<svg xmlns="http://www.w3.org/2000/svg"><a/></svg>']) {
      const file = await parse(other)
      assert.deepEqual(file, { kind: 'unknown', urls: [], sitemaps: [], truncated: false, warnings: [] }, other)
    }
  })
})

describe('parseSitemap on text', () => {
  it('reads one URL a line, whatever ends the lines', async () => {
    const file = await parse('\uFEFFhttps://e.com/a\r\n\r\n  http://e.com/b?x=1&y=2 \rHTTPS://e.com/c')
    assert.deepEqual(file, {
      kind: 'text',
      urls: [{ url: 'https://e.com/a' }, { url: 'http://e.com/b?x=1&y=2' }, { url: 'HTTPS://e.com/c' }],
      sitemaps: [],
      truncated: false,
      warnings: [],
    })
  })

  it('counts lines that are no URL', async () => {
    const file = await parse('https://e.com/a\n# comment\n/relative\nhttps://e.com/b')
    assert.deepEqual([file.urls.length, file.warnings], [2, ['2 lines are not URLs']])
  })

  it('survives a line without end', async () => {
    const file = await parse(`https://e.com/a\nhttps://e.com/${'x'.repeat(300_000)}\nhttps://e.com/b`)
    assert.ok(file.urls.some(({ url }) => url === 'https://e.com/a'))
    assert.ok(file.urls.every(({ url }) => url.length < 100_000))
  })
})
