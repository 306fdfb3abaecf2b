import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { collectLinks } from './links.ts'
import { parseTree } from './parse-tree.ts'
import { createUrlResolver } from './urls.ts'

const urlsOf = (html: string, base: string | null = null): string[] =>
  collectLinks(parseTree(html).document, createUrlResolver('https://example.org/dir/page', base)).links

describe('collectLinks', () => {
  it('lists links in document order', () => {
    const html = `
      <head><link rel=next href=2><link rel=alternate hreflang=fr href=/fr>
      <meta http-equiv=Refresh content="5; URL='/later'"></head>
      <body><a href="a#top"> One
        <b>two</b></a><map><area href=/area alt="An area"></map><iframe src=/frame title=Frame></iframe>`
    assert.deepEqual(urlsOf(html), [
      'https://example.org/dir/2',
      'https://example.org/fr',
      'https://example.org/later',
      'https://example.org/dir/a',
      'https://example.org/area',
      'https://example.org/frame',
    ])
  })

  it('keeps links of navigation, footers, hidden parts and noscript', () => {
    const html =
      '<nav><a href=1>1</a></nav><div hidden><a href=2>2</a></div><noscript><a href=3>3</a></noscript><footer><a href=4>4'
    assert.deepEqual(
      urlsOf(html),
      [1, 2, 3, 4].map((n) => `https://example.org/dir/${n}`),
    )
  })

  it('keeps nothing for what is no page', () => {
    const html = ['javascript:x()', 'mailto:a@b.example', 'tel:1', 'data:text/html,x', 'http://[', 'ftp://a.example/']
      .map((href) => `<a href="${href}">x</a>`)
      .join('')
    assert.deepEqual(urlsOf(html), [])
  })

  it('removes fragments and repeats', () => {
    assert.deepEqual(urlsOf('<a href=x#1></a><a href=/dir/x></a><a href=./x#2></a>'), ['https://example.org/dir/x'])
  })

  it('resolves against the base of the page', () => {
    assert.deepEqual(urlsOf('<a href=x></a>', 'https://cdn.example/root/'), ['https://cdn.example/root/x'])
  })

  it('ignores templates, but not declarative shadow roots', () => {
    assert.deepEqual(
      urlsOf('<template><a href=1></a></template><div><template shadowrootmode=open><a href=2></a></template></div>'),
      ['https://example.org/dir/2'],
    )
  })

  it('ignores frames inside noscript, which only count visits', () => {
    assert.deepEqual(urlsOf('<body><noscript><iframe src=/pixel></iframe></noscript><iframe src=/real></iframe>'), [
      'https://example.org/real',
    ])
  })

  it('takes alternates that are pages, and no others', () => {
    const page = (attributes: string): number => urlsOf(`<link ${attributes} href=/x>`).length
    for (const attributes of [
      'rel=alternate hreflang=fr',
      'rel=alternate media=handheld',
      'rel="nofollow Alternate" type="text/html; charset=utf-8"',
      'rel=alternate type=application/xhtml+xml',
      'rel=prev',
      'rel=next type=text/plain',
    ]) {
      assert.equal(page(attributes), 1, attributes)
    }
    for (const attributes of [
      'rel=alternate type="application/rss+xml"',
      'rel=alternate type="application/json+oembed"',
      'rel="alternate stylesheet"',
      'rel=stylesheet',
      'rel=canonical',
      '',
    ]) {
      assert.equal(page(attributes), 0, attributes)
    }
  })

  it('reads the target of a refresh in every form', () => {
    for (const content of ['0;url=x', '0; URL=x', '5;x', "3 , url = 'x'", '0;url="x" y', '.5 url=x', ' 1; x ']) {
      const html = `<meta http-equiv=refresh content="${content.replaceAll('"', '&quot;')}">`
      assert.deepEqual(urlsOf(html), ['https://example.org/dir/x'], content)
    }
    for (const content of ['5', '', '5;', 'url=x', '0;url=javascript:x()']) {
      assert.deepEqual(urlsOf(`<meta http-equiv=refresh content="${content}">`), [], content)
    }
  })

  it('takes the literal address that a click goes to', () => {
    for (const handler of [
      "location='/x'",
      "window.location.href = '/x';",
      "document.location.assign('/x'); return false;",
      "location.href='\\/x'",
      "location='\\x2fx'",
      'top.location.replace("/x")',
    ]) {
      const found = urlsOf(`<button onclick="${handler.replaceAll('"', '&quot;')}"> Go <b>on</b></button>`)
      assert.deepEqual(found, ['https://example.org/x'])
    }
    for (const handler of [
      "location='/x' + id",
      "location='#reviews'",
      "window.open('/share')",
      "if (a) location='/x'",
      'location=this.href',
      "track('location')",
    ]) {
      assert.deepEqual(urlsOf(`<div onclick="${handler}">x</div>`), [], handler)
    }
    assert.deepEqual(urlsOf(`<a href="javascript:void(0)" onclick="location='/x'">x</a>`), ['https://example.org/x'])
    assert.deepEqual(urlsOf(`<a href="/y" onclick="location='/x'">x</a>`), ['https://example.org/y'])
  })

  it('takes the address of an element with the role of a link, and of no other', () => {
    assert.deepEqual(urlsOf('<div role=link data-href=/x>X</div><button data-href=/wish>+</button><tr data-url=/y>'), [
      'https://example.org/x',
    ])
  })

  it('takes frames of a frameset', () => {
    assert.deepEqual(urlsOf('<frameset><frame src=a><frame src=b></frameset>'), [
      'https://example.org/dir/a',
      'https://example.org/dir/b',
    ])
  })

  it('finds links inside pictures', () => {
    assert.deepEqual(urlsOf('<svg><g><a href=1><path/></a><a xlink:href=2></a></g></svg>'), [
      'https://example.org/dir/1',
      'https://example.org/dir/2',
    ])
  })

  it('stays linear on links that are never closed', () => {
    const html = Array.from({ length: 20_000 }, (_, i) => `<a href=/${i % 10_000}>x<div>`).join('')
    const before = process.threadCpuUsage()
    assert.equal(urlsOf(html).length, 10_000)
    assert.ok(process.threadCpuUsage(before).user < 15_000_000)
  })

  it('keeps the first links and counts those beyond', () => {
    const max = frontierLimits.linksPerPageMax
    const urls = createUrlResolver('https://example.org/', null)
    const pageOf = (count: number): string => Array.from({ length: count }, (_, i) => `<a href=${i}>x</a>`).join('')
    const all = collectLinks(parseTree(`${pageOf(max)}<a href=1></a>`).document, urls)
    assert.deepEqual([all.links.length, all.dropped], [max, 0])
    const some = collectLinks(parseTree(`${pageOf(max + 2)}<a href=1></a><a href=${max}></a>`).document, urls)
    assert.deepEqual([some.links.length, some.links.at(-1), some.dropped], [max, all.links.at(-1), 2])
  })
})
