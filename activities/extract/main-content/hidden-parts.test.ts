import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isInvisible } from '../content.ts'
import { parseTree } from '../parse-tree.ts'
import { attribute, firstElement, following } from '../tree.ts'
import { revealHiddenPage } from './hidden-parts.ts'

/** Ids of the elements that are seen. */
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
    ['leaves a short notice hidden', '<div id=a></div><noscript id=b>Please turn scripts on.</noscript>', 'a'],
  ]
  for (const [title, html, expected] of cases) it(title, () => assert.equal(seen(html), expected))
})
