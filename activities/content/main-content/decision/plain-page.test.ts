import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTree } from '../../../html/parse-tree.ts'
import { readBlocks } from '../blocks.ts'
import { isPlainPage } from './plain-page.ts'
import { scoreBlocks } from '../model.ts'

function isPlain(html: string): boolean {
  const { document } = parseTree(html)
  return isPlainPage(scoreBlocks(document, 'https://example.org/', readBlocks(document, 1_000)!).facts)
}

test('a page of text alone is plain, whatever its elements are', () => {
  assert.equal(isPlain('<h1>Title</h1><div class="nav-x">A line</div><p>A text.<pre>code</pre>'), true)
})

test('a page with a link, a form or a part of a website is not', () => {
  const parts = ['<a href=/>Home</a>', '<header>Site</header>', '<form>Mail</form>', '<p hidden>more</p>']
  for (const part of [...parts, '<div role=navigation>Menu</div>', '<footer>2026</footer>'])
    assert.equal(isPlain(`<p>A text.</p>${part}`), false, part)
})
