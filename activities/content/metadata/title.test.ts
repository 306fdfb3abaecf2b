import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { collectFacts } from './page-facts.ts'
import type { PageKind } from './page-kind.ts'
import { chooseTitle, withoutSiteName } from './title.ts'

const titleOf = (html: string, kind: PageKind = 'other', pageUrl = 'https://oven.example/a'): string | null =>
  chooseTitle(collectFacts(parseTree(html).document, true), {
    headline: null,
    siteNames: new Set(['theoven', 'oven']),
    kind,
    pageUrl,
  }).title

/** Head with the same title for readers and for sharing. */
const agreed = (title: string): string => `<title>${title}</title><meta property=og:title content="${title}">`

describe('the title of a page', () => {
  const cases: [title: string, html: string, expected: string | null, kind?: PageKind, url?: string][] = [
    ['is the heading that the head repeats', '<title>Plain bread | The Oven</title><h1>The Oven</h1><h1>Plain bread</h1>', 'Plain bread'],
    ['is the heading that covers most of it', '<title>All about plain bread</title><h1>Bread</h1><h1>All about bread</h1>', 'All about bread'],
    ['is a lower heading only when it is the title', '<title>Plain bread - The Oven</title><h1>The Oven</h1><h2>Plain bread</h2><h2>Bread</h2>', 'Plain bread'],
    ['is not a slogan', '<title>Bread ovens for sale</title><h1>Feel the warmth!</h1>', 'Bread ovens for sale'],
    ['is the heading of an article whatever its head says', '<title>Buy now</title><h1>Feel the warmth!</h1>', 'Feel the warmth!', 'article'],
    ['is spelt as in the head', '<title>Ana\'s bread</title><h1>Ana’s bread</h1>', "Ana's bread"],
    ['has no sign that links to it', '<title>Bread</title><h1>Bread and more ¶</h1>', 'Bread and more', 'article'],
    ['has no name of what it is', '<title>Plain bread</title><h1>Thread: Plain bread</h1>', 'Plain bread'],
    ['is that of the head without headings', '<title>Plain bread » The Oven</title>', 'Plain bread'],
    ['is the only heading without a head', '<h1>Plain bread</h1>', 'Plain bread'],
    ['is no address', '<meta property=og:title content="https://example.org/x"><title>Plain bread</title>', 'Plain bread'],
    ['is that of the next stated title where the first is an address', '<meta property=og:title content="www.example.org/x"><meta name=twitter:title content="Plain bread"><title>Buy bread</title>', 'Plain bread'],
    ['has no words of forum software', '<title>Baking :: View topic - Plain bread</title>', 'Plain bread'],
    ['is a heading by role that says the same', '<title>Plain bread | Recipes</title><h1>Menu</h1><p role=heading aria-level=1>Plain bread', 'Plain bread'],
    ['is not what a page is called before it has a name', '<title>Untitled Document</title><h1>Plain bread</h1>', 'Plain bread'],
    ['is no template that was not filled in', '<title>{{ title }}</title><h1>Plain bread</h1>', 'Plain bread'],
    ['is none on a page without', '<p>x', null],
    ['is spelt as in the heading, which has more punctuation', '<title>Bread - the guide</title><h1>Bread: the guide?</h1>', 'Bread: the guide?'],
    ['is spelt as in the head where the heading lost its separator', '<title>News - Bread</title><h1>News Bread</h1>', 'News - Bread'],
    ['has no ornaments of the head', '<title>🍞 Plain bread ⋆</title><h1>Plain bread</h1>', 'Plain bread'],
    ['has no soft hyphens', '<h1>Plain sour\u00ADdough</h1>', 'Plain sourdough'],
    ['is that of the head where the heading is a part of it', `${agreed('Ana’s plain bread')}<h1>Plain bread</h1>`, 'Ana’s plain bread'],
    ['is the heading where only an invitation stands before it', `${agreed('Shop plain bread')}<h1>Plain bread</h1>`, 'Plain bread'],
    ['is the heading where only a name stands before it', `${agreed('The Oven: Plain bread')}<h1>Plain bread</h1>`, 'Plain bread'],
    ['is not a heading of an article that has no word of a head that says the same twice', `${agreed('Why bread rises')}<h1>Contact us</h1>`, 'Why bread rises', 'article'],
    ['is the only main heading of a thread whose head is the same for all', '<title>The heart of the bakery</title><h1>My crust is soft</h1>', 'My crust is soft', 'forum'],
    ['begins with the name of the site on its front page', '<title>The Oven – Bread for all</title>', 'The Oven – Bread for all', 'other', 'https://oven.example/'],
    ['has no name before a bar there', '<title>The Oven | Bread for all</title>', 'Bread for all', 'other', 'https://oven.example/'],
  ] // prettier-ignore
  for (const [title, html, expected, kind, url] of cases)
    it(title, () => assert.equal(titleOf(html, kind, url), expected))
})

describe('withoutSiteName', () => {
  const cases: [title: string, expected: string][] = [
    ['Bread - The Oven', 'Bread'],
    ['The Oven – Bread', 'Bread'],
    ['Bread | Recipes | The Oven', 'Bread | Recipes'],
    ['Plain bread | Recipes', 'Plain bread'],
    ['Sweet bread - and how to bake it', 'Sweet bread - and how to bake it'],
    ['Mother-in-law bread', 'Mother-in-law bread'],
    ['The Oven', 'The Oven'],
    ['| |', '| |'],
    ['', ''],
  ]
  for (const [title, expected] of cases) {
    it(`cuts “${title}” to “${expected}”`, () => assert.equal(withoutSiteName(title, new Set(['theoven'])), expected))
  }
})
