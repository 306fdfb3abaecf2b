import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dropInnerNavigation } from './inner-navigation.ts'
import { leftOf } from '../testing/all-kept.ts'

const left = (html: string, url?: string): string => leftOf(html, dropInnerNavigation, url).join(' | ')

const entries = '<ul><li><a href=#a>A</a><li>2. <a href=#b>B</a><li><a href=#c>C</a></ul>'
/** The parts of the text that the entries lead to. */
const parts = '<h2 id=a>A</h2><section id=b><h2>B</h2></section><h2><span id=c></span>C</h2>'

describe('dropInnerNavigation', () => {
  const cases: [title: string, html: string, expected: string][] = [
    ['drops contents with their label', `<h1>T</h1><p>x.</p><p>On this page</p>${entries}${parts}`, 'T | x. | A | B | C'],
    ['keeps the text before contents', `<h1>T</h1><p>We begin here.</p>${entries}${parts}`, 'T | We begin here. | A | B | C'],
    ['keeps the title before contents', `<h1>T</h1>${entries}${parts}`, 'T | A | B | C'],
    ['keeps links to places that are no headings', `<h1>T</h1>${entries}<p id=a>y.</p>`, 'T | A | 2. B | C | y.'],
    ['keeps links to headings of other words', `<h1>T</h1>${entries}<h2 id=a>X</h2><h2 id=b>Y</h2><h2 id=c>C</h2>`, 'T | A | 2. B | C | X | Y | C'],
    ['keeps links that a text announces', `<p>These are the three laws of heat:</p>${entries}${parts}`, 'These are the three laws of heat: | A | 2. B | C | A | B | C'],
    ['keeps a few links within the page', '<p><a href=#a>A</a></p><p><a href=#b>B</a></p><p>y.</p>', 'A | B | y.'],
    ['keeps links to other pages', '<p><a href=/a>A</a></p><p><a href=/b>B</a></p><p><a href=/c>C</a></p>', 'A | B | C'],
    ['keeps links to the top', '<p><a href=#>A</a></p><p><a href=#>B</a></p><p><a href=#>C</a></p>', 'A | B | C'],
    ['drops the caption of a figure without a picture', '<p>x.</p><figure><figcaption>C</figcaption></figure>', 'x.'],
    ['drops the caption of a picture without an address', '<figure><img alt=a><figcaption>C</figcaption></figure><p>x.</p>', 'x.'],
    ['drops the caption of a placeholder', '<figure><img src="data:image/gif,x"><figcaption>C</figcaption></figure><p>x.</p>', 'x.'],
    ['keeps the caption of a picture', '<figure><img src=/a><figcaption>C</figcaption></figure><p>x.</p>', 'C | x.'],
    ['keeps the caption of a lazy picture', '<figure><img src="data:image/gif,x" data-src=/a><figcaption>C</figcaption></figure>', 'C'],
    ['keeps the caption of code', '<figure><pre>a</pre><figcaption>C</figcaption></figure>', 'a | C'],
    ['keeps the source of a quotation', '<figure><blockquote>a</blockquote><figcaption>C</figcaption></figure>', 'a | C'],
    ['keeps the card of a list', '<figure><a href=/m><i></i></a><figcaption><h3>Mug</h3><p>$5</p></figcaption></figure>', 'Mug | $5'],
    ['keeps the source of a quotation in a paragraph', '<figure><p>The ferry is never late, and the crew is kind.</p><figcaption>C</figcaption></figure>', 'The ferry is never late, and the crew is kind. | C'],
    ['keeps the caption of a picture with sources', '<figure><picture><source srcset=/a><img></picture><figcaption>C</figcaption></figure>', 'C'],
    ['drops the caption beside a credit', '<p>x.</p><figure><script>var picture = "somewhere in a script"; load(picture)</script><i>Credit</i><figcaption>C</figcaption></figure>', 'x. | Credit'],
  ] // prettier-ignore
  for (const [title, html, expected] of cases) it(title, () => assert.equal(left(html), expected))

  it('keeps the contents of documentation', () => {
    const html = `<h1>T</h1>${entries}<p>y.</p>`
    assert.equal(left(html, 'https://example.org/docs/api'), 'T | A | 2. B | C | y.')
  })

  it('drops the label of contents whose links are dropped already', () => {
    const withoutLinks = (html: string): string =>
      leftOf(html, (facts, kept) => {
        facts.measures.links.forEach((links, block) => {
          if (links > 0) kept[block] = 0
        })
        dropInnerNavigation(facts, kept)
      }).join(' | ')
    assert.equal(withoutLinks(`<h1>T</h1><p>x.</p><p>Contents</p>${entries}${parts}`), 'T | x. | A | B | C')
    const apart = `<h1>T</h1><p>Contents</p><p><a href=/x>y</a></p>${entries}${parts}`
    assert.equal(withoutLinks(apart), 'T | Contents | A | B | C')
  })
})
