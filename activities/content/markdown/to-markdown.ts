/**
 * Converts a tree to GitHub-flavoured Markdown in one walk without recursion, in time linear in the tree and the
 * result.
 *
 * The walk enters and leaves each element; `Converter` maps elements to Markdown, `InlineContent` collects
 * paragraphs, `BlockWriter` writes blocks.
 */
import type { ContentSelection } from '../../html/content.ts'
import { OutputBudget } from '../../html/output-budget.ts'
import type { TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import { Converter } from './converter.ts'
import { Footnotes } from './footnotes.ts'

/**
 * Converts content to Markdown.
 * @param selection subtrees to convert, in order.
 * @param urls makes the URLs of links and images absolute.
 * @param budget output limit; what does not fit is left out.
 * @returns Markdown without trailing line feed; empty when nothing is visible.
 */
export function toMarkdown(selection: ContentSelection, urls: UrlResolver, budget = new OutputBudget()): string {
  const converter = new Converter(selection.skip, urls, new Footnotes(selection, urls), budget)
  for (const root of selection.roots) {
    if (converter.isFull) break
    walk(root, converter)
  }
  return converter.finish()
}

function walk(root: TreeNode, converter: Converter): void {
  let node = root
  for (;;) {
    const descend = converter.enter(node)
    if (descend && node.first !== null && !converter.isFull) {
      node = node.first
      continue
    }
    converter.leave(node)
    while (node !== root && (node.next === null || converter.isFull)) {
      // Every node except the root has a parent.
      node = node.parent as TreeNode
      converter.leave(node)
    }
    if (node === root) return
    node = node.next as TreeNode
  }
}
