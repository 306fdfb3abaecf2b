import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OutputRoom } from './output-room.ts'
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
      links: [{ url: 'https://example.org/base/x', text: 'five', nofollow: true, source: 'a' }],
      capped: false,
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

  it('names a repeated link once', () => {
    assert.equal(readPlain('<a href=x>1</a><a href=x#2>2</a><area href=x>', url).links.links.length, 1)
  })

  it('keeps the first 10,000 links and says that there are more', () => {
    const pageOf = (count: number): string => Array.from({ length: count }, (_, i) => `<a href=${i}>`).join('')
    const all = readPlain(`${pageOf(10_000)}<a href=1>`, url).links
    assert.deepEqual([all.links.length, all.capped], [10_000, false])
    const some = readPlain(pageOf(900_000), url).links
    assert.deepEqual([some.links, some.capped], [all.links, true])
  })

  it('reads a page that is never closed', () => {
    const startedAt = performance.now()
    const page = readPlain('<div><a href=x>y '.repeat(300_000), url)
    assert.equal(page.paragraphs.length, 300_000)
    assert.ok(performance.now() - startedAt < 5_000)
  })
})

describe('plain outputs', () => {
  const page = { title: null, links: { links: [], capped: false }, paragraphs: ['# a *b* <c>', '1. d', 'e'] }

  it('escapes Markdown', () =>
    assert.equal(plainMarkdown(page, new OutputRoom()), '\\# a \\*b\\* \\<c>\n\n1\\. d\n\ne'))

  it('escapes HTML', () =>
    assert.equal(plainHtml(page, new OutputRoom()), '<p># a *b* &lt;c&gt;</p>\n<p>1. d</p>\n<p>e</p>'))

  it('end where there is no more room, without cutting a reference', () => {
    const rooms = [new OutputRoom(10), new OutputRoom(18)] as const
    assert.equal(plainMarkdown(page, rooms[0]), '\\# a \\*b\\*')
    assert.equal(plainHtml(page, rooms[1]), '<p># a *b* </p>')
    assert.ok(rooms.every((room) => room.isFull))
  })
})
