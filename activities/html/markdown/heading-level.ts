/** Determines which elements are headings, and their level. */
import { attribute, type TreeNode } from '../tree.ts'

/** Elements without a meaning of their own, which a role can make a heading. */
const neutralElements = new Set(['div', 'span', 'p'])

/**
 * Returns the level of a heading, 1 to 6; 0 for other elements. Pages that use only div elements mark headings by
 * role and `aria-level`, whose default is 2 (WAI-ARIA 1.2, heading).
 */
export function headingLevel(node: TreeNode): number {
  const { name } = node
  if (name.length === 2 && name[0] === 'h') return name >= 'h1' && name <= 'h6' ? Number(name[1]) : 0
  return isHeadingByRole(node) ? levelOfRole(node) : 0
}

/** Returns true for an element that is a heading only by its role. */
export const isHeadingByRole = (node: TreeNode): boolean =>
  node.attributes.length > 0 && neutralElements.has(node.name) && attribute(node, 'role') === 'heading'

function levelOfRole(node: TreeNode): number {
  const stated = /^\s*(\d{1,3})\s*$/.exec(attribute(node, 'aria-level') ?? '')?.[1]
  return stated === undefined ? 2 : Math.min(6, Math.max(1, Number(stated)))
}
