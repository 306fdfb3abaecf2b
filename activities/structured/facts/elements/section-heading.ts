/** The heading of the section that an element stands in. */
import type { TreeNode } from '../../../html/tree.ts'
import type { SeenElement } from './body-survey.ts'

/** Headings before an element that are looked at. */
const headingsMax = 20

/**
 * The last heading before an element that stands beside it or beside what it is in: not that of a card
 * or of a section before. A heading may have a division to itself.
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
