import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseByRules, wholePage } from './rules.ts'
import { toMarkdown } from '../markdown/to-markdown.ts'
import { parseTree } from '../../html/parse-tree.ts'
import { createUrlResolver } from '../../html/urls.ts'

const urls = createUrlResolver('https://example.org/', null)
const story = '<p>' + 'A sentence of the story that is told here. '.repeat(8) + '</p>'

/** Returns the extractor and a check whether a word is in the content. */
function chosen(html: string): { extractor: string; has: (word: string) => boolean } {
  const content = chooseByRules(parseTree(html).document)
  const markdown = toMarkdown(content, urls)
  return { extractor: content.extractor, has: (word) => markdown.includes(word) }
}

describe('chooseByRules', () => {
  for (const open of ['<main>', '<div role=main>']) {
    it(`takes ${open}`, () => {
      const { extractor, has } = chosen(`<nav>NAV</nav>${open}<h1>TITLE</h1>${story}</main></div><footer>FOOT</footer>`)
      assert.equal(extractor, 'main-element')
      assert.deepEqual([has('TITLE'), has('story'), has('NAV'), has('FOOT')], [true, true, false, false])
    })
  }

  it('drops the furniture inside the main element', () => {
    const { has } = chosen(`<main><nav>NAV</nav><header><h1>TITLE</h1></header>${story}<aside>ASIDE</aside></main>`)
    assert.deepEqual([has('TITLE'), has('NAV'), has('ASIDE')], [true, false, false])
  })

  it('takes a single article', () => {
    const { extractor, has } = chosen(`<div>OTHER</div><article><h1>T</h1>${story}</article>`)
    assert.deepEqual([extractor, has('story'), has('OTHER')], ['article', true, false])
  })

  it('strips the page when there are several articles', () => {
    const { extractor, has } = chosen(
      `<header>HEAD</header><article>ONE${story}</article><article>TWO${story}</article>`,
    )
    assert.deepEqual([extractor, has('ONE'), has('TWO'), has('HEAD')], ['stripped-page', true, true, false])
  })

  it('ignores a main element that holds next to nothing', () => {
    const { extractor, has } = chosen(`<main>x</main><div>${story.repeat(5)}</div>`)
    assert.deepEqual([extractor, has('story')], ['stripped-page', true])
  })

  const furniture: [title: string, html: string][] = [
    ['nav', '<nav>GONE</nav>'],
    ['aside', '<aside>GONE</aside>'],
    ['footer', '<footer>GONE</footer>'],
    ['header of the page', '<header>GONE</header>'],
    ['a form', '<form><label>GONE</label></form>'],
    ['role navigation', '<div role=navigation>GONE</div>'],
    ['role contentinfo', '<div role=contentinfo>GONE</div>'],
    ['class sidebar', '<div class="left-sidebar">GONE</div>'],
    ['class cookie', '<div class="cookie-consent-box">GONE</div>'],
    ['id breadcrumbs', '<ul id=breadcrumbs><li>GONE</ul>'],
    ['a nested nav', '<div><div><nav><div>GONE</div></nav></div></div>'],
  ]
  for (const [title, html] of furniture) {
    it(`strips ${title}`, () => {
      const { extractor, has } = chosen(`<div>${story}</div>${html}<p>KEPT</p>`)
      assert.deepEqual([extractor, has('GONE'), has('KEPT'), has('story')], ['stripped-page', false, true, true])
    })
  }

  const kept: [title: string, html: string][] = [
    ['a class that only resembles furniture', '<div class="navigator-article">KEPT</div>'],
    ['a container named after the sidebar it stands beside', '<div class="content-with-sidebar">KEPT</div>'],
    ['a page inside one form', `<form>${'<p>KEPT</p>'.repeat(5)}</form>`],
  ]
  for (const [title, html] of kept) {
    it(`keeps ${title}`, () => assert.equal(chosen(`<div>${story}</div>${html}`).has('KEPT'), true))
  }

  it('falls back to the whole page when nothing is left', () => {
    const { extractor, has } = chosen(`<nav>${story}</nav>`)
    assert.deepEqual([extractor, has('story')], ['whole-page', true])
  })

  it('leaves the tree as it was', () => {
    const { document } = parseTree(`<nav>NAV</nav><main>${story}</main>`)
    chooseByRules(document)
    assert.ok(toMarkdown(wholePage(document), urls).includes('NAV'))
  })
})
