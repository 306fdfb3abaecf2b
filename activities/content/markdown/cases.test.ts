import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement, type TreeNode } from '../../html/tree.ts'
import { createUrlResolver } from '../../html/urls.ts'
import { markdownCases } from './testing/markdown-cases.ts'
import { toMarkdown } from './to-markdown.ts'

const urls = createUrlResolver('https://example.org/docs/page', null)

describe('toMarkdown on layouts of real pages', () => {
  for (const [title, html, expected] of markdownCases) {
    it(title, () => {
      const body = firstElement(parseTree(html).document, 'body') as TreeNode
      assert.equal(toMarkdown({ roots: [body], skip: new Set() }, urls), expected)
    })
  }
})
