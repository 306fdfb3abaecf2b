import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { OutputBudget } from '../html/output-budget.ts'
import { plainHtml, plainMarkdown, readPlain } from './text-fallback.ts'

const url = 'https://example.org/a/b'

describe('readPlain', () => {
  it('takes text by paragraph, title and links', () => {
    const page = readPlain(
      '<title> T &amp; t </title><base href=/base/><script>no</script><h1>One</h1><p>two <b>three</b><br>four<a rel=nofollow href=x#y>five</a>',
      url,
    )
    assert.equal(page.title, 'T & t')
    assert.deepEqual(page.paragraphs, ['One', 'two three', 'fourfive'])
    assert.deepEqual(page.links, {
      links: ['https://example.org/base/x'],
      dropped: 0,
    })
  })

  it('passes over hidden content with what is nested in it', () => {
    assert.deepEqual(
      readPlain('a<svg><svg>b</svg>c</svg>d<select><option>e</select><template>f</template>', url).paragraphs,
      ['ad'],
    )
  })

  it('keeps links of hidden content', () => {
    assert.equal(readPlain('<template><a href=x></a></template>', url).links.links.length, 1)
  })

  it('takes the same kinds of links as a page that is read in full', () => {
    const html =
      '<link rel=next href=1><link rel=alternate hreflang=fr href=2><link rel=stylesheet href=no>' +
      '<meta http-equiv=refresh content="1;url=3"><map><area href=4></map><iframe src=5></iframe><frame src=6>' +
      '<svg><a xlink:href=7></a></svg>'
    assert.deepEqual(
      readPlain(html, url).links.links,
      [1, 2, 3, 4, 5, 6, 7].map((n) => `https://example.org/a/${n}`),
    )
  })

  it('names a repeated link once', () => {
    assert.equal(readPlain('<a href=x>1</a><a href=x#2>2</a><area href=x>', url).links.links.length, 1)
  })

  it('keeps the first links and counts those beyond', () => {
    const max = frontierLimits.linksPerPageMax
    const pageOf = (count: number): string => Array.from({ length: count }, (_, i) => `<a href=${i}>`).join('')
    const all = readPlain(`${pageOf(max)}<a href=1>`, url).links
    assert.deepEqual([all.links.length, all.dropped], [max, 0])
    const some = readPlain(pageOf(max + 1_000), url).links
    assert.deepEqual([some.links.length, some.links.at(-1), some.dropped], [max, all.links.at(-1), 1_000])
  })

  it('reads a page that is never closed', () => {
    const before = process.threadCpuUsage()
    const page = readPlain('<div><a href=x>y '.repeat(300_000), url)
    assert.equal(page.paragraphs.length, 300_000)
    assert.ok(process.threadCpuUsage(before).user < 15_000_000)
  })
})

describe('plain outputs', () => {
  const page = { title: null, links: { links: [], dropped: 0 }, paragraphs: ['# a *b* <c>', '1. d', 'e'] }

  it('escapes Markdown', () =>
    assert.equal(plainMarkdown(page, new OutputBudget()), '\\# a \\*b\\* \\<c>\n\n1\\. d\n\ne'))

  it('escapes HTML', () =>
    assert.equal(plainHtml(page, new OutputBudget()), '<p># a *b* &lt;c&gt;</p>\n<p>1. d</p>\n<p>e</p>'))

  it('end where there is no more room, without cutting a reference', () => {
    const rooms = [new OutputBudget(10), new OutputBudget(18)] as const
    assert.equal(plainMarkdown(page, rooms[0]), '\\# a \\*b\\*')
    assert.equal(plainHtml(page, rooms[1]), '<p># a *b* </p>')
    assert.ok(rooms.every((budget) => budget.isFull))
  })
})
