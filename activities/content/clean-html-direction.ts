/** The direction of writing that a page states outside of what is written of it. */
import { attribute, type TreeNode } from '../html/tree.ts'

const ancestorsMax = 200

/**
 * True when the content is set from right to left and does not say so itself: the html or body element does,
 * or another one around it.
 * @param root the first of the content.
 */
export function isSetRightToLeft(root: TreeNode): boolean {
  let left = ancestorsMax
  let stated = statedInside(root)
  for (let at: TreeNode | null = root; at !== null && stated === null && left > 0; at = at.parent, left--) {
    stated = attribute(at, 'dir')
    // A kept element keeps its own.
    if (at === root && stated !== null && at.name !== 'body' && at.name !== 'html') return false
  }
  return stated?.trim().toLowerCase() === 'rtl'
}

/** What body and html say where the whole page is the content. */
function statedInside(root: TreeNode): string | null {
  if (root.parent !== null && root.name !== 'html') return null
  const html = root.name === 'html' ? root : childNamed(root, 'html')
  const body = html === null ? null : childNamed(html, 'body')
  return (body === null ? null : attribute(body, 'dir')) ?? (html === null ? null : attribute(html, 'dir'))
}

function childNamed(node: TreeNode, name: string): TreeNode | null {
  for (let at = node.first; at !== null; at = at.next) if (at.name === name) return at
  return null
}
