/** Finds the writing direction that a page states on elements outside the written content. */
import { attribute, type TreeNode } from '../html/tree.ts'

const ancestorsMax = 200

/**
 * Returns true when the content is set from right to left by an element that is not written itself: html, body or
 * another element around the content.
 * @param root first root of the content.
 */
export function isSetRightToLeft(root: TreeNode): boolean {
  let left = ancestorsMax
  let stated = statedInside(root)
  for (let at: TreeNode | null = root; at !== null && stated === null && left > 0; at = at.parent, left--) {
    stated = attribute(at, 'dir')
    // A kept element is written with its own dir attribute.
    if (at === root && stated !== null && at.name !== 'body' && at.name !== 'html') return false
  }
  return stated?.trim().toLowerCase() === 'rtl'
}

/** Returns the dir attribute of body or html when the whole page is the content; null otherwise or when unset. */
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
