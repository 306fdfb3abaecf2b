import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkTexts } from './link-texts.ts'

const page = 'https://e.com/docs/page'
const texts = (html: string): Record<string, string> => Object.fromEntries(linkTexts(html, page))

describe('the text of a link', () => {
  const cases: readonly (readonly [what: string, html: string, expected: Record<string, string>])[] = [
    ['is what it encloses', '<a href=a>One <b>two</b></a> rest', { 'https://e.com/docs/a': 'One  two' }],
    ['is the first that there is', '<a href=/a></a><a href=/a>1</a><a href=/a>2</a>', { 'https://e.com/a': '1' }],
    ['may be that of a picture', '<a href=/a><img alt="Logo"></a>', { 'https://e.com/a': 'Logo' }],
    ['may be a label', '<a href=/a aria-label="Home"><svg></svg></a>', { 'https://e.com/a': 'Home' }],
    ['of an area is its alternative', '<area href=/a alt=Here>', { 'https://e.com/a': 'Here' }],
    ['has its references resolved', '<a href="/a?b&amp;c">&lt;A&gt;</a>', { 'https://e.com/a?b&c': '<A>' }],
    ['ends with the next link', '<a href=/a>A<a href=/b>B</a>', { 'https://e.com/a': 'A', 'https://e.com/b': 'B' }],
    ['is not that of a script', '<a href=/a>A<script>x</script></a>', { 'https://e.com/a': 'A' }],
    ['stands under the base of the page', '<base href=/x/><a href=a>A</a>', { 'https://e.com/x/a': 'A' }],
    ['is not there without an address', '<a>A</a><a href="http://">B</a>', {}],
  ]
  for (const [what, html, expected] of cases) it(what, () => assert.deepEqual(texts(html), expected))

  it('into the middle of a page stands for the page where no other does, but not for the page itself', () => {
    const found = texts('<a href=#main>Skip</a><a href=/a#c>3 comments</a><a href=/a>A</a><a href=/b#x>B</a>')
    assert.deepEqual([found['https://e.com/a'], found['https://e.com/b'], found[page]], ['A', 'B', undefined])
  })

  it('is bounded', () => {
    const found = texts(`<a href=/a>${'x'.repeat(100_000)}</a>`)
    assert.equal(found['https://e.com/a']?.length, 1_200)
  })
})
