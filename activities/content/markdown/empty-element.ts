/**
 * The one rule for elements that show nothing: they are left out, unless the author wrote them empty. An element is
 * written empty when its markup has neither content nor attributes of style or script; templates and scripts leave
 * classes, identifiers, icons or comments behind.
 */
import type { TreeNode } from '../../html/tree.ts'

/** Attributes that an element written by hand may have. */
const plainAttributes = new Set(['href', 'title'])

/** Returns true for an element without children and without other attributes than the address and title of a link. */
export const isWrittenEmpty = (node: TreeNode): boolean =>
  hasNoContent(node) && node.attributes.every(({ name }) => plainAttributes.has(name))

/** Returns true when the element contains nothing but white space. */
const hasNoContent = ({ first }: TreeNode): boolean =>
  first === null || (first.next === null && first.text !== null && first.text.trim() === '')
