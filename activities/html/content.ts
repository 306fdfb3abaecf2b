/** What of a tree is content: shared by everything that turns a tree into text. */
import { invisibleElements } from './tags.ts'
import { attribute, type TreeNode } from './tree.ts'

/** The part of a page to convert: these subtrees, in order, without the nodes to skip. */
export interface ContentSelection {
  roots: readonly TreeNode[]
  /** Elements and texts passed over with everything below them. */
  skip: ReadonlySet<TreeNode>
}

/**
 * Elements that nobody sees as the page stands and that were found to be content all the same:
 * parts that a script of the page would show.
 */
const revealed = new WeakSet<TreeNode>()

/** From now on this element is seen. */
export function reveal(node: TreeNode): void {
  revealed.add(node)
}

/** True for an element nobody sees: by its kind, the hidden attribute or an inline style. */
export const isInvisible = (node: TreeNode): boolean => isNeverText(node) || (isHidden(node) && !revealed.has(node))

/** True for an element whose content is not read as text whatever scripts do. */
export const isNeverText = (node: TreeNode): boolean =>
  node.name !== 'noscript' &&
  invisibleElements.has(node.name) &&
  !(node.name === 'dialog' && attribute(node, 'open') !== null)

/** True for an element that is text and not seen: for readers without scripts, or hidden until a script shows it. */
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
