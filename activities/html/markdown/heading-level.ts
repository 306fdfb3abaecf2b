/** Which elements are headings, and of which level. */
import { attribute, type TreeNode } from '../tree.ts'

/** Elements without a meaning of their own, which a role can make headings of. */
const neutralElements = new Set(['div', 'span', 'p'])

/**
 * The level of a heading, 1 to 6; 0 for what is none. Pages built of divisions alone name their
 * headings by role and `aria-level`, which is 2 where it is not stated (WAI-ARIA 1.2, heading).
 */
export function headingLevel(node: TreeNode): number {
  const { name } = node
  if (name.length === 2 && name[0] === 'h') return name >= 'h1' && name <= 'h6' ? Number(name[1]) : 0
  return isHeadingByRole(node) ? levelOfRole(node) : 0
}

/** True for an element that only its role makes a heading. */
export const isHeadingByRole = (node: TreeNode): boolean =>
  node.attributes.length > 0 && neutralElements.has(node.name) && attribute(node, 'role') === 'heading'

function levelOfRole(node: TreeNode): number {
  const stated = /^\s*(\d{1,3})\s*$/.exec(attribute(node, 'aria-level') ?? '')?.[1]
  return stated === undefined ? 2 : Math.min(6, Math.max(1, Number(stated)))
}
