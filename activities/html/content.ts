/** Defines which nodes of a tree are content; shared by everything that converts a tree to text. */
import { invisibleElements } from './tags.ts'
import { attribute, type TreeNode } from './tree.ts'

/** The part of a page to convert: subtrees in order, without the nodes to skip. */
export interface ContentSelection {
  roots: readonly TreeNode[]
  /** Elements and texts that are skipped with everything below them. */
  skip: ReadonlySet<TreeNode>
}

/**
 * Elements that are hidden in the page but count as content, because a script of the page would show them.
 */
const revealed = new WeakSet<TreeNode>()

/** Makes a hidden element count as visible. */
export function reveal(node: TreeNode): void {
  revealed.add(node)
}

/** Returns true for an invisible element: by its kind, the hidden attribute or an inline style. */
export const isInvisible = (node: TreeNode): boolean => isNeverText(node) || (isHidden(node) && !revealed.has(node))

/** Returns true for an element whose content is never text, even after scripts have run. */
export const isNeverText = (node: TreeNode): boolean =>
  node.name !== 'noscript' &&
  invisibleElements.has(node.name) &&
  !(node.name === 'dialog' && attribute(node, 'open') !== null)

/** Returns true for a hidden element with text: noscript, or one that a script may show later. */
export function isHidden(node: TreeNode): boolean {
  if (node.name === 'noscript') return true
  const attributes = node.attributes
  for (let i = 0; i < attributes.length; i++) {
    const candidate = attributes[i]
    if (candidate === undefined) continue
    if (candidate.name === 'hidden') return candidate.value.toLowerCase() !== 'until-found'
    if (candidate.name === 'style' && /display\s*:\s*none/i.test(candidate.value)) return true
  }
  return false
}
