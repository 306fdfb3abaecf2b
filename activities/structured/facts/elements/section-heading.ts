/** Finds the heading of the section that contains an element. */
import type { TreeNode } from '../../../html/tree.ts'
import type { SeenElement } from './body-survey.ts'

/** Maximum number of headings before an element that are examined. */
const headingsMax = 20

/**
 * Returns the last heading before an element that is a sibling of the element or of one of its ancestors, and not that
 * of a card or of an earlier section. A heading may be wrapped in its own `div`.
 * @param isItem true for elements whose own headings do not count.
 */
export function sectionHeading(element: SeenElement, isItem: (node: TreeNode) => boolean): TreeNode | null {
  const around = new Set<TreeNode>()
  for (let at = element.node.parent; at !== null; at = at.parent) around.add(at)
  let left = headingsMax
  for (let at = element.heading; at !== null && left > 0; at = at.previous, left--) {
    const { node } = at
    const parent = node.parent
    if (isItem(node) || parent === null || isItem(parent) || node === element.node) continue
    if (around.has(parent) || (parent.parent !== null && around.has(parent.parent))) return node
  }
  return null
}
