import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isHidden, isInvisible } from '../../html/content.ts'
import { parseTree } from '../../html/parse-tree.ts'
import { attribute, firstElement, following } from '../../html/tree.ts'
import { isHiddenScrap, revealHiddenPage } from './hidden-parts.ts'

/** Returns the ids of the visible elements. */
function seen(html: string): string {
  const body = firstElement(parseTree(html).document, 'body')!
  revealHiddenPage(body)
  const ids: string[] = []
  for (let node = body.first; node !== null;) {
    const isShown = node.text === null && !isInvisible(node)
    const id = isShown ? attribute(node, 'id') : null
    if (id !== null) ids.push(id)
    node = following(node, body, isShown)
  }
  return ids.join(' ')
}

const text = '<p>Quite a long text.</p>'.repeat(40)

describe('revealHiddenPage', () => {
  const cases: [title: string, html: string, expected: string][] = [
    ['reveals pieces a script would move to their place', '<p id=a>x</p><div hidden id="S:0">y</div>', 'a S:0'],
    [
      'reveals what has more text than all that is seen',
      `<p id=a>Loading</p><div id=b style="display: none">${text}</div>`,
      'a b',
    ],
    ['reveals a page written for readers without scripts', `<div id=a></div><noscript id=b>${text}</noscript>`, 'a b'],
    ['leaves a hidden menu hidden', `<div id=a hidden>${text}</div><div id=b>${text}${text}</div>`, 'b'],
    [
      'counts streamed pieces as seen',
      `<p id=a>x</p><div id=b hidden>${text}</div><div hidden id="S:0">${text}</div>`,
      'a S:0',
    ],
    [
      'leaves hidden what has as much text as all that is seen',
      `<div id=a hidden>${text}</div><div id=b>${text}</div>`,
      'b',
    ],
    [
      'reveals only the parts with more text than all that is seen',
      `<div id=a hidden>${text}</div><div id=b>${text} x</div><div id=c hidden>${text}${text}</div>`,
      'b c',
    ],
    [
      'counts no text of scripts as seen',
      `<p id=a>x</p><script>${text}${text}</script><div id=b hidden>${text}</div>`,
      'a b',
    ],
    ['leaves a short notice hidden', '<div id=a></div><noscript id=b>Please turn scripts on.</noscript>', 'a'],
  ]
  for (const [title, html, expected] of cases) it(title, () => assert.equal(seen(html), expected))
})

describe('isHiddenScrap', () => {
  const cases: [title: string, html: string, expected: boolean][] = [
    ['is true for a hidden paragraph between seen ones', '<p>a</p><p hidden>b</p><p>c</p>', true],
    ['is true for a hidden piece of a paragraph', '<p>a <span hidden>b</span> c</p>', true],
    ['is false for the rest of a paragraph', '<p>a <span hidden class="more-text">b</span></p>', false],
    ['is false for one of several hidden paragraphs', '<p>a</p><p hidden>b</p><p hidden>c</p>', false],
    ['is false for a panel', '<div>a</div><div hidden role=tabpanel>b</div><div>c</div>', false],
    ['is false for text without scripts', '<p>a</p><noscript>b</noscript><p>c</p>', false],
    ['is false for all that there is', '<div><p hidden>b</p></div>', false],
  ]
  for (const [title, html, expected] of cases) {
    it(title, () => {
      const body = firstElement(parseTree(html).document, 'body')!
      let at = body.first
      while (at !== null && !isHidden(at)) at = following(at, body)
      assert.equal(isHiddenScrap(at!), expected)
    })
  }
})
